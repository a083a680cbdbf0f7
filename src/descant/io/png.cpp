// io/png.cpp: PNG by stb_image_write.

#include "descant/io/png.hpp"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include "descant/core/error.hpp"

namespace descant {

std::string png_bytes(const Picture& picture) {
  expect_equal(picture.rgb.size(), size_t{3} * picture.width * picture.height,
               "a picture has three bytes a pixel");
  std::string bytes;
  const auto append = [](void* target, void* data, int size) {
    static_cast<std::string*>(target)->append(static_cast<const char*>(data), size);
  };
  stbi_write_png_to_func(append, &bytes, picture.width, picture.height, 3, picture.rgb.data(),
                         3 * picture.width);
  return bytes;
}

}  // namespace descant

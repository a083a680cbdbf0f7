// io/png.hpp: pictures to PNG files.

#pragma once

#include <string>
#include <vector>

namespace descant {

struct Picture {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb;  ///< row after row from the top, three bytes a pixel
};

std::string png_bytes(const Picture& picture);

}  // namespace descant

// io/gltf_accessor.cpp: bounds first, then numbers.

#include "descant/io/gltf_accessor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "descant/core/error.hpp"
#include "descant/io/text.hpp"

namespace descant {

namespace {

constexpr const char* export_again = "Export the file again";

// Numbers a file may ask for: some, and more the more bytes it brings.
constexpr std::size_t least_room = std::size_t{1} << 22, room_a_byte = 256;
constexpr std::size_t most_room = std::size_t{1} << 31;

struct Component {
  int code;
  std::size_t bytes;
  double largest;  // of an integer; 0 of a float
  bool is_unsigned;
};

constexpr Component components[] = {{5120, 1, 127, false},         {5121, 1, 255, true},
                                    {5122, 2, 32767, false},       {5123, 2, 65535, true},
                                    {5125, 4, 4294967295.0, true}, {5126, 4, 0, false}};

// Equally spaced elements inside the bytes of a view.
struct Layout {
  std::string_view bytes;  // from the first element to the end of the view
  std::size_t stride = 0;
  std::size_t count = 0, width = 0;
  Component component{};
};

struct View {
  std::string_view bytes;
  std::size_t stride = 0;  // 0 for packed
};

std::size_t width_of(std::string_view type) {
  if (type == "SCALAR") return 1;
  if (type == "VEC3") return 3;
  if (type == "VEC4") return 4;
  return 16;
}

Component component_of(const JsonNode& node) {
  const std::size_t code = size_of(node);
  for (const Component& component : components)
    if (static_cast<std::size_t>(component.code) == code) return component;
  node.fail(fmt::format("{} is no component type of glTF 2.0", code), export_again);
}

View view_of(const GltfFile& file, const JsonNode& reference) {
  const JsonNode view =
      file.buffer_views[index_of(reference, file.buffer_views.size(), "bufferView")];
  const std::string& buffer = file.buffers[index_of(view.required("buffer", "where the bytes are"),
                                                    file.buffers.size(), "buffer")];
  const std::size_t offset = size_or_zero(view, "byteOffset");
  const std::size_t length = size_of(view.required("byteLength", "the number of bytes"));
  if (offset > buffer.size() || length > buffer.size() - offset)
    view.fail(fmt::format("ends at byte {} of a buffer of {}", offset + length, buffer.size()),
              export_again);
  const std::size_t stride = size_or_zero(view, "byteStride");
  if (stride > 252) view.at("byteStride").fail("must be 252 or less", export_again);
  return {std::string_view(buffer).substr(offset, length), stride};
}

// The elements that start `offset` bytes into a view; throws at `node` unless all are inside.
void place_inside(Layout& layout, const View& view, std::size_t offset, const JsonNode& node) {
  const std::size_t size = layout.component.bytes * layout.width;
  layout.stride = view.stride > 0 ? view.stride : size;
  if (layout.stride < size)
    node.fail(
        fmt::format("elements of {} bytes do not fit a byteStride of {}", size, layout.stride),
        export_again);
  const bool fits = offset <= view.bytes.size() && view.bytes.size() - offset >= size &&
                    (view.bytes.size() - offset - size) / layout.stride >= layout.count - 1;
  if (!fits)
    node.fail(
        fmt::format("{} elements of {} bytes from byte {} do not fit a bufferView of {} bytes",
                    layout.count, size, offset, view.bytes.size()),
        export_again);
  layout.bytes = view.bytes.substr(offset);
}

template <class T>
void copy_numbers(const Layout& layout, double* out) {
  for (std::size_t i = 0; i < layout.count; ++i) {
    const char* element = layout.bytes.data() + i * layout.stride;
    for (std::size_t a = 0; a < layout.width; ++a, ++out) {
      T number;
      std::memcpy(&number, element + a * sizeof(T), sizeof(T));
      *out = static_cast<double>(number);
    }
  }
}

void copy_numbers(const Layout& layout, double* out) {
  switch (layout.component.code) {
    case 5120:
      return copy_numbers<std::int8_t>(layout, out);
    case 5121:
      return copy_numbers<std::uint8_t>(layout, out);
    case 5122:
      return copy_numbers<std::int16_t>(layout, out);
    case 5123:
      return copy_numbers<std::uint16_t>(layout, out);
    case 5125:
      return copy_numbers<std::uint32_t>(layout, out);
    default:
      return copy_numbers<float>(layout, out);
  }
}

// Count, width and component, before anything is known about where the bytes are.
Layout layout_of(GltfFile& file, const JsonNode& accessor, const ArrayWish& wish) {
  Layout layout;
  layout.component = component_of(accessor.required("componentType", "the kind of number"));
  const bool is_real = layout.component.largest == 0;
  if (wish.numbers == NumberKind::real && !is_real)
    accessor.at("componentType").fail("must be 5126: these are real numbers", export_again);
  if (wish.numbers == NumberKind::unsigned_integer && !layout.component.is_unsigned)
    accessor.at("componentType")
        .fail("must be 5121, 5123 or 5125: these are whole numbers", export_again);
  const JsonNode type = accessor.required("type", "the shape of an element");
  if (type.text() != wish.type)
    type.fail(fmt::format("must be {} here, not {}", wish.type, shown(type.text())), export_again);
  layout.width = width_of(wish.type);

  const JsonNode count = accessor.required("count", "the number of elements");
  layout.count = size_of(count);
  if (layout.count == 0) count.fail("is 0: the array is empty", export_again);
  take_room(file, count, layout.count, layout.width);
  return layout;
}

// Overwrites the elements a sparse accessor lists.
void put_sparse(const GltfFile& file, const JsonNode& sparse, const Layout& base,
                Positions& values) {
  sparse.expect_object();
  const JsonNode count_node = sparse.required("count", "the number of entries");
  const std::size_t count = size_of(count_node);
  if (count == 0 || count > base.count)
    count_node.fail(fmt::format("must be from 1 to {}", base.count), export_again);

  // both arrays are packed
  const JsonNode where = sparse.required("indices", "which elements are replaced");
  const JsonNode what = sparse.required("values", "what they become");
  where.expect_object();
  what.expect_object();
  Layout index_layout, value_layout = base;
  index_layout.width = 1;
  index_layout.count = value_layout.count = count;
  index_layout.component = component_of(where.required("componentType", "the kind of number"));
  if (!index_layout.component.is_unsigned)
    where.at("componentType").fail("must be 5121, 5123 or 5125", export_again);
  place_inside(index_layout, view_of(file, where.required("bufferView", "the numbers")),
               size_or_zero(where, "byteOffset"), where);
  place_inside(value_layout, view_of(file, what.required("bufferView", "the numbers")),
               size_or_zero(what, "byteOffset"), what);
  std::vector<double> indices(count);
  Positions replacements(static_cast<Index>(count), static_cast<Index>(base.width));
  copy_numbers(index_layout, indices.data());
  copy_numbers(value_layout, replacements.data());

  double last = -1;
  for (std::size_t i = 0; i < count; ++i) {
    if (indices[i] <= last || indices[i] >= static_cast<double>(base.count))
      where.fail(
          fmt::format("entry {} names element {:.0f} of {}, after {:.0f}: they must increase", i,
                      indices[i], base.count, last),
          export_again);
    last = indices[i];
    values.row(static_cast<Index>(last)) = replacements.row(static_cast<Index>(i));
  }
}

void divide_normalised(const JsonNode& accessor, const Component& component, Positions& values) {
  if (!accessor.has("normalized")) return;
  const JsonNode node = accessor.at("normalized");
  if (!node.value().is_boolean()) node.fail("must be true or false");
  if (!node.value().get<bool>() || component.largest == 0) return;
  values = (values / component.largest).cwiseMax(-1.0);
}

void expect_finite(const JsonNode& accessor, const ArrayWish& wish, Positions& values) {
  for (Index i = 0; i < values.rows(); ++i) {
    if (values.row(i).allFinite()) continue;
    if (wish.not_finite == NotFinite::is_an_error)
      accessor.fail(fmt::format("element {} is not a finite number", i),
                    "Remove what it belongs to, or export the file again");
    values.row(i).setZero();
  }
}

}  // namespace

GltfFile gltf_file(const JsonNode& root, const std::vector<std::string>& buffers, const Log& log) {
  std::size_t bytes = 0;
  for (const std::string& buffer : buffers) bytes += buffer.size();
  return {root,
          buffers,
          log,
          items_or_none(root, "bufferViews"),
          items_or_none(root, "accessors"),
          items_or_none(root, "nodes"),
          items_or_none(root, "meshes"),
          items_or_none(root, "skins"),
          items_or_none(root, "animations"),
          std::min(least_room + room_a_byte * bytes, most_room)};
}

void take_room(GltfFile& file, const JsonNode& node, std::size_t count, std::size_t width) {
  if (width > 0 && count > file.numbers_left / width)
    node.fail(fmt::format("asks for {} elements, more than a file of this size can use", count),
              export_again);
  file.numbers_left -= count * width;
}

GltfArray read_array(GltfFile& file, const JsonNode& reference, const ArrayWish& wish) {
  const JsonNode accessor = file.accessors[index_of(reference, file.accessors.size(), "accessor")];
  Layout layout = layout_of(file, accessor, wish);
  if (accessor.has("bufferView")) {
    place_inside(layout, view_of(file, accessor.at("bufferView")),
                 size_or_zero(accessor, "byteOffset"), accessor);
  }

  // without a view all is zero
  GltfArray array{accessor.place(), Positions::Zero(static_cast<Index>(layout.count),
                                                    static_cast<Index>(layout.width))};
  if (!layout.bytes.empty()) copy_numbers(layout, array.values.data());
  if (accessor.has("sparse")) put_sparse(file, accessor.at("sparse"), layout, array.values);
  divide_normalised(accessor, layout.component, array.values);
  expect_finite(accessor, wish, array.values);
  return array;
}

}  // namespace descant

// io/gltf_mesh.cpp: the vertices, triangles and morph targets of a mesh.

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "descant/core/error.hpp"
#include "descant/io/gltf_parts.hpp"

namespace descant {

namespace {

constexpr const char* export_again = "Export the file again";
enum Mode : std::size_t { triangle_list = 4, triangle_strip = 5, triangle_fan = 6, last_mode = 6 };

// An attribute with one row a vertex.
GltfArray read_attribute(GltfFile& file, const JsonNode& reference, Index num_vertices,
                         const ArrayWish& wish) {
  GltfArray array = read_array(file, reference, wish);
  if (array.values.rows() != num_vertices)
    throw InputError(array.place,
                     fmt::format("holds {} elements, and the vertices are {} ({})",
                                 array.values.rows(), num_vertices, reference.place()),
                     export_again);
  return array;
}

// True where an accessor's numbers are in a buffer, compressed elsewhere or not.
bool has_bytes(const GltfFile& file, const JsonNode& reference) {
  return file.accessors[index_of(reference, file.accessors.size(), "accessor")].has("bufferView");
}

// The vertices a primitive draws, in order.
std::vector<int> read_corners(GltfFile& file, const JsonNode& primitive, Index num_vertices) {
  std::vector<int> corners;
  if (!primitive.has("indices")) {
    for (Index v = 0; v < num_vertices; ++v) corners.push_back(static_cast<int>(v));
    return corners;
  }
  const GltfArray array =
      read_array(file, primitive.at("indices"), {.numbers = NumberKind::unsigned_integer});
  corners.reserve(static_cast<std::size_t>(array.values.rows()));
  for (Index i = 0; i < array.values.rows(); ++i) {
    const double vertex = array.values(i, 0);
    if (vertex >= static_cast<double>(num_vertices))
      throw InputError(array.place,
                       fmt::format("element {} names vertex {:.0f} of {}", i, vertex, num_vertices),
                       export_again);
    corners.push_back(static_cast<int>(vertex));
  }
  return corners;
}

void read_targets(GltfFile& file, const JsonNode& primitive, SurfacePart& part) {
  const Index num_vertices = part.positions.rows();
  for (const JsonNode& target : items_or_none(primitive, "targets")) {
    if (target.has("POSITION")) {
      const JsonNode reference = target.at("POSITION");
      part.targets.push_back(
          read_attribute(file, reference, num_vertices, {.type = "VEC3"}).values);
    } else {
      // a target may move only normals
      take_room(file, target, static_cast<std::size_t>(num_vertices), 3);
      part.targets.push_back(Positions::Zero(num_vertices, 3));
    }
  }
}

void read_stiffness(GltfFile& file, const JsonNode& reference, SurfacePart& part) {
  const GltfArray array = read_attribute(file, reference, part.positions.rows(), {});
  for (Index v = 0; v < array.values.rows(); ++v)
    if (!(array.values(v, 0) > 0))
      throw InputError(array.place, fmt::format("vertex {}: the stiffness must be above 0", v),
                       "1 leaves it as it is");
  part.stiffness = array.values.col(0);
}

// The mean of red, green and blue.
void read_paint(GltfFile& file, const JsonNode& reference, SurfacePart& part) {
  const JsonNode& accessor = file.accessors[index_of(reference, file.accessors.size(), "accessor")];
  const bool is_opaque = accessor.required("type", "the shape of an element").text() == "VEC3";
  const GltfArray array =
      read_attribute(file, reference, part.positions.rows(),
                     {.type = is_opaque ? "VEC3" : "VEC4", .not_finite = NotFinite::becomes_zero});
  part.paint = array.values.leftCols<3>().rowwise().mean().cwiseMax(0).cwiseMin(1);
}

SurfacePart read_part(GltfFile& file, const JsonNode& primitive,
                      const std::vector<const Skin*>& skins) {
  const JsonNode attributes = primitive.required("attributes", "the vertices");
  attributes.expect_object();
  const JsonNode positions = attributes.required("POSITION", "where the vertices are");
  if (!has_bytes(file, positions)) refuse_compressed(primitive);
  SurfacePart part;
  part.positions = read_array(file, positions, {.type = "VEC3"}).values;
  if (attributes.has("NORMAL"))
    part.normals = read_attribute(file, attributes.at("NORMAL"), part.positions.rows(),
                                  {.type = "VEC3", .not_finite = NotFinite::becomes_zero})
                       .values;
  read_targets(file, primitive, part);
  if (!skins.empty()) read_skinning(file, attributes, skins, part);
  if (attributes.has("_DESCANT_STIFFNESS"))
    read_stiffness(file, attributes.at("_DESCANT_STIFFNESS"), part);
  if (attributes.has("COLOR_0")) read_paint(file, attributes.at("COLOR_0"), part);
  part.triangles = read_triangles(file, primitive, part.positions.rows());
  return part;
}

// Names by custom in `extras`, where anything may stand: taken only where they fit.
std::vector<std::string> target_names(const JsonNode& mesh, std::size_t num_targets) {
  if (!mesh.has("extras") || !mesh.at("extras").has("targetNames")) return {};
  const nlohmann::json& list = mesh.at("extras").at("targetNames").value();
  if (!list.is_array() || list.size() != num_targets) return {};
  std::vector<std::string> names;
  for (const nlohmann::json& name : list) {
    if (!name.is_string()) return {};
    names.push_back(name.get<std::string>());
  }
  return names;
}

}  // namespace

Elements read_triangles(GltfFile& file, const JsonNode& primitive, Index num_vertices) {
  const std::size_t mode = primitive.has("mode") ? size_of(primitive.at("mode")) : triangle_list;
  if (mode > last_mode) primitive.at("mode").fail("must be a whole number from 0 to 6");
  const std::vector<int> corners = read_corners(file, primitive, num_vertices);
  if (mode < triangle_list) return Elements(0, 3);

  std::vector<std::array<int, 3>> triangles;
  if (mode == triangle_list) {
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
      triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
    if (corners.size() % 3 != 0)
      warn(file.log, primitive.place() + ": the last corners make no triangle and are left out");
  }
  for (std::size_t i = 0; mode != triangle_list && i + 2 < corners.size(); ++i) {
    const std::size_t odd = i % 2;
    const std::array<int, 3> triangle =
        mode == triangle_strip
            ? std::array<int, 3>{corners[i], corners[i + 1 + odd], corners[i + 2 - odd]}
            : std::array<int, 3>{corners[i + 1], corners[i + 2], corners[0]};

    // a repeated corner only leads a strip elsewhere
    if (triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0])
      triangles.push_back(triangle);
  }
  Elements elements(static_cast<Index>(triangles.size()), 3);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (int i = 0; i < 3; ++i) elements(static_cast<Index>(t), i) = triangles[t][i];
  return elements;
}

CharacterMesh read_mesh(GltfFile& file, std::size_t mesh, const std::vector<const Skin*>& skins) {
  const JsonNode& node = file.meshes[mesh];
  CharacterMesh out;
  out.name = text_or_empty(node, "name");
  node.required("primitives", "the surfaces");
  for (const JsonNode& primitive : items_or_none(node, "primitives")) {
    out.parts.push_back(read_part(file, primitive, skins));
    if (out.parts.back().targets.size() != out.parts.front().targets.size())
      primitive.fail(fmt::format("has {} morph targets, and the first primitive {}",
                                 out.parts.back().targets.size(), out.parts.front().targets.size()),
                     "All primitives of a mesh need the same number");
  }
  if (!out.parts.empty()) out.target_names = target_names(node, out.parts.front().targets.size());
  return out;
}

}  // namespace descant

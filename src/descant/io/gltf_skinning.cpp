// io/gltf_skinning.cpp: the joints and weights of a primitive's vertices.
//
//   w_vi ≥ 0,  Σᵢ w_vi = 1        vertex v, influence i

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "descant/core/error.hpp"
#include "descant/io/gltf_parts.hpp"

namespace descant {

namespace {

constexpr double largest_negative = 1e-6;  // below this a weight is wrong, not rounded
constexpr double least_sum = 1e-6, largest_deviation = 1e-3;

// One set of four influences, JOINTS_k and WEIGHTS_k.
struct Influences {
  GltfArray joints, weights;
};

Influences read_set(GltfFile& file, const JsonNode& attributes, int set, Index num_vertices) {
  const JsonNode joints =
      attributes.required(fmt::format("JOINTS_{}", set), "what a skinned vertex follows");
  const JsonNode weights =
      attributes.required(fmt::format("WEIGHTS_{}", set), "how much it follows each joint");
  Influences influences{
      read_array(file, joints, {.type = "VEC4", .numbers = NumberKind::unsigned_integer}),
      read_array(file, weights, {.type = "VEC4"})};
  for (const GltfArray* array : {&influences.joints, &influences.weights})
    if (array->values.rows() != num_vertices)
      throw InputError(array->place,
                       fmt::format("holds {} elements, and the vertices are {}",
                                   array->values.rows(), num_vertices),
                       "Export the file again");
  return influences;
}

// Copies a set into the columns from `first`. Influences of weight 0 follow joint 0.
void place_set(const Influences& set, std::size_t num_joints, Index first, SurfacePart& part) {
  for (Index v = 0; v < set.weights.values.rows(); ++v) {
    for (Index i = 0; i < 4; ++i) {
      const double weight = set.weights.values(v, i), joint = set.joints.values(v, i);
      if (weight < -largest_negative)
        throw InputError(set.weights.place, fmt::format("vertex {}: a weight of {}", v, weight),
                         "Weights must not be negative");
      part.weights(v, first + i) = std::max(weight, 0.0);
      if (weight <= 0) continue;
      if (joint >= static_cast<double>(num_joints))
        throw InputError(
            set.joints.place,
            fmt::format("vertex {}: joint {:.0f} of a skin with {}", v, joint, num_joints),
            "Export the file again");
      part.joints(v, first + i) = static_cast<int>(joint);
    }
  }
}

// Rows that sum to one, with a warning where they were far from it.
void normalise_rows(const GltfFile& file, const std::string& place, Matrix& weights) {
  Index worst = 0;
  double worst_sum = 1;
  for (Index v = 0; v < weights.rows(); ++v) {
    const double sum = weights.row(v).sum();
    if (!(sum > least_sum))
      throw InputError(place, fmt::format("vertex {}: the weights sum to 0", v),
                       "Give the vertex to a joint (Blender: Weights, Normalize All)");
    if (std::abs(sum - 1) > std::abs(worst_sum - 1)) {
      worst = v;
      worst_sum = sum;
    }
    weights.row(v) /= sum;
  }
  if (std::abs(worst_sum - 1) > largest_deviation)
    warn(file.log, fmt::format("{}: vertex {}: the weights sum to {:.6g}; all are normalised",
                               place, worst, worst_sum));
}

}  // namespace

void read_skinning(GltfFile& file, const JsonNode& attributes,
                   const std::vector<const Skin*>& skins, SurfacePart& part) {
  std::size_t num_joints = skins.front()->joints.size();
  for (const Skin* skin : skins) num_joints = std::min(num_joints, skin->joints.size());

  std::vector<Influences> sets;
  do {
    sets.push_back(
        read_set(file, attributes, static_cast<int>(sets.size()), part.positions.rows()));
  } while (attributes.has(fmt::format("JOINTS_{}", sets.size())));
  const Index num_influences = 4 * static_cast<Index>(sets.size());
  part.joints = Elements::Zero(part.positions.rows(), num_influences);
  part.weights = Matrix::Zero(part.positions.rows(), num_influences);
  for (std::size_t set = 0; set < sets.size(); ++set)
    place_set(sets[set], num_joints, 4 * static_cast<Index>(set), part);

  normalise_rows(file, sets.front().weights.place, part.weights);
}

}  // namespace descant

// io/gltf_nodes.cpp: the tree of nodes, and the skins that hang on it.
//
//   matrix = T R S        columns of the 3×3: R e_a s_a

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "descant/core/error.hpp"
#include "descant/io/gltf_parts.hpp"

namespace descant {

namespace {

constexpr double least_quaternion = 1e-6;  // norm
constexpr double largest_shear = 1e-4;     // of the matrix' largest entry

Vector numbers_of(const JsonNode& node, Index count) {
  const Vector numbers = node.numbers();
  if (numbers.size() != count)
    node.fail(fmt::format("must be {} numbers, not {}", count, numbers.size()));
  if (numbers.cwiseAbs().maxCoeff() > std::numeric_limits<float>::max())
    node.fail("holds a number too large for a viewer to show", "Export the file again");
  return numbers;
}

// T, R and S of a matrix; what is left of it, a shear, is lost with a warning.
void decompose(const GltfFile& file, const JsonNode& node, CharacterNode& out) {
  const Vector entries = numbers_of(node, 16);
  const Eigen::Map<const Eigen::Matrix4d> matrix(entries.data());
  if ((matrix.row(3) - Eigen::RowVector4d(0, 0, 0, 1)).cwiseAbs().maxCoeff() > 1e-6)
    node.fail("the last row of the matrix is not 0 0 0 1", "Only affine transforms can be shown");

  const Eigen::Matrix3d linear = matrix.topLeftCorner<3, 3>();
  out.translation = matrix.topRightCorner<3, 1>();
  out.scale = linear.colwise().norm().transpose();
  if (linear.determinant() < 0) out.scale[0] = -out.scale[0];

  // the rotation nearest to the columns made unit; a column of zeros may point anywhere
  Eigen::Matrix3d columns = linear;
  for (int a = 0; a < 3; ++a) columns.col(a) /= out.scale[a] != 0 ? out.scale[a] : 1;
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(columns, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Matrix3d left = svd.matrixU();
  if ((left * svd.matrixV().transpose()).determinant() < 0) left.col(2) = -left.col(2);
  const Eigen::Matrix3d turn = left * svd.matrixV().transpose();
  out.rotation = Eigen::Quaterniond(turn).normalized().coeffs();

  const Eigen::Matrix3d rest = turn * out.scale.asDiagonal();
  if ((rest - linear).cwiseAbs().maxCoeff() > largest_shear * linear.cwiseAbs().maxCoeff())
    warn(file.log, node.place() + ": the matrix holds a shear, which is left out");
}

void read_transform(const GltfFile& file, const JsonNode& node, CharacterNode& out) {
  if (node.has("matrix")) return decompose(file, node.at("matrix"), out);
  if (node.has("translation")) out.translation = numbers_of(node.at("translation"), 3);
  if (node.has("scale")) out.scale = numbers_of(node.at("scale"), 3);
  if (!node.has("rotation")) return;
  const JsonNode rotation = node.at("rotation");
  const Eigen::Vector4d quaternion = numbers_of(rotation, 4);
  const double norm = quaternion.norm();
  if (!(norm > least_quaternion) || !std::isfinite(norm))
    rotation.fail("is no rotation: a quaternion of length 0", "Export the file again");
  out.rotation = quaternion / norm;
}

// Gives every child its parent.
void read_children(const GltfFile& file, std::size_t parent, std::vector<CharacterNode>& nodes) {
  const JsonNode& node = file.nodes[parent];
  if (!node.has("children")) return;
  for (const JsonNode& item : node.at("children").items("nodes")) {
    const std::size_t child = index_of(item, nodes.size(), "node");
    if (nodes[child].parent >= 0)
      item.fail(fmt::format("node {} already is a child of node {}", child, nodes[child].parent),
                "A node has one parent: remove it from one of the lists");
    nodes[child].parent = static_cast<int>(parent);
  }
}

// Every node has at most one parent, so those that no root leads to are on or below a cycle.
void expect_forest(const GltfFile& file, const std::vector<CharacterNode>& nodes) {
  enum class Seen { no, now, before };
  std::vector<Seen> seen(nodes.size(), Seen::no);
  for (std::size_t start = 0; start < nodes.size(); ++start) {
    int at = static_cast<int>(start);
    for (; at >= 0 && seen[static_cast<std::size_t>(at)] == Seen::no;
         at = nodes[static_cast<std::size_t>(at)].parent)
      seen[static_cast<std::size_t>(at)] = Seen::now;
    if (at >= 0 && seen[static_cast<std::size_t>(at)] == Seen::now)
      file.nodes[static_cast<std::size_t>(at)].fail("is its own ancestor",
                                                    "Break the cycle of children");
    for (at = static_cast<int>(start); at >= 0 && seen[static_cast<std::size_t>(at)] == Seen::now;
         at = nodes[static_cast<std::size_t>(at)].parent)
      seen[static_cast<std::size_t>(at)] = Seen::before;
  }
}

void read_inverse_binds(GltfFile& file, const JsonNode& reference, Skin& skin) {
  const GltfArray array =
      read_array(file, reference, {.type = "MAT4", .numbers = NumberKind::real});
  if (array.values.rows() < static_cast<Index>(skin.joints.size()))
    throw InputError(array.place,
                     fmt::format("holds {} inverse bind matrices for {} joints",
                                 array.values.rows(), skin.joints.size()),
                     "Export the file again");
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    const Vector entries = array.values.row(static_cast<Index>(j));
    Eigen::Matrix4d& bind = skin.inverse_binds[j];
    bind = Eigen::Map<const Eigen::Matrix4d>(entries.data());
    const Eigen::RowVector4d last(0, 0, 0, 1);
    if ((bind.row(3) - last).cwiseAbs().maxCoeff() > 1e-3)
      throw InputError(array.place, fmt::format("matrix {} does not end in the row 0 0 0 1", j),
                       "Export the file again");
    bind.row(3) = last;
  }
}

}  // namespace

std::vector<CharacterNode> read_nodes(const GltfFile& file) {
  std::vector<CharacterNode> nodes(file.nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const JsonNode& node = file.nodes[n];
    nodes[n].name = text_or_empty(node, "name");
    read_transform(file, node, nodes[n]);
    if (node.has("mesh"))
      nodes[n].mesh = static_cast<int>(index_of(node.at("mesh"), file.meshes.size(), "mesh"));
    if (node.has("skin"))
      nodes[n].skin = static_cast<int>(index_of(node.at("skin"), file.skins.size(), "skin"));
    read_children(file, n, nodes);
  }
  expect_forest(file, nodes);
  return nodes;
}

std::vector<Skin> read_skins(GltfFile& file) {
  std::vector<Skin> skins;
  for (const JsonNode& node : file.skins) {
    Skin skin;
    skin.name = text_or_empty(node, "name");
    for (const JsonNode& joint : node.required("joints", "the nodes that move it").items("nodes"))
      skin.joints.push_back(static_cast<int>(index_of(joint, file.nodes.size(), "node")));
    if (skin.joints.empty())
      node.at("joints").fail("is empty: the skin has no joint", "Export the file again");
    skin.inverse_binds.assign(skin.joints.size(), Eigen::Matrix4d::Identity());
    if (node.has("inverseBindMatrices"))
      read_inverse_binds(file, node.at("inverseBindMatrices"), skin);
    skins.push_back(std::move(skin));
  }
  return skins;
}

}  // namespace descant

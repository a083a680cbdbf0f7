// mesh/check.cpp: finds the first thing wrong with a mesh and says what to do about it.
//
// An element of dimension k counts as having no volume where |vol| ≤ 1e-13 (longest edge)ᵏ: below
// that it is round-off.

#include "descant/mesh/check.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "descant/core/error.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/topology.hpp"

namespace descant {
namespace {

std::string element_name(const Mesh& mesh, Index e) {
  const char* kind[] = {"edge ", "triangle ", "tetrahedron "};
  std::string name = kind[mesh.cell_dim() - 1] + std::to_string(e) + " (";
  for (Index k = 0; k < mesh.elements.cols(); ++k) {
    name += (k ? " " : "") + std::to_string(mesh.elements(e, k));
  }
  return name + ")";
}

void check_shape(const Mesh& mesh, const std::string& place) {
  if (mesh.num_vertices() == 0 || mesh.num_elements() == 0) {
    throw InputError(place, "the mesh is empty",
                     "Give at least one triangle (2D) or tetrahedron (3D)");
  }
  if (mesh.dim() != 2 && mesh.dim() != 3) {
    throw InputError(place, "vertices have " + std::to_string(mesh.dim()) + " coordinates",
                     "Give 2 or 3");
  }
  if (mesh.cell_dim() < 1 || mesh.cell_dim() > mesh.dim()) {
    throw InputError(place,
                     "elements have " + std::to_string(mesh.elements.cols()) + " vertices in " +
                         std::to_string(mesh.dim()) + "D",
                     mesh.dim() == 2 ? "Give edges or triangles in 2D"
                                     : "Give edges, triangles or tetrahedra in 3D");
  }
}

void check_vertices(const Mesh& mesh, const std::string& place) {
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    if (!mesh.vertices.row(i).allFinite()) {
      throw InputError(place,
                       "vertex " + std::to_string(i) + " has a coordinate that is not finite",
                       "Export the mesh again, or remove that vertex");
    }
  }
}

void check_indices(const Mesh& mesh, const std::string& place) {
  std::vector<bool> is_used(mesh.num_vertices(), false);
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    for (Index k = 0; k < mesh.elements.cols(); ++k) {
      const int i = mesh.elements(e, k);
      if (i < 0 || i >= mesh.num_vertices()) {
        throw InputError(place,
                         element_name(mesh, e) + " names vertex " + std::to_string(i) +
                             ", but there are " + std::to_string(mesh.num_vertices()),
                         "Vertices are numbered from 0 here");
      }
      for (Index l = 0; l < k; ++l) {
        if (mesh.elements(e, l) == i) {
          throw InputError(place,
                           element_name(mesh, e) + " has vertex " + std::to_string(i) + " twice",
                           "Remove that element");
        }
      }
      is_used[i] = true;
    }
  }
  const auto unused = std::find(is_used.begin(), is_used.end(), false);
  if (unused != is_used.end()) {
    throw InputError(
        place, "vertex " + std::to_string(unused - is_used.begin()) + " belongs to no element",
        "Remove the vertices that no element uses");
  }
}

double longest_edge(const Mesh& mesh, Index e) {
  double longest = 0;
  for (int a = 0; a <= mesh.cell_dim(); ++a) {
    for (int b = 0; b < a; ++b) {
      const auto edge =
          mesh.vertices.row(mesh.elements(e, a)) - mesh.vertices.row(mesh.elements(e, b));
      longest = std::max(longest, edge.norm());
    }
  }
  return longest;
}

/// Throws where a reoriented element lies on the same side of a face as its neighbour: then it was
/// not written backwards but folded over, and no order of its vertices helps.
void check_folds(const Mesh& mesh, const std::vector<bool>& is_reoriented,
                 const std::string& place) {
  for (const auto& [a, b] : folded_pairs(mesh)) {
    if (!is_reoriented[a] && !is_reoriented[b]) continue;
    const Index folded = is_reoriented[a] ? a : b, other = is_reoriented[a] ? b : a;
    throw InputError(
        place,
        element_name(mesh, folded) + " is folded over its neighbour " + element_name(mesh, other),
        "Move its vertices apart, or mesh the body again");
  }
}

void check_volumes(const Mesh& mesh, const Vector& volumes, const std::string& place) {
  const char* measure[] = {"length", "area", "volume"};
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    const double least = 1e-13 * std::pow(longest_edge(mesh, e), mesh.cell_dim());
    if (std::abs(volumes[e]) > least && std::isfinite(volumes[e])) continue;
    throw InputError(place, element_name(mesh, e) + " has no " + measure[mesh.cell_dim() - 1],
                     "Remove it, or mesh the body again");
  }
}

void orient(Mesh& mesh, const Vector& volumes, const std::string& place, const Log& log) {
  Index num_inverted = 0, first_inverted = -1;
  std::vector<bool> is_reoriented(mesh.num_elements(), false);
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    if (volumes[e] > 0) continue;
    if (num_inverted++ == 0) first_inverted = e;
    is_reoriented[e] = true;
    std::swap(mesh.elements(e, mesh.dim() - 1), mesh.elements(e, mesh.dim()));
  }
  if (num_inverted > 0) {
    check_folds(mesh, is_reoriented, place);
    warn(log, place + ": " + std::to_string(num_inverted) + " of " +
                  std::to_string(mesh.num_elements()) + " elements were inverted (the first is " +
                  std::to_string(first_inverted) + ") and have been reoriented");
  }
}

}  // namespace

Mesh checked(Mesh mesh, const std::string& place, const Log& log) {
  check_shape(mesh, place);
  check_vertices(mesh, place);
  check_indices(mesh, place);
  const Vector volumes = element_volumes(mesh);
  check_volumes(mesh, volumes, place);
  if (mesh.is_solid()) orient(mesh, volumes, place, log);
  return mesh;
}

}  // namespace descant

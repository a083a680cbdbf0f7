// weights/held_weights.cpp: which vertices each handle holds.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "descant/core/error.hpp"
#include "descant/mesh/topology.hpp"
#include "descant/weights/bounded_biharmonic.hpp"

namespace descant {
namespace {

void check_handles(const Mesh& mesh, const std::vector<WeightHandle>& handles) {
  if (handles.empty()) {
    throw InputError("handles", "there is none to give weights to", "Add a point or a bone");
  }
  for (std::size_t k = 0; k < handles.size(); ++k) {
    const std::string place = "handle " + std::to_string(k);
    const bool fits = handles[k].tail.size() == mesh.dim() &&
                      (handles[k].head.size() == 0 || handles[k].head.size() == mesh.dim());
    if (!fits) {
      throw InputError(place, "its position does not have the mesh's " +
                                  std::to_string(mesh.dim()) + " coordinates");
    }
    if (!handles[k].tail.allFinite() || !handles[k].head.allFinite()) {
      throw InputError(place, "it has a coordinate that is not finite");
    }
  }
}

double mean_edge(const Mesh& mesh) {
  double total = 0;
  Index count = 0;
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    for (int a = 0; a <= mesh.dim(); ++a) {
      for (int b = 0; b < a; ++b, ++count) {
        total += (mesh.vertices.row(mesh.elements(e, a)) - mesh.vertices.row(mesh.elements(e, b)))
                     .norm();
      }
    }
  }
  return total / static_cast<double>(count);
}

double distance(const WeightHandle& handle, const Vector& x) {
  if (handle.head.size() == 0) return (x - handle.tail).norm();
  const Vector along = handle.head - handle.tail;
  const double length_squared = along.squaredNorm();
  if (length_squared == 0) return (x - handle.tail).norm();
  const double t = std::clamp((x - handle.tail).dot(along) / length_squared, 0.0, 1.0);
  return (x - handle.tail - t * along).norm();
}

/// Marks the vertex nearest to `x`, and those as near within `slack`.
void claim_nearest(const Mesh& mesh, const Vector& x, double slack, Vector& claims) {
  const Vector distances = (mesh.vertices.rowwise() - x.transpose()).rowwise().norm();
  const double reach = distances.minCoeff() + slack;
  claims = (distances.array() <= reach).select(Vector::Ones(claims.size()), claims);
}

/// 1 for vertices that `handle` would hold if it were alone (n).
Vector claims_of(const Mesh& mesh, const WeightHandle& handle, double edge, ConstVec distances) {
  Vector claims = Vector::Zero(mesh.num_vertices());
  if (handle.head.size() == 0) {
    Index nearest;
    distances.minCoeff(&nearest);
    claims[nearest] = 1;
    return claims;
  }
  // a point every half edge along the bone, but no more than the mesh could tell apart
  const double length = (handle.head - handle.tail).norm();
  const double most = 2 * diagonal(mesh) / edge;
  const int num_samples = 1 + static_cast<int>(std::ceil(std::min(2 * length / edge, most)));
  for (int s = 0; s <= num_samples; ++s) {
    const double t = static_cast<double>(s) / num_samples;
    claim_nearest(mesh, handle.tail + t * (handle.head - handle.tail), 1e-6 * edge, claims);
  }
  return (distances.array() <= 0.5 * edge).select(Vector::Ones(claims.size()), claims);
}

/// Parts that no handle touches go whole to the nearest one.
void hold_untouched_components(const Mesh& mesh, const Matrix& distances, Matrix& claims) {
  const std::vector<int> component = vertex_components(mesh);
  const int num_components = 1 + *std::max_element(component.begin(), component.end());
  std::vector<bool> is_touched(num_components, false);
  for (Index i = 0; i < claims.rows(); ++i) {
    if (claims.row(i).maxCoeff() > 0) is_touched[component[i]] = true;
  }
  std::vector<double> nearest(num_components, std::numeric_limits<double>::infinity());
  std::vector<Index> holder(num_components, 0);
  for (Index i = 0; i < claims.rows(); ++i) {
    Index k;
    const double reach = distances.row(i).minCoeff(&k);
    if (reach < nearest[component[i]]) {
      nearest[component[i]] = reach;
      holder[component[i]] = k;
    }
  }
  for (Index i = 0; i < claims.rows(); ++i) {
    if (!is_touched[component[i]]) claims(i, holder[component[i]]) = 1;
  }
}

}  // namespace

Matrix held_weights(const Mesh& mesh, const std::vector<WeightHandle>& handles) {
  expect_solid(mesh, "bounded biharmonic weights");
  check_handles(mesh, handles);
  const Index n = mesh.num_vertices(), num_handles = static_cast<Index>(handles.size());
  const double edge = mean_edge(mesh);

  // what each would hold alone
  Matrix distances(n, num_handles), claims(n, num_handles);
  for (Index k = 0; k < num_handles; ++k) {
    for (Index i = 0; i < n; ++i) {
      distances(i, k) = distance(handles[k], mesh.vertices.row(i).transpose());
    }
    claims.col(k) = claims_of(mesh, handles[k], edge, distances.col(k));
  }

  // a vertex claimed twice stays with the nearest, unless that leaves a handle with nothing
  Matrix kept = claims;
  for (Index i = 0; i < n; ++i) {
    double reach = std::numeric_limits<double>::infinity();
    for (Index k = 0; k < num_handles; ++k) {
      if (claims(i, k) > 0) reach = std::min(reach, distances(i, k));
    }
    for (Index k = 0; k < num_handles; ++k) {
      if (distances(i, k) > reach + 1e-6 * edge) kept(i, k) = 0;
    }
  }
  for (Index k = 0; k < num_handles; ++k) {
    if (kept.col(k).maxCoeff() == 0) kept.col(k) = claims.col(k);
  }
  hold_untouched_components(mesh, distances, kept);

  // share what is held alike
  for (Index i = 0; i < n; ++i) {
    const double sum = kept.row(i).sum();
    if (sum > 0) {
      kept.row(i) /= sum;
    } else {
      kept.row(i).setConstant(-1);
    }
  }
  return kept;
}

}  // namespace descant

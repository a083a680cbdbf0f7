// prepare/stiffness_factors.cpp: what is painted, times what thin parts need to hold themselves.
//
//   X = clamp((d̄ / d)^p, 1, 100)      d the thickness, d̄ that of the body where half of it is
//   thinner
//
// A sheet of thickness d wobbles at √E d/L²: at p = 2 an ear is as slow as its length alone makes
// it, and does not flap because it is thin. Cartilage and quills are like that.

#include "descant/prepare/stiffness_factors.hpp"

#include <algorithm>
#include <cmath>

#include "descant/core/weighted_median.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/thickness.hpp"
#include "descant/weights/extension.hpp"

namespace descant {
namespace {

constexpr double stiffest = 100;  // solvers are slow where neighbours differ by more

Vector mean_over_elements(const Mesh& mesh, const Vector& per_vertex) {
  Vector mean = Vector::Zero(mesh.num_elements());
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    for (int corner : mesh.elements.row(e)) mean[e] += per_vertex[corner];
    mean[e] /= static_cast<double>(mesh.elements.cols());
  }
  return mean;
}

/// Factors are extended by their logarithms, which stay positive.
Vector painted_factors(const CharacterRest& rest, const BodyMesh& body, double stiff_paint) {
  const bool is_painted = rest.paint.size() > 0 && stiff_paint != 1;
  if (rest.stiffness.size() == 0 && !is_painted) return Vector::Ones(body.mesh.num_elements());
  Matrix log_factors = Matrix::Zero(rest.surface.vertices.rows(), 1);
  if (rest.stiffness.size() > 0) log_factors += rest.stiffness.array().log().matrix();
  if (is_painted) log_factors += std::log(stiff_paint) * rest.paint;
  // no element is stiffer or softer than all of the surface
  const Vector inside = extended_values(body.mesh, body.embedding.weights, log_factors)
                            .cwiseMax(log_factors.minCoeff())
                            .cwiseMin(log_factors.maxCoeff());
  return mean_over_elements(body.mesh, inside).array().exp();
}

Vector thin_factors(const BodyMesh& body, double power) {
  if (power == 0) return Vector::Ones(body.mesh.num_elements());
  const Vector d = thickness(body.mesh);
  Vector volume = element_volumes(body.mesh);
  if (body.fill.size() > 0) volume = volume.cwiseProduct(body.fill);
  const double typical = weighted_median(d, volume);
  return (typical / d.array()).pow(power).max(1).min(stiffest);
}

}  // namespace

Vector stiffness_factors(const CharacterRest& rest, const BodyMesh& body,
                         const CharacterSettings& settings) {
  return painted_factors(rest, body, settings.stiff_paint)
      .cwiseProduct(thin_factors(body, settings.stiff_thin));
}

}  // namespace descant

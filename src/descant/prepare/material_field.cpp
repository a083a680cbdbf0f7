// prepare/material_field.cpp: base material, then regions, then the stiffness of handles.
//
//   Eₑ = E_base · Π_j (1 + w̄_je (X_j − 1))      w̄_je the weight of handle j averaged over element e

#include "descant/prepare/material_field.hpp"

#include "descant/core/error.hpp"
#include "descant/scene/settings.hpp"
#include "descant/scene/spelling.hpp"

namespace descant {

namespace {

constexpr double default_frequency = 3;  // [Hz]

bool is_inside(const Region& region, const Vector& x) {
  if (region.center.size() > 0) return (x - region.center).norm() <= region.radius;
  return (x.array() >= region.box_min.array()).all() && (x.array() <= region.box_max.array()).all();
}

Vector centroid(const Mesh& mesh, Index e) {
  Vector sum = Vector::Zero(mesh.dim());
  for (int corner : mesh.elements.row(e)) sum += mesh.vertices.row(corner);
  return sum / static_cast<double>(mesh.elements.cols());
}

double mean_weight(const Mesh& mesh, const Matrix& weights, Index e, Index handle) {
  double sum = 0;
  for (int corner : mesh.elements.row(e)) sum += weights(corner, handle);
  return sum / static_cast<double>(mesh.elements.cols());
}

void expect_sized(const BodySpec& body) {
  const int dim = body.mesh.dim();
  for (const Region& region : body.regions) {
    const bool is_ball = region.center.size() == dim;
    const bool is_box = region.box_min.size() == dim && region.box_max.size() == dim;
    if (!is_ball && !is_box) {
      throw InputError("body " + body.name,
                       "a region is neither a ball nor a box in " + std::to_string(dim) + "D");
    }
  }
  const Index size = body.young_per_element.size();
  if (size > 0 && size != body.mesh.num_elements()) {
    throw InputError("body " + body.name, "has " + std::to_string(size) + " moduli for " +
                                              std::to_string(body.mesh.num_elements()) +
                                              " elements");
  }
}

}  // namespace

Index handle_number(const BodySpec& body, const std::string& name, const std::string& place) {
  std::vector<std::string> names;
  for (const Handle& handle : body.rig.handles) names.push_back(handle.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return found - names.begin();
  throw InputError(place, "body " + body.name + " has no handle `" + name + "`",
                   names.empty() ? "It has no handles" : suggestion(name, names));
}

MaterialField material_field(const BodySpec& body, const Matrix& weights) {
  expect_sized(body);
  const BodySettings& settings = body.settings;
  const Index count = body.mesh.num_elements();
  MaterialField field;

  // young wins over frequency; without either, 3 Hz
  const bool has_moduli = settings.young || body.young_per_element.size() > 0;
  if (!settings.young && (settings.frequency || !has_moduli)) {
    field.frequency = settings.frequency.value_or(default_frequency);
  }
  Vector young = Vector::Constant(count, settings.young.value_or(1));
  if (body.young_per_element.size() > 0) young = body.young_per_element;
  Vector poisson = Vector::Constant(count, settings.poisson);
  field.density = Vector::Constant(count, settings.density);

  // regions, the later over the earlier
  for (size_t r = 0; r < body.regions.size(); ++r) {
    const Region& region = body.regions[r];
    if (region.young && !has_moduli) {
      throw InputError(
          "body " + body.name,
          "region " + std::to_string(r) + " gives young where the body has a frequency",
          "Give the region a `stiffness`, which is a factor, or the body a `young`");
    }
    for (Index e = 0; e < count; ++e) {
      if (!is_inside(region, centroid(body.mesh, e))) continue;
      const double base = body.young_per_element.size() > 0 ? body.young_per_element[e]
                                                            : settings.young.value_or(1);
      if (region.young) young[e] = *region.young;
      if (region.stiffness) young[e] = base * *region.stiffness;
      if (region.poisson) poisson[e] = *region.poisson;
      if (region.density) field.density[e] = *region.density;
    }
  }

  // stiffer or softer handles
  for (const auto& [name, factor] : settings.stiff) {
    const Index handle = handle_number(body, name, "stiff");
    for (Index e = 0; e < count; ++e) {
      young[e] *= 1 + mean_weight(body.mesh, weights, e, handle) * (factor - 1);
    }
  }

  // elements that the body fills in part are as much lighter and softer
  if (body.fill.size() > 0) {
    young = young.cwiseProduct(body.fill);
    field.density = field.density.cwiseProduct(body.fill);
  }

  field.material = {settings.law, settings.volume, settings.pose, {}};
  for (Index e = 0; e < count; ++e) {
    field.material.lame.push_back(lame_parameters(young[e], poisson[e]));
  }
  return field;
}

}  // namespace descant

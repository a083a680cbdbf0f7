// elasticity/posed_energy.hpp: the one place where a law's name becomes its type.

#pragma once

#include "descant/core/error.hpp"
#include "descant/elasticity/corotational.hpp"
#include "descant/elasticity/element_energy.hpp"
#include "descant/elasticity/law_names.hpp"
#include "descant/elasticity/linear.hpp"
#include "descant/elasticity/neohookean.hpp"
#include "descant/elasticity/stvk.hpp"

namespace descant {

/// Φ of a material in d dimensions; compiled once for each d.
template <int d>
std::unique_ptr<Elasticity> posed_energy(const Mesh& mesh, const Material& material,
                                         const Workers& workers);

extern template std::unique_ptr<Elasticity> posed_energy<2>(const Mesh&, const Material&,
                                                            const Workers&);
extern template std::unique_ptr<Elasticity> posed_energy<3>(const Mesh&, const Material&,
                                                            const Workers&);

namespace posed_energy_detail {

/// Φ with the law make(lame) on every element.
template <int d, Pose pose, class Make>
std::unique_ptr<Elasticity> assembled(const Mesh& mesh, const Material& material,
                                      const Workers& workers, const Make& make) {
  using L = decltype(make(Lame{}));
  std::vector<L> laws;
  laws.reserve(material.lame.size());
  for (const Lame& lame : material.lame) laws.push_back(make(lame));
  return std::make_unique<ElementEnergy<d, L, pose>>(mesh, material, std::move(laws), workers);
}

template <int d>
std::unique_ptr<Elasticity> relaxed(const Mesh& mesh, const Material& material,
                                    const Workers& workers) {
  const auto with = [&](const auto& make) {
    return assembled<d, Pose::relax>(mesh, material, workers, make);
  };
  switch (material.law) {
    case LawKind::linear:
      return with([](Lame lame) { return Linear<d>(lame); });
    case LawKind::corotational:
      return with([](Lame lame) { return Corotational<d>(lame); });
    case LawKind::arap:
      return with([](Lame lame) -> Corotational<d> { return Arap<d>(lame); });
    case LawKind::stvk:
      return with([](Lame lame) { return StVenantKirchhoff<d>(lame); });
    case LawKind::neohookean:
      return with([&](Lame lame) { return NeoHookean<d>(lame, material.volume); });
    case LawKind::stable_neohookean:
      return with([](Lame lame) { return StableNeoHookean<d>(lame); });
  }
  throw BugError("internal error: a law without an implementation");
}

template <int d>
std::unique_ptr<Elasticity> held(const Mesh& mesh, const Material& material,
                                 const Workers& workers) {
  const auto with = [&](const auto& make) {
    return assembled<d, Pose::hold>(mesh, material, workers, make);
  };
  if (material.law == LawKind::arap) {
    return with([](Lame lame) -> Corotational<d> { return Arap<d>(lame); });
  }
  if (material.law == LawKind::corotational) {
    return with([](Lame lame) { return Corotational<d>(lame); });
  }
  throw InputError("pose", "hold does not work with the law " + law_name(material.law),
                   "Use arap or corotational, or the pose relax");
}

}  // namespace posed_energy_detail

template <int d>
std::unique_ptr<Elasticity> posed_energy(const Mesh& mesh, const Material& material,
                                         const Workers& workers) {
  return material.pose == Pose::hold ? posed_energy_detail::held<d>(mesh, material, workers)
                                     : posed_energy_detail::relaxed<d>(mesh, material, workers);
}

}  // namespace descant

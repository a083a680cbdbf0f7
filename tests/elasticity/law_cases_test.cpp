// tests/elasticity/law_cases_test.cpp: the list of laws, compiled once for all tests of this
// folder.

#include "elasticity/law_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "descant/elasticity/corotational.hpp"
#include "descant/elasticity/law_names.hpp"
#include "descant/elasticity/linear.hpp"
#include "descant/elasticity/neohookean.hpp"
#include "descant/elasticity/stvk.hpp"

namespace descant {

template <int d, class L>
LawCase<d> relaxed_case(const std::string& name, LawKind kind, const L& law) {
  static_assert(Law<L, d>);
  LawCase<d> c{.name = name, .kind = kind};
  c.needs_volume = kind == LawKind::neohookean;
  c.has_creases = kind == LawKind::arap || kind == LawKind::corotational;
  c.psi = [law](const Mat<d>& F, const Mat<d>&) { return law.psi(F); };
  c.gradient = [law](const Mat<d>& F, const Mat<d>&) -> Mat<d> { return law.gradient(F); };
  c.hessian = [law](const Mat<d>& F, const Mat<d>&) -> Mat<d * d> { return law.hessian(F); };
  c.projected_hessian = [law](const Mat<d>& F, const Mat<d>&) -> Mat<d * d> {
    return law.projected_hessian(F);
  };
  return c;
}

template <int d, class L>
LawCase<d> held_case(const std::string& name, LawKind kind, const L& law) {
  static_assert(HoldingLaw<L, d>);
  LawCase<d> c{.name = name, .kind = kind, .has_creases = true, .holds = true};
  c.psi = [law](const Mat<d>& F, const Mat<d>& F_r) { return law.psi(F, F_r); };
  c.gradient = [law](const Mat<d>& F, const Mat<d>& F_r) -> Mat<d> { return law.gradient(F, F_r); };
  c.hessian = [law](const Mat<d>& F, const Mat<d>& F_r) -> Mat<d * d> {
    return law.hessian(F, F_r);
  };
  c.projected_hessian = [law](const Mat<d>& F, const Mat<d>& F_r) -> Mat<d * d> {
    return law.projected_hessian(F, F_r);
  };
  return c;
}

template <int d>
std::vector<LawCase<d>> relaxed_laws(Lame lame) {
  using enum LawKind;
  return {
      relaxed_case<d>("linear", linear, Linear<d>(lame)),
      relaxed_case<d>("corotational", corotational, Corotational<d>(lame)),
      relaxed_case<d>("arap", arap, Arap<d>(lame)),
      relaxed_case<d>("stvk", stvk, StVenantKirchhoff<d>(lame)),
      relaxed_case<d>("neohookean log", neohookean, NeoHookean<d>(lame, VolumeTerm::log)),
      relaxed_case<d>("neohookean quadratic", neohookean,
                      NeoHookean<d>(lame, VolumeTerm::quadratic)),
      relaxed_case<d>("stable-neohookean", stable_neohookean, StableNeoHookean<d>(lame)),
  };
}

template <int d>
std::vector<LawCase<d>> held_laws(Lame lame) {
  return {held_case<d>("held corotational", LawKind::corotational, Corotational<d>(lame)),
          held_case<d>("held arap", LawKind::arap, Arap<d>(lame))};
}

template <int d>
Mat<d * d> linear_hessian(Lame lame) {
  return Linear<d>(lame).hessian(Mat<d>::Identity());
}

template <int d>
Mat<d> nearest_rotation(const Mat<d>& A) {
  return signed_svd<d>(A).rotation();
}

template std::vector<LawCase<2>> relaxed_laws<2>(Lame);
template std::vector<LawCase<3>> relaxed_laws<3>(Lame);
template std::vector<LawCase<2>> held_laws<2>(Lame);
template std::vector<LawCase<3>> held_laws<3>(Lame);
template Mat<4> linear_hessian<2>(Lame);
template Mat<9> linear_hessian<3>(Lame);
template Mat<2> nearest_rotation<2>(const Mat<2>&);
template Mat<3> nearest_rotation<3>(const Mat<3>&);

TEST(LawCases, CoverEveryLaw) {
  for (LawKind kind : all_laws()) {
    const auto is_kind = [kind](const auto& law) { return law.kind == kind; };
    const auto plane = relaxed_laws<2>();
    const auto space = relaxed_laws<3>();
    EXPECT_TRUE(std::any_of(plane.begin(), plane.end(), is_kind)) << law_name(kind);
    EXPECT_TRUE(std::any_of(space.begin(), space.end(), is_kind)) << law_name(kind);
  }
}

}  // namespace descant

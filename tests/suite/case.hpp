// tests/suite/case.hpp: the product of every rig, law, pose, dimension and solver.

#pragma once

#include <gtest/gtest.h>

#include "descant/elasticity/law_names.hpp"
#include "support/bodies.hpp"

namespace descant::testing {

struct SuiteCase {
  BodyCase body;
  SolverKind solver = SolverKind::exact;
};

inline std::string solver_name(SolverKind kind) {
  switch (kind) {
    case SolverKind::fast:
      return "fast";
    case SolverKind::newton_pcg:
      return "newton_pcg";
    case SolverKind::exact:
      return "exact";
    case SolverKind::reference:
      return "reference";
  }
  return "unknown";
}

inline std::string case_name(const SuiteCase& c) {
  std::string law(law_name(c.body.law));
  for (char& letter : law)
    if (letter == '-') letter = '_';
  if (c.body.law == LawKind::neohookean)
    law += c.body.volume == VolumeTerm::log ? "_log" : "_quadratic";
  return name(c.body.rig) + "_" + law + (c.body.pose == Pose::hold ? "_hold" : "_relax") + "_" +
         std::to_string(c.body.dim) + "d_" + solver_name(c.solver);
}

/// Every law with every pose it can take, in both dimensions.
inline std::vector<BodyCase> all_laws() {
  std::vector<BodyCase> cases;
  for (int dim : {2, 3}) {
    for (LawKind law : {LawKind::linear, LawKind::corotational, LawKind::arap, LawKind::stvk,
                        LawKind::neohookean, LawKind::stable_neohookean})
      cases.push_back({.law = law, .dim = dim});
    cases.push_back({.law = LawKind::neohookean, .volume = VolumeTerm::quadratic, .dim = dim});
    for (LawKind law : {LawKind::corotational, LawKind::arap})
      cases.push_back({.law = law, .pose = Pose::hold, .dim = dim});
  }
  return cases;
}

inline constexpr TestRig all_rigs[] = {TestRig::affine,     TestRig::rigid, TestRig::skinning,
                                       TestRig::morph_skin, TestRig::chain, TestRig::twist,
                                       TestRig::function};
inline constexpr SolverKind all_solvers[] = {SolverKind::exact, SolverKind::reference,
                                             SolverKind::fast, SolverKind::newton_pcg};

/// Every law with the skinning rig, by every solver.
inline std::vector<SuiteCase> all_laws_and_solvers() {
  std::vector<SuiteCase> cases;
  for (const BodyCase& body : all_laws())
    for (SolverKind solver : all_solvers) cases.push_back({.body = body, .solver = solver});
  return cases;
}

/// Those of them whose material takes the pose so: for claims about that pose alone.
inline std::vector<SuiteCase> all_laws_and_solvers(Pose pose) {
  std::vector<SuiteCase> cases;
  for (const SuiteCase& c : all_laws_and_solvers())
    if (c.body.pose == pose) cases.push_back(c);
  return cases;
}

inline std::vector<SuiteCase> all_cases() {
  std::vector<SuiteCase> cases;
  for (SuiteCase c : all_laws_and_solvers())
    for (TestRig rig : all_rigs) {
      c.body.rig = rig;
      cases.push_back(c);
    }
  return cases;
}

inline std::string print_case(const ::testing::TestParamInfo<SuiteCase>& info) {
  return case_name(info.param);
}

}  // namespace descant::testing

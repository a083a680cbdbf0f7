// scene/names.hpp: the words users write for the choices the code makes with enums.

#pragma once

#include <array>
#include <string>
#include <vector>

#include "descant/scene/scene.hpp"

namespace descant {

template <class E>
struct Named {
  E value;
  const char* name;
};

inline constexpr std::array<Named<LawKind>, 6> law_names{
    {{LawKind::linear, "linear"},
     {LawKind::corotational, "corotational"},
     {LawKind::arap, "arap"},
     {LawKind::stvk, "stvk"},
     {LawKind::neohookean, "neohookean"},
     {LawKind::stable_neohookean, "stable-neohookean"}}};

inline constexpr std::array<Named<VolumeTerm>, 2> volume_names{
    {{VolumeTerm::log, "log"}, {VolumeTerm::quadratic, "quadratic"}}};

inline constexpr std::array<Named<Pose>, 2> pose_names{
    {{Pose::relax, "relax"}, {Pose::hold, "hold"}}};

inline constexpr std::array<Named<Integrator>, 2> integrator_names{
    {{Integrator::euler, "euler"}, {Integrator::bdf2, "bdf2"}}};

inline constexpr std::array<Named<SolverKind>, 4> solver_names{
    {{SolverKind::fast, "fast"},
     {SolverKind::newton_pcg, "newton-pcg"},
     {SolverKind::exact, "exact"},
     {SolverKind::reference, "reference"}}};

inline constexpr std::array<Named<Quality>, 2> quality_names{
    {{Quality::preview, "preview"}, {Quality::final, "final"}}};

inline constexpr std::array<Named<StepStatus>, 4> status_names{
    {{StepStatus::converged, "converged"},
     {StepStatus::iteration_limit, "iteration_limit"},
     {StepStatus::stalled, "stalled"},
     {StepStatus::not_finite, "not_finite"}}};

/// The word for a value.
template <class E, size_t count>
std::string name_of(E value, const std::array<Named<E>, count>& names) {
  for (const Named<E>& entry : names) {
    if (entry.value == value) return entry.name;
  }
  return "?";
}

/// All words of a table, in order.
template <class E, size_t count>
std::vector<std::string> words_of(const std::array<Named<E>, count>& names) {
  std::vector<std::string> words;
  for (const Named<E>& entry : names) words.push_back(entry.name);
  return words;
}

/// The value of a word; null where there is no such word.
template <class E, size_t count>
const E* value_of(const std::string& word, const std::array<Named<E>, count>& names) {
  for (const Named<E>& entry : names) {
    if (word == entry.name) return &entry.value;
  }
  return nullptr;
}

}  // namespace descant

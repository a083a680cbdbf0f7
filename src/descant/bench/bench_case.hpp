// bench/bench_case.hpp: one thing to measure: a body, how it moves, and what is asked of it.

#pragma once

#include <functional>
#include <optional>
#include <string>

#include "descant/core/log.hpp"
#include "descant/prepare/build_body.hpp"

namespace descant {

/// What is measured on a case.
enum class BenchKind {
  compare,  ///< every solver, its time and its error, frame by frame from the same states
  timing,   ///< the time of `fast` alone
  price,    ///< the time an iteration takes, with and without the contract
  threads,  ///< one thread against all, and whether their bytes agree
};

/// A body ready to be stepped.
struct BenchProblem {
  BuiltBody built;
  double h = 0.01;             ///< time step [s]; a frame is a step
  int num_frames = 0;          ///< of the clip; 0: it goes on for ever
  double prepare_seconds = 0;  ///< the body took, once its mesh was there
};

struct BenchCase {
  std::string name;   ///< a word
  std::string group;  ///< a word that stands for several cases
  std::string about;  ///< one line, for a person
  BenchKind kind = BenchKind::compare;
  int dim = 3;
  Index num_vertices = 0;               ///< n, at least
  Index num_params = 0;                 ///< m
  std::optional<double> paper_seconds;  ///< a frame took in the paper, where it says so [s]
  std::function<BenchProblem(const Workers&, const Log&)> build;
};

}  // namespace descant

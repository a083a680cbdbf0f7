// bench/bench_release.hpp: a body freed of its contract, for what the contract costs.

#pragma once

#include "descant/bench/bench_case.hpp"

namespace descant {

/// The same body and motion, with nothing forbidden.
BenchProblem without_contract(BenchProblem problem);

}  // namespace descant

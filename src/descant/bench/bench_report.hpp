// bench/bench_report.hpp: what a bench found: a table for people, JSON for machines.

#pragma once

#include <string>
#include <vector>

#include "descant/bench/bench.hpp"

namespace descant {

/// The two lines above the table.
std::string bench_header();

/// The lines of one row: a solver each, then what was found, in words.
std::string bench_lines(const BenchRow& row);

/// What rows of one group say together: growth, handles, laws. Sentences.
std::vector<std::string> group_findings(const std::vector<BenchRow>& rows);

/// The machine, the command and all rows.
std::string bench_json(const std::vector<BenchRow>& rows, const std::vector<std::string>& command);

}  // namespace descant

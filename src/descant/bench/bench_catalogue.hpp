// bench/bench_catalogue.hpp: everything `descant bench` can measure, by name and by group.

#pragma once

#include <string>
#include <vector>

#include "descant/bench/bench_case.hpp"

namespace descant {

/// Every case there is. The published examples are among them where `data_folder`, the folder that
/// holds `paper/`, is not empty.
std::vector<BenchCase> bench_catalogue(const std::string& data_folder);

/// What a person is told about a group.
struct BenchGroup {
  std::string name, about;
};
std::vector<BenchGroup> bench_groups();

/// The cases called, or grouped under, one of `names`, in the order of the catalogue, each once;
/// without a name the paper's rows and the published examples. Throws InputError for a name that is
/// neither, and says which was meant.
std::vector<BenchCase> chosen_cases(const std::vector<BenchCase>& catalogue,
                                    const std::vector<std::string>& names);

}  // namespace descant

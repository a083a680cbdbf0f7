// run/machine.cpp: asks the system.

#include "descant/run/machine.hpp"

#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <thread>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace descant {
namespace {

/// What stands after `key` on its line of a file of "key: value" lines; empty where it does not.
std::string value_in(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const size_t colon = line.find(':');
    const size_t start = line.find_first_not_of(" \t", colon + 1);
    if (colon != std::string::npos && start != std::string::npos) return line.substr(start);
  }
  return {};
}

}  // namespace

std::string processor_name() {
  const std::string name = value_in("/proc/cpuinfo", "model name");
  return name.empty() ? "unknown" : name;
}

int num_cores() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

Index peak_memory_bytes() {
  // "123456 kB"
  const Index kilobytes = std::atol(value_in("/proc/self/status", "VmHWM").c_str());
  if (kilobytes > 0) return kilobytes * 1024;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<Index>(usage.ru_maxrss) * 1024;
}

void forget_peak_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  std::ofstream("/proc/self/clear_refs") << "5";
}

}  // namespace descant

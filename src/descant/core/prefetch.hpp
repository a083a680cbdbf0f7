// core/prefetch.hpp: asking memory ahead for what is needed soon.
//
// Processors follow long streams by themselves, but neither from page to page nor along a list.

#pragma once

namespace descant {

enum class Access { read, write };

/// Asks for the cache line of a place; any address will do.
template <Access access>
inline void prefetch([[maybe_unused]] const void* place) {
#if defined(__GNUC__)
  constexpr int write = access == Access::write ? 1 : 0, second_level = 2;
  __builtin_prefetch(place, write, second_level);
#endif
}

/// Asks for [begin, end).
template <Access access>
inline void prefetch(const void* begin, const void* end) {
  constexpr int line = 64;
  for (const char* p = static_cast<const char*>(begin); p < end; p += line) prefetch<access>(p);
}

}  // namespace descant

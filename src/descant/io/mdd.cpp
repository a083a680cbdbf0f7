// io/mdd.cpp: MDD point caches.

#include "descant/io/mdd.hpp"

#include "descant/core/error.hpp"
#include "descant/io/words32.hpp"

namespace descant {

std::string mdd_bytes(const TimedCache& cache) {
  expect_equal(cache.times.size(), cache.frames.size(), "one time a frame");
  WordWriter writer(std::endian::big);
  writer.word(static_cast<std::uint32_t>(cache.frames.size()));
  writer.word(cache.frames.empty() ? 0 : static_cast<std::uint32_t>(cache.frames.front().rows()));
  for (const double time : cache.times) writer.number(time);
  writer.frames(cache.frames);
  return writer.take();
}

TimedCache parse_mdd(std::string_view bytes, const std::string& place) {
  WordReader reader(bytes, std::endian::big, place);
  const Index frames = reader.count(), points = reader.count();
  TimedCache cache;
  for (Index f = 0; f < frames; ++f) cache.times.push_back(reader.number());
  cache.frames = reader.frames(frames, points);
  return cache;
}

}  // namespace descant

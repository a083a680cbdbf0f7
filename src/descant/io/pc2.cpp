// io/pc2.cpp: PC2 point caches.

#include "descant/io/pc2.hpp"

#include "descant/io/words32.hpp"

namespace descant {

namespace {
constexpr std::string_view magic{"POINTCACHE2", 12};  // its final zero included
}

std::string pc2_bytes(const PointCache& cache) {
  WordWriter writer(std::endian::little);
  writer.text(magic);
  writer.word(1);
  writer.word(cache.frames.empty() ? 0 : static_cast<std::uint32_t>(cache.frames.front().rows()));
  writer.number(cache.start);
  writer.number(cache.rate);
  writer.word(static_cast<std::uint32_t>(cache.frames.size()));
  writer.frames(cache.frames);
  return writer.take();
}

PointCache parse_pc2(std::string_view bytes, const std::string& place) {
  WordReader reader(bytes, std::endian::little, place);
  if (reader.text(magic.size()) != magic) reader.fail("this is no PC2 point cache");
  if (reader.word() != 1) reader.fail("only version 1 of PC2 is known");
  const Index points = reader.count();
  PointCache cache;
  cache.start = reader.number();
  cache.rate = reader.number();
  const Index samples = reader.count();
  cache.frames = reader.frames(samples, points);
  return cache;
}

}  // namespace descant

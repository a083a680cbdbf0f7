// run/enriched_body.hpp: a body of a character, what physics adds to it, and how that is kept.

#pragma once

#include <vector>

#include "descant/run/enriched_motion.hpp"

namespace descant {

/// What is the same for all bodies of a character. Keeps references.
struct Enrichment {
  const Character& character;
  const std::vector<int>& clips;  ///< numbers of those to enrich
  const EnrichSettings& settings;
  std::function<bool(const std::string& stage, int done, int total)> tell;  ///< false stops
};

/// A body with what its clips add to it.
struct EnrichedBody {
  CharacterBody body;
  std::vector<EnrichedMotion> motions;   ///< one a clip
  std::vector<MorphEncoding> encodings;  ///< one a node
  int keys_per_frame = 1;
  double diagonal = 0;  ///< what swings and errors are relative to [m]
};

/// Simulates every clip and encodes it. Where nobody asked for a stiffness, a body that would swing
/// by more than a tenth of its diagonal is made stiffer first. Throws NumericsError, and
/// Interrupted where `tell` asked to stop.
EnrichedBody enriched_body(CharacterBody body, const Enrichment& common, const Log& log);

}  // namespace descant

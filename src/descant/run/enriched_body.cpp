// run/enriched_body.cpp: simulate every clip, stiffer where it is too much, and encode.
//
//   f ← f · clamp(√(s / 0.8 s_max), 1.25, 2.5)      while the widest swing s is above s_max
//
// of the body's frequency: a swing goes with the square of the frequency, away from resonance.

#include "descant/run/enriched_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/core/kept_log.hpp"

namespace descant {
namespace {

constexpr double widest_swing = 0.1;  // of the diagonal: beyond it flesh looks torn
constexpr int most_tunings = 12;

class Enricher {
 public:
  Enricher(CharacterBody body, const Enrichment& common, const Log& log)
      : common_(common), settings_(common.settings), log_(log) {
    result_.body = std::move(body);
    result_.diagonal = shortest_diagonal();
  }

  EnrichedBody run() {
    simulate();
    for (EnrichedMotion& motion : result_.motions) amplify(motion);
    encode_within_bound();
    warn_of_error();
    return std::move(result_);
  }

 private:
  const std::string& name() const { return result_.body.rest.group.name; }

  /// What swings and errors are measured by [m]: the diagonal of the body at rest, or at the start
  /// of a clip where that is shorter (arms spread out at rest, say).
  double shortest_diagonal() const {
    const CharacterRest& rest = result_.body.rest;
    double shortest = diagonal(rest.surface);
    for (int clip : common_.clips) {
      const CharacterPose pose = pose_at(common_.character, common_.character.clips[clip], 0);
      const Surface posed{posed_surfaces(common_.character, pose, rest.group.nodes),
                          rest.surface.triangles};
      if (const double posed_diagonal = diagonal(posed); posed_diagonal > 0)
        shortest = std::min(shortest, posed_diagonal);
    }
    return shortest;
  }

  /// All clips, with one stiffness that suits them all.
  void simulate() {
    const bool is_asked = settings_.body.frequency || settings_.body.young;
    Body& body = result_.body.body;
    const double first = body.body_frequency;
    const double most = widest_swing * result_.diagonal;
    for (int tuning = 0;; ++tuning) {
      const bool is_last = is_asked || tuning == most_tunings;
      KeptLog kept;
      const double swing = play_clips(is_last ? HUGE_VAL : most, kept.log());
      if (is_last || swing <= most) {
        kept.pass_on(log_);
        break;
      }
      retune(body, body.body_frequency * std::clamp(std::sqrt(swing / (0.8 * most)), 1.25, 2.5));
    }
    if (body.body_frequency != first)
      inform(log_, fmt::format("body {}: at {:.3g} Hz it would swing by more than {:.0f} % of its "
                               "size; it is made stiffer, {:.3g} Hz (--frequency asks for another)",
                               name(), first, 100 * widest_swing, body.body_frequency));
  }

  /// The widest swing of all clips [m]; they are not played further once it is above `most`.
  double play_clips(double most, const Log& log) {
    result_.motions.clear();
    double widest = 0;
    for (int clip : common_.clips) {
      const std::string stage = "simulating " + name() + ", " + common_.character.clips[clip].name;
      const auto sink = [&](int done, int total) { return common_.tell(stage, done, total); };
      try {
        result_.motions.push_back(
            simulate_clip(result_.body, {common_.character, clip, settings_, 2 * most}, sink, log));
      } catch (const NumericsError&) {
        if (!std::isfinite(most)) throw;
        return HUGE_VAL;
      }
      widest = std::max(widest, result_.motions.back().swing);
      if (widest > most) break;
    }
    return widest;
  }

  void amplify(EnrichedMotion& motion) const {
    const double amount = settings_.run.amount;
    for (Vector& u_c : motion.u_c) u_c *= amount;
    for (FrameReport& frame : motion.reports) {
      frame.rms *= std::abs(amount);
      frame.max *= std::abs(amount);
    }
  }

  double bound() const { return settings_.character.error * result_.diagonal; }

  /// More keys, where what happens between them is lost.
  void encode_within_bound() {
    int stride = 1 << 30;
    for (const EnrichedMotion& motion : result_.motions) stride = std::min(stride, motion.stride);
    encode();
    while (2 * result_.keys_per_frame <= stride && is_lost_between_keys()) {
      result_.keys_per_frame *= 2;
      encode();
    }
  }

  void encode() {
    result_.encodings.clear();
    for (size_t k = 0; k < result_.body.rest.group.nodes.size(); ++k) {
      if (!common_.tell("encoding " + name(), 0, 0))
        throw Interrupted("stopped; nothing was written");
      EncodingOptions encoding;
      encoding.error = bound();
      encoding.targets = settings_.character.targets;
      result_.encodings.push_back(
          encode_morphs(posed_samples(common_.character, result_.body, result_.motions, k,
                                      result_.keys_per_frame),
                        encoding));
    }
  }

  bool is_lost_between_keys() const {
    if (settings_.character.targets) return false;
    return std::any_of(result_.encodings.begin(), result_.encodings.end(),
                       [&](const MorphEncoding& encoding) {
                         return encoding.midway_error > bound() && encoding.key_error <= bound();
                       });
  }

  void warn_of_error() const {
    if (settings_.character.targets) return;
    for (const MorphEncoding& encoding : result_.encodings) {
      if (encoding.worst_error <= bound()) continue;
      warn(log_,
           fmt::format("body {}: what is written is off by up to {:.2g} % of the diagonal, "
                       "more than the {:.2g} % asked for{}",
                       name(), 100 * encoding.worst_error / result_.diagonal,
                       100 * settings_.character.error,
                       encoding.key_error <= bound() ? ", between keys; give a higher --fps" : ""));
    }
  }

  const Enrichment& common_;
  const EnrichSettings& settings_;
  const Log& log_;
  EnrichedBody result_;
};

}  // namespace

EnrichedBody enriched_body(CharacterBody body, const Enrichment& common, const Log& log) {
  return Enricher(std::move(body), common, log).run();
}

}  // namespace descant

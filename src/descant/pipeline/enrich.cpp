// pipeline/enrich.cpp: read, gather bodies, simulate every clip, encode, write.

#include "descant/pipeline/enrich.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "descant/core/error.hpp"
#include "descant/core/stopwatch.hpp"
#include "descant/io/file.hpp"
#include "descant/io/gltf.hpp"
#include "descant/io/gltf_edit.hpp"
#include "descant/pipeline/enriched_files.hpp"
#include "descant/pipeline/morph_normals.hpp"
#include "descant/pipeline/places.hpp"
#include "descant/pipeline/run_report.hpp"
#include "descant/scene/spelling.hpp"

namespace descant {
namespace {

constexpr Index fewest_elements = 300;  // of a body, however small

const std::string target_prefix = "descant_";

std::vector<int> chosen_clips(const Character& character, const std::string& wanted,
                              const std::string& file) {
  if (character.clips.empty())
    throw InputError(file, "has no animation, so there is nothing to bring to life",
                     "Export the character with at least one clip");
  std::vector<int> all;
  std::vector<std::string> names;
  for (int c = 0; c < static_cast<int>(character.clips.size()); ++c) {
    if (character.clips[c].name == wanted) return {c};
    all.push_back(c);
    names.push_back(character.clips[c].name);
  }
  if (wanted == "all") return all;
  throw InputError("--clip", file + " has no clip `" + wanted + "`", suggestion(wanted, names));
}

/// A body with what its clips add to it, and how that is kept.
struct Enriched {
  CharacterBody body;
  std::vector<EnrichedMotion> motions;   ///< one a clip
  std::vector<MorphEncoding> encodings;  ///< one a node
  int keys_per_frame = 1;
  double diagonal = 0;  ///< what the error is relative to [m]
};

class Run {
 public:
  Run(const EnrichOptions& options, const Log& log, const Progress& progress)
      : options_(options),
        settings_(options.settings),
        log_(log),
        progress_(progress),
        workers_(options.output.threads) {}

  Report execute() {
    check_enrich_places(options_);
    document_ = read_gltf_document(options_.in);
    character_ = character_of(document_, log_);
    clips_ = chosen_clips(character_, settings_.character.clip, options_.in);
    expect_known_joints();
    warn_if_enriched();
    check_not_overwritten(options_, document_.files);
    if (settings_.run.amount != 0) {
      prepare();
      for (Enriched& enriched : bodies_) animate(enriched);
    }
    return write();
  }

 private:
  void prepare() {
    tell("preparing", 0, 0);
    const std::vector<CharacterGroup> groups = character_groups(character_, clips_);
    if (groups.empty())
      inform(log_, options_.in + ": no clip moves anything; the file stays as it is");
    if (groups.size() > 1 && !settings_.character.tet_mesh.empty())
      throw InputError("--tet-mesh",
                       fmt::format("{} has {} bodies that move apart, and one mesh "
                                   "cannot hold them",
                                   options_.in, groups.size()),
                       "Leave it out, or split the character into files");
    std::vector<CharacterRest> rests;
    double total = 0;
    for (const CharacterGroup& group : groups) {
      rests.push_back(
          character_rest(character_, group, clips_, options_.in + ", body " + group.name));
      total += area(rests.back().surface);
    }
    for (CharacterRest& rest : rests) {
      tell("meshing " + rest.group.name, 0, 0);
      const double share = total > 0 ? area(rest.surface) / total : 1;
      const double elements = std::max<double>(fewest_elements, share * settings_.character.detail);
      const EnrichSettings own = settings_for(rest);
      bodies_.push_back(
          {build_character_body(std::move(rest), own, static_cast<Index>(elements), workers_, log_),
           {},
           {}});
    }
  }

  /// A joint that is rigid or stiff in one body need not be in another.
  EnrichSettings settings_for(const CharacterRest& rest) const {
    EnrichSettings own = settings_;
    const auto is_here = [&](const std::string& name) {
      return std::any_of(rest.handles.begin(), rest.handles.end(),
                         [&](const CharacterHandle& handle) { return handle.name == name; });
    };
    std::erase_if(own.body.rigid, [&](const std::string& name) { return !is_here(name); });
    std::erase_if(own.body.stiff, [&](const auto& stiff) { return !is_here(stiff.first); });
    return own;
  }

  void expect_known_joints() const {
    std::vector<std::string> names;
    for (const CharacterNode& node : character_.nodes) names.push_back(node.name);
    const auto expect = [&](const std::string& option, const std::string& name) {
      if (std::find(names.begin(), names.end(), name) == names.end())
        throw InputError(option, options_.in + " has no joint `" + name + "`",
                         suggestion(name, names));
    };
    for (const std::string& name : settings_.body.rigid) expect("--rigid", name);
    for (const auto& [name, factor] : settings_.body.stiff) expect("--stiff", name);
  }

  void warn_if_enriched() const {
    for (const CharacterMesh& mesh : character_.meshes)
      for (const std::string& name : mesh.target_names)
        if (name.starts_with(target_prefix))
          return warn(log_, options_.in +
                                " was enriched before: what was added then is taken for "
                                "the artist's, and comes on top. Start from the original");
  }

  void animate(Enriched& enriched) {
    enriched.diagonal = shortest_diagonal(enriched.body);
    for (int clip : clips_) {
      const std::string stage =
          "simulating " + enriched.body.rest.group.name + ", " + character_.clips[clip].name;
      const auto sink = [&](int done, int total) { return tell(stage, done, total); };
      EnrichedMotion motion = simulate_clip(character_, enriched.body, clip, settings_, sink, log_);
      for (Vector& u_c : motion.u_c) u_c *= settings_.run.amount;
      for (FrameReport& frame : motion.reports) {
        frame.rms *= std::abs(settings_.run.amount);
        frame.max *= std::abs(settings_.run.amount);
      }
      enriched.motions.push_back(std::move(motion));
    }
    // more keys, where what happens between them is lost
    int stride = 1 << 30;
    for (const EnrichedMotion& motion : enriched.motions) stride = std::min(stride, motion.stride);
    encode(enriched);
    while (2 * enriched.keys_per_frame <= stride && is_lost_between_keys(enriched)) {
      enriched.keys_per_frame *= 2;
      encode(enriched);
    }
    warn_of_error(enriched);
  }

  /// What errors are measured by [m]: the diagonal of the body at rest, or at the start of a clip
  /// where that is shorter (arms spread out at rest, say).
  double shortest_diagonal(const CharacterBody& body) const {
    double shortest = diagonal(body.rest.surface);
    for (int clip : clips_) {
      const CharacterPose pose = pose_at(character_, character_.clips[clip], 0);
      const Surface posed{posed_surfaces(character_, pose, body.rest.group.nodes),
                          body.rest.surface.triangles};
      if (const double posed_diagonal = diagonal(posed); posed_diagonal > 0)
        shortest = std::min(shortest, posed_diagonal);
    }
    return shortest;
  }

  double bound(const Enriched& enriched) const {
    return settings_.character.error * enriched.diagonal;
  }

  void encode(Enriched& enriched) const {
    const CharacterBody& body = enriched.body;
    enriched.encodings.clear();
    for (size_t k = 0; k < body.rest.group.nodes.size(); ++k) {
      if (!tell("encoding " + body.rest.group.name, 0, 0))
        throw Interrupted("stopped; nothing was written");
      EncodingOptions encoding;
      encoding.error = bound(enriched);
      encoding.targets = settings_.character.targets;
      enriched.encodings.push_back(encode_morphs(
          posed_samples(character_, body, enriched.motions, k, enriched.keys_per_frame), encoding));
    }
  }

  bool is_lost_between_keys(const Enriched& enriched) const {
    if (settings_.character.targets) return false;
    return std::any_of(
        enriched.encodings.begin(), enriched.encodings.end(), [&](const MorphEncoding& encoding) {
          return encoding.midway_error > bound(enriched) && encoding.key_error <= bound(enriched);
        });
  }

  void warn_of_error(const Enriched& enriched) const {
    if (settings_.character.targets) return;
    for (const MorphEncoding& encoding : enriched.encodings) {
      if (encoding.worst_error <= bound(enriched)) continue;
      warn(log_,
           fmt::format(
               "body {}: what is written is off by up to {:.2g} % of the diagonal, more "
               "than the {:.2g} % asked for{}",
               enriched.body.rest.group.name, 100 * encoding.worst_error / enriched.diagonal,
               100 * settings_.character.error,
               encoding.key_error <= bound(enriched) ? ", between keys; give a higher --fps" : ""));
    }
  }

  MeshAddition addition(const Enriched& enriched, size_t k) const {
    const int node = enriched.body.rest.group.nodes[k];
    const MorphEncoding& encoding = enriched.encodings[k];
    MeshAddition added{node, {}, {}};
    for (size_t t = 0; t < encoding.targets.size(); ++t) {
      NewTarget target{target_prefix + std::to_string(t), {}, {}};
      Index first = 0;
      for (const SurfacePart& part : character_.meshes[character_.nodes[node].mesh].parts) {
        target.positions.push_back(encoding.targets[t].middleRows(first, part.positions.rows()));
        if (settings_.character.normals)
          target.normals.push_back(normal_deltas(part, target.positions.back()));
        first += part.positions.rows();
      }
      added.targets.push_back(std::move(target));
    }
    for (size_t c = 0; c < enriched.motions.size(); ++c) {
      NewWeights weights{enriched.motions[c].clip,
                         key_times(enriched.motions[c], enriched.keys_per_frame),
                         encoding.weights[c]};
      // the last key is the clip's own end, to the last bit
      if (weights.times.size() > 1)
        weights.times.back() = character_.clips[enriched.motions[c].clip].duration;
      added.clips.push_back(std::move(weights));
    }
    return added;
  }

  Report write() {
    std::vector<MeshAddition> additions;
    for (const Enriched& enriched : bodies_)
      for (size_t k = 0; k < enriched.encodings.size(); ++k)
        if (!enriched.encodings[k].targets.empty()) additions.push_back(addition(enriched, k));

    tell("writing", 0, 0);
    StagedFiles staged;
    const bool is_binary = std::filesystem::path(options_.out).extension() == ".glb";
    if (additions.empty() && is_binary && document_.is_binary) {
      write_file(staged.stage(options_.out), read_file(options_.in));
    } else {
      const GltfFiles files = enriched_gltf(document_, character_, additions, options_.out);
      if (!files.buffer_name.empty())
        write_file(staged.stage(path_beside(options_.out, files.buffer_name)), files.buffer);
      write_file(staged.stage(options_.out), files.main);
    }
    const EnrichedFiles beside = files_beside(character_, options_.out, options_.output.save);
    for (const Enriched& enriched : bodies_)
      for (const EnrichedMotion& motion : enriched.motions)
        write_enriched_files(character_, enriched.body, motion, beside, staged);

    std::vector<BodyReport> reports;
    for (const Enriched& enriched : bodies_) reports.push_back(report_of(enriched));
    return finished_run({options_.command, workers_.num_threads(), watch_, options_.output.report},
                        std::move(reports), staged, log_);
  }

  BodyReport report_of(const Enriched& enriched) const {
    const CharacterBody& made = enriched.body;
    BodyReport report = body_report(made.body, settings_.run.solver);
    report.name = made.rest.group.name;
    report.mesh.outside = made.outside;
    report.mesh.diagonal = enriched.diagonal;
    report.rig = made.rest.morphs.empty() ? "lbs" : "morph-lbs";
    report.prepare_seconds = made.prepare_seconds;
    for (size_t k = 0; k < made.rest.group.nodes.size(); ++k) {
      const Index first = made.rest.first_vertex[k];
      report.parts.push_back({made.rest.group.nodes[k],
                              character_.nodes[made.rest.group.nodes[k]].name, first,
                              made.rest.first_vertex[k + 1] - first});
    }
    for (size_t c = 0; c < enriched.motions.size(); ++c) {
      const EnrichedMotion& motion = enriched.motions[c];
      add_clip(report,
               {character_.clips[motion.clip].name, motion.reports, encoding_report(enriched, c)});
    }
    return report;
  }

  static EncodingReport encoding_report(const Enriched& enriched, size_t clip) {
    EncodingReport report;
    double squares = 0, count = 0;
    for (const MorphEncoding& encoding : enriched.encodings) {
      const Index K = static_cast<Index>(encoding.targets.size());
      const Index vertices = K > 0 ? encoding.targets[0].rows() : 0;
      report.targets += static_cast<int>(K);
      report.worst_error = std::max(report.worst_error, encoding.worst_error);
      squares += encoding.rms_error * encoding.rms_error * static_cast<double>(vertices);
      count += static_cast<double>(vertices);
      report.exempt += encoding.exempt;
      report.bytes += 4 * (3 * vertices * K + (K > 0 ? encoding.weights[clip].size() : 0));
    }
    if (count > 0) report.rms_error = std::sqrt(squares / count);
    return report;
  }

  bool tell(const std::string& stage, long done, long total) const {
    return !progress_ || progress_({stage, done, total});
  }

  const EnrichOptions& options_;
  const EnrichSettings& settings_;
  const Log& log_;
  const Progress& progress_;
  Workers workers_;
  Stopwatch watch_;
  GltfDocument document_;
  Character character_;
  std::vector<int> clips_;
  std::vector<Enriched> bodies_;
};

}  // namespace

Report enrich(const EnrichOptions& options, const Log& log, const Progress& progress) {
  return Run(options, log, progress).execute();
}

}  // namespace descant

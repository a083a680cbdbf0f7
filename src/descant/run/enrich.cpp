// run/enrich.cpp: read, gather bodies, simulate every clip, encode, write.

#include "descant/run/enrich.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <numeric>

#include "descant/core/error.hpp"
#include "descant/core/kept_log.hpp"
#include "descant/core/stopwatch.hpp"
#include "descant/encoding/morph_normals.hpp"
#include "descant/io/file.hpp"
#include "descant/io/gltf.hpp"
#include "descant/io/gltf_edit.hpp"
#include "descant/run/enriched_body.hpp"
#include "descant/run/enriched_files.hpp"
#include "descant/run/places.hpp"
#include "descant/run/run_report.hpp"
#include "descant/scene/spelling.hpp"

namespace descant {
namespace {

constexpr Index fewest_elements = 300;  // of a body, however small
constexpr Index fewest_shared = 4000;   // elements from which a body keeps several threads busy

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
      build(prepare());
      animate();
    }
    return write();
  }

 private:
  /// The bodies as they are at rest.
  std::vector<CharacterRest> prepare() const {
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
    for (const CharacterGroup& group : groups)
      rests.push_back(
          character_rest(character_, group, clips_, options_.in + ", body " + group.name));
    return rests;
  }

  void build(std::vector<CharacterRest> rests) {
    double total = 0;
    for (const CharacterRest& rest : rests) total += area(rest.surface);
    bodies_.resize(rests.size());
    std::vector<size_t> all(rests.size());
    std::iota(all.begin(), all.end(), size_t{0});
    several_at_a_time("meshing", all, [&](size_t b, const Log& log, const GoOn&) {
      const double share = total > 0 ? area(rests[b].surface) / total : 1;
      const auto elements =
          static_cast<Index>(std::max<double>(fewest_elements, share * settings_.character.detail));
      const bool is_small = rests.size() > 1 && elements < fewest_shared;
      const EnrichSettings own = settings_for(rests[b]);
      bodies_[b].body = build_character_body(std::move(rests[b]), own, elements,
                                             is_small ? Workers(1) : workers_, log);
    });
  }

  /// Large bodies one after another, each on all threads; then small ones several at a time, each
  /// on one.
  void animate() {
    std::vector<size_t> small;
    for (size_t b = 0; b < bodies_.size(); ++b) {
      if (bodies_[b].body.body.workers.num_threads() < workers_.num_threads()) {
        small.push_back(b);
        continue;
      }
      const Enrichment common{
          character_, clips_, settings_,
          [&](const std::string& stage, int done, int total) { return tell(stage, done, total); }};
      bodies_[b] = enriched_body(std::move(bodies_[b].body), common, log_);
    }
    several_at_a_time("simulating", small, [&](size_t b, const Log& log, const GoOn& go_on) {
      const Enrichment common{character_, clips_, settings_,
                              [&](const std::string&, int, int) { return go_on(); }};
      bodies_[b] = enriched_body(std::move(bodies_[b].body), common, log);
    });
  }

  /// False where the user asked to stop.
  using GoOn = std::function<bool()>;

  /// Calls work(body, log, go_on) for some bodies, in any order. What they say comes in order.
  template <class Work>
  void several_at_a_time(const std::string& what, const std::vector<size_t>& which,
                         const Work& work) {
    const auto count = static_cast<Index>(which.size());
    const std::string stage = what + (count == 1 ? " the body" : fmt::format(" {} bodies", count));
    std::vector<KeptLog> kept(which.size());
    const auto pass_on = [&] {
      for (KeptLog& messages : kept) messages.pass_on(log_);
    };
    std::atomic<long> done = 0;
    const GoOn go_on = [&] { return tell(stage, done, count); };
    try {
      workers_.for_ranges(count, 1, [&](Index i, Index) {
        if (!go_on()) throw Interrupted("stopped; nothing was written");
        work(which[i], kept[i].log(), go_on);
        ++done;
      });
    } catch (...) {
      pass_on();
      throw;
    }
    pass_on();
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

  MeshAddition addition(const EnrichedBody& enriched, size_t k) const {
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
    for (const EnrichedBody& enriched : bodies_)
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
    for (const EnrichedBody& enriched : bodies_)
      for (const EnrichedMotion& motion : enriched.motions)
        write_enriched_files(character_, enriched.body, motion, beside, staged);

    std::vector<BodyReport> reports;
    for (const EnrichedBody& enriched : bodies_) reports.push_back(report_of(enriched));
    return finished_run({options_.command, workers_.num_threads(), watch_, options_.output.report},
                        std::move(reports), staged, log_);
  }

  BodyReport report_of(const EnrichedBody& enriched) const {
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

  static EncodingReport encoding_report(const EnrichedBody& enriched, size_t clip) {
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
    const std::lock_guard lock(telling_);
    return !progress_ || progress_({stage, done, total});
  }

  const EnrichOptions& options_;
  const EnrichSettings& settings_;
  const Log& log_;
  const Progress& progress_;
  Workers workers_;
  mutable std::mutex telling_;
  Stopwatch watch_;
  GltfDocument document_;
  Character character_;
  std::vector<int> clips_;
  std::vector<EnrichedBody> bodies_;
};

}  // namespace

Report enrich(const EnrichOptions& options, const Log& log, const Progress& progress) {
  return Run(options, log, progress).execute();
}

}  // namespace descant

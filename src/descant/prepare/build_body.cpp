// prepare/build_body.cpp: weights, rig, leak, material and forces of a body.

#include "descant/prepare/build_body.hpp"

#include <algorithm>

#include "descant/animation/cyclic_track.hpp"
#include "descant/contract/leak.hpp"
#include "descant/core/error.hpp"
#include "descant/force/gravity.hpp"
#include "descant/io/npy.hpp"
#include "descant/io/skin_weights.hpp"
#include "descant/prepare/material_field.hpp"
#include "descant/prepare/rig_kinds.hpp"
#include "descant/scene/settings.hpp"
#include "descant/simulation/cycle.hpp"
#include "descant/weights/bounded_biharmonic.hpp"

namespace descant {

namespace {

constexpr double rigid_weight = 0.5;  // above it, a handle marked rigid pins a vertex

std::string place_of(const BodySpec& spec) { return "body " + spec.name; }

using ParamsOverTime = std::function<Vector(double time)>;

// what one body's rig is made and moved by
struct RigParts {
  const BodySpec& spec;
  const RigKind& kind;
  const DrivenRig& driven;
};

// handles over time: the pose of each, as the rig takes it
ParamsOverTime follow_handles(const RigParts& parts, std::vector<HandleTrack> tracks) {
  const BodySpec& spec = parts.spec;
  if (parts.kind.handles == HandleUse::none) {
    return [rest = parts.driven.rig->rest_params()](double) { return rest; };
  }
  std::vector<Handle> handles = spec.rig.handles;
  if (handles.empty()) {
    handles.push_back({"body", pivot_of(spec), {}, -1});
    tracks.assign(1, HandleTrack{});
  }
  if (parts.kind.handles == HandleUse::pivot) {
    handles.resize(1);
    tracks.resize(1);
  }
  check_handles(handles, tracks, place_of(spec));
  return [handles, tracks, params = parts.driven.params](double time) {
    return params(handle_transforms(handles, tracks, time));
  };
}

// the same, repeating; whether the ends of the cycle meet is looked at elsewhere
ParamsOverTime cyclic(const RigParts& parts) {
  const RigSpec& rig = parts.spec.rig;
  const auto* tracks = std::get_if<std::vector<HandleTrack>>(&rig.animation);
  if (tracks == nullptr) return cyclic_params(std::get<ParamTrack>(rig.animation), rig.period);
  std::vector<HandleTrack> repeating;
  for (const HandleTrack& track : *tracks) repeating.push_back(cyclic_track(track, rig.period));
  return [period = rig.period, params = follow_handles(parts, repeating)](double time) {
    return params(wrapped_time(time, period));
  };
}

ParamsOverTime params_over_time(const RigParts& parts) {
  const BodySpec& spec = parts.spec;
  if (const auto* tracks = std::get_if<std::vector<HandleTrack>>(&spec.rig.animation)) {
    return follow_handles(parts, *tracks);
  }
  const auto& params = std::get<ParamTrack>(spec.rig.animation);
  if (params.samples.rows() == 0) throw InputError(place_of(spec), "the animation has no frame");
  const Index num_params = parts.driven.rig->num_params();
  if (params.samples.cols() != num_params) {
    throw InputError(place_of(spec),
                     "the animation has " + std::to_string(params.samples.cols()) +
                         " parameters a frame where the rig, " + spec.rig.kind + ", has " +
                         std::to_string(num_params),
                     "Give one row a frame; docs/scene-format.md says in which order");
  }
  return [params](double time) { return params_at(params, time); };
}

Vector leak_of(const BodySpec& spec, const Matrix& weights, const Workers& workers) {
  const Index n = spec.mesh.num_vertices();
  if (!spec.settings.leak_file.empty()) {
    const NpyArray file = read_npy_file(spec.settings.leak_file);
    return leak_from_values(Eigen::Map<const Vector>(file.values.data(), file.values.size()), n,
                            spec.settings.leak_file);
  }
  if (spec.painted_leak.size() > 0) {
    return leak_from_values(spec.painted_leak, n, place_of(spec) + ", painted leak");
  }
  if (spec.depth.size() > 0) return leak_from_depth(spec.depth, weights, spec.settings.leak);
  return leak_from_depth(spec.mesh, weights, spec.settings.leak, workers);
}

std::vector<bool> pins_of(const BodySpec& spec, const Matrix& weights) {
  if (spec.pinned.empty() && spec.settings.rigid.empty()) return {};
  std::vector<bool> pinned(spec.mesh.num_vertices(), false);
  for (int vertex : spec.pinned) {
    if (vertex < 0 || vertex >= spec.mesh.num_vertices()) {
      throw InputError(place_of(spec), "there is no vertex " + std::to_string(vertex) + " to pin");
    }
    pinned[vertex] = true;
  }
  for (const std::string& name : spec.settings.rigid) {
    const Index handle = handle_number(spec, name, "rigid");
    for (Index i = 0; i < weights.rows(); ++i) {
      if (weights(i, handle) > rigid_weight) pinned[i] = true;
    }
  }
  return pinned;
}

Vector gravity_of(const RunSettings& run, int dim) {
  Vector g = Vector::Zero(dim);
  if (run.gravity.size() == 1) {
    g[1] = -run.gravity[0];
  } else if (static_cast<int>(run.gravity.size()) == dim) {
    g = Eigen::Map<const Vector>(run.gravity.data(), dim);
  } else if (!run.gravity.empty()) {
    throw InputError("gravity",
                     "has " + std::to_string(run.gravity.size()) + " numbers where a body has " +
                         std::to_string(dim) + " coordinates",
                     "Give one number, which pulls along -y, or one a coordinate");
  }
  return g;
}

}  // namespace

Matrix handle_weights(const BodySpec& spec, HandleUse use, const Log& log) {
  const Index n = spec.mesh.num_vertices();
  if (use != HandleUse::blended) return Matrix::Ones(n, 1);
  if (spec.rig.weights.size() > 0 || !spec.rig.weights_place.empty()) {
    const std::string& file = spec.rig.weights_place;
    const Index k = spec.rig.handles.empty() ? spec.rig.weights.cols()
                                             : static_cast<Index>(spec.rig.handles.size());
    return checked_weights(spec.rig.weights, {n, k},
                           file.empty() ? place_of(spec) + ", weights" : file, log);
  }
  std::vector<WeightHandle> handles;
  for (const Handle& handle : spec.rig.handles) handles.push_back({handle.tail, handle.head});
  return bounded_biharmonic_weights(spec.mesh, handles);
}

Body rigged_body(const BodySpec& spec, const RiggedMesh& rigged, const RunSettings& run,
                 const Workers& workers, const Log& log) {
  MaterialField field = material_field(spec, rigged.weights);
  BodyOptions options;
  options.material = std::move(field.material);
  options.density = std::move(field.density);
  options.frequency = field.frequency;
  options.leak = leak_of(spec, rigged.weights, workers);
  options.pinned = pins_of(spec, rigged.weights);
  // what is held altogether wobbles at no frequency
  const std::vector<bool>& pinned = options.pinned;
  if (!pinned.empty() && std::find(pinned.begin(), pinned.end(), false) == pinned.end())
    options.frequency.reset();
  options.damping_ratio = spec.settings.damping;
  options.rank_cutoff = run.rank_cutoff;
  options.seed = run.seed;
  Body body = make_body(spec.mesh, rigged.rig, options, workers);

  if (const size_t num_loose = body.loose_components.size(); num_loose > 0) {
    warn(log, place_of(spec) + ": its rig and leak let " + std::to_string(num_loose) +
                  " connected part(s) drift as a whole; lower `leak`, or pin a vertex there");
  }
  const double lowest = body.lowest_frequency;
  if (options.frequency && lowest > 0 && lowest < *options.frequency / 3) {
    warn(log, place_of(spec) + ": its softest part wobbles at " + number_text(lowest) +
                  " Hz, below a third of the " + number_text(*options.frequency) +
                  " Hz asked for; a thin part may need `stiff`");
  }
  return body;
}

void check_cycle(const BuiltBody& built, double period, const std::string& place, const Log& log) {
  constexpr double most = 0.01, visible = 1e-3;  // of the diagonal
  const Vector first = built.drive.params(0), last = built.drive.params(period);
  const double gap = pose_distance(*built.body.rig, built.body.mesh.dim(), first, last);
  const double relative = gap / built.body.space.diagonal;
  if (relative <= visible) return;
  const std::string what = "the last pose is up to " + number_text(gap) + " away from the first, " +
                           number_text(100 * relative) + " % of the diagonal";
  if (!(relative <= most)) {
    throw InputError(place, what + ": this is no cycle",
                     "Leave out `loop`, or let the last frame be the first again");
  }
  warn(log, place + ": " + what + "; the loop closes that gap in its last frame");
}

std::function<Vector(double, const Motion&)> gravity_on(const Body& body, const RunSettings& run) {
  const Vector gravity = gravity_of(run, body.mesh.dim());
  if (gravity.isZero(0)) return {};
  return [f = gravity_force(body.space.mass, body.mesh.dim(), gravity)](double, const Motion&) {
    return f;
  };
}

BuiltBody build_body(const BodySpec& spec, const RunSettings& run, const RigRegistry& rigs,
                     const Workers& workers, const Log& log) {
  const RigKind& kind = rigs.at(spec.rig.kind, place_of(spec));
  const Matrix weights = handle_weights(spec, kind.handles, log);
  const DrivenRig driven = kind.build(spec, weights);
  const RigParts parts{spec, kind, driven};
  BuiltBody built;
  built.drive.params = params_over_time(parts);
  built.body = rigged_body(spec, {driven.rig, weights}, run, workers, log);
  built.drive.force = gravity_on(built.body, run);
  if (spec.rig.period > 0) {
    check_cycle(built, spec.rig.period, place_of(spec), log);
    built.drive.params = cyclic(parts);
  }
  return built;
}

BuiltBody build_body(const BodySpec& spec, const RunSettings& run, const Workers& workers,
                     const Log& log) {
  return build_body(spec, run, builtin_rigs(), workers, log);
}

}  // namespace descant

// scene/scene.hpp: what the user asked for, as plain data. Files are already read, nothing is
// built.

#pragma once

#include <any>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "descant/animation/handle_track.hpp"
#include "descant/elasticity/elasticity.hpp"
#include "descant/mesh/mesh.hpp"
#include "descant/simulation/integrator.hpp"
#include "descant/simulation/playback.hpp"
#include "descant/solve/solver.hpp"

namespace descant {

enum class Quality { preview, final };

/// Settings of one body; a scene may give defaults for all and override them body by body.
struct BodySettings {
  LawKind law = LawKind::arap;
  VolumeTerm volume = VolumeTerm::log;
  Pose pose = Pose::relax;
  std::optional<double> young;      ///< [Pa]; wins over frequency when both stand
  std::optional<double> frequency;  ///< [Hz]; 3 where neither is given
  double poisson = 0.35;
  double density = 1000;           ///< [kg/m³], in 2D [kg/m²]
  double damping = 0.05;           ///< ratio at the body's frequency
  double leak = 0.95;              ///< amount a in [0,1]; 0 is strict
  std::string leak_file;           ///< `.npy` holding D itself; wins over `leak` when not empty
  std::vector<std::string> rigid;  ///< handles where u_c is pinned to 0
  std::vector<std::pair<std::string, double>> stiff;  ///< handle, factor on the stiffness there
};

/// Settings of the whole run.
struct RunSettings {
  double fps = 30;
  int substeps = 0;  ///< 0: the fewest with h ≤ 1/100 s
  Integrator integrator = Integrator::euler;
  double preroll = 0;                         ///< [s] the first pose is held before frame 0
  Playback playback = Playback::once;         ///< loop: the last frame is the first again
  std::optional<int> first_frame, end_frame;  ///< half-open range that is written
  std::vector<double> gravity;                ///< d [m/s²], or one: along −y; empty for none
  SolverKind solver = SolverKind::fast;
  Quality quality = Quality::final;
  std::optional<double> tolerance;  ///< length relative to the rest diagonal; else by quality
  std::optional<int> max_iterations;
  double rank_cutoff = 1e-10;  ///< below this, relative, a row of C counts as dependent
  double amount = 1;           ///< scales what is written
  unsigned seed = 1;           ///< of the random loads that measure the body's frequency
};

/// The material of the elements whose centroid lies inside a region of the rest shape; of regions
/// that overlap the later one wins.
struct Region {
  Vector box_min, box_max;  ///< d, or empty
  Vector center;            ///< d, or empty: a ball
  double radius = 0;
  std::optional<double> young, poisson, density;
  std::optional<double> stiffness;  ///< factor on the body's own modulus; not beside `young`
};

struct RigSpec {
  std::string kind = "lbs";     ///< the name of a row of a RigRegistry (scene/rig_registry.hpp)
  std::any own;                 ///< the values of the kind's own keys, as its row reads them
  std::vector<Handle> handles;  ///< affine and rigid: at most one, the pivot
  Matrix weights;               ///< n×k; empty: bounded biharmonic weights are computed
  std::string weights_place;    ///< the file they come from, for messages; may be empty
  std::variant<std::vector<HandleTrack>, ParamTrack> animation;  ///< tracks: one a handle
  double period = 0;  ///< [s] after which the animation repeats; 0: it does not
};

struct BodySpec {
  std::string name;
  Mesh mesh;
  RigSpec rig;
  BodySettings settings;
  std::vector<Region> regions;
  Vector young_per_element;  ///< num_elements [Pa], or empty
  std::vector<int> pinned;   ///< vertices where u_c = 0
  Vector painted_leak;       ///< n, or empty: D read with the mesh
  Vector depth;              ///< n, or empty: how far vertices lie under the shown surface [m]
  Vector fill;               ///< num_elements, or empty: the fraction of each that is body
};

struct Scene {
  std::string name;
  int num_frames = 0;  ///< frames 0 … num_frames−1, at 1/fps
  RunSettings run;
  std::vector<BodySpec> bodies;
  std::vector<std::string> files;  ///< all that were read; a run never writes over them
};

}  // namespace descant

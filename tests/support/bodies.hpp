// tests/support/bodies.hpp: small bodies with every rig, and lively motions for them.

#pragma once

#include <cmath>
#include <memory>
#include <string>

#include "descant/contract/leak.hpp"
#include "descant/mesh/box.hpp"
#include "descant/rig/chain.hpp"
#include "descant/rig/function_rig.hpp"
#include "descant/rig/linear_rig.hpp"
#include "descant/rig/morph_skin_rig.hpp"
#include "descant/rig/rigid_rig.hpp"
#include "descant/rig/skin_deformer.hpp"
#include "descant/simulation/clip.hpp"
#include "support/bend_deformer.hpp"
#include "support/twist_rig.hpp"

namespace descant::testing {

enum class TestRig { affine, rigid, skinning, morph_skin, chain, twist, function };

inline std::string name(TestRig rig) {
  switch (rig) {
    case TestRig::affine:
      return "affine";
    case TestRig::rigid:
      return "rigid";
    case TestRig::skinning:
      return "skinning";
    case TestRig::morph_skin:
      return "morph_skin";
    case TestRig::chain:
      return "chain";
    case TestRig::twist:
      return "twist";
    case TestRig::function:
      return "function";
  }
  return "?";
}

/// A bar of length 2 along the last axis, one element thick enough to have vertices inside.
inline Mesh bar_mesh(int dim) {
  if (dim == 2) return box_mesh(Vector{{-0.4, 0}}, Vector{{0.4, 2}}, {3, 6});
  return box_mesh(Vector{{-0.4, -0.4, 0}}, Vector{{0.4, 0.4, 2}}, {2, 2, 5});
}

/// Two handles along the last axis, blended smoothly.
inline Matrix bar_weights(const Positions& rest) {
  Matrix weights(rest.rows(), 2);
  const Vector s = rest.col(rest.cols() - 1) / 2;
  weights.col(1) = (3 * s.array().square() - 2 * s.array().cube()).matrix();
  weights.col(0) = (1 - weights.col(1).array()).matrix();
  return weights;
}

/// Two morph targets of the bar: it bulges at half its length, and curls at its end.
inline std::vector<Positions> bar_morphs(const Positions& rest) {
  const Index last = rest.cols() - 1;
  const Eigen::ArrayXd s = rest.col(last).array() / 2;
  Positions bulge = Positions::Zero(rest.rows(), rest.cols()), curl = bulge;
  bulge.col(0) = (4 * s * (1 - s) * rest.col(0).array()).matrix();
  curl.col(0) = (s * s).matrix();
  return {bulge, curl};
}

inline std::shared_ptr<const Rig> make_test_rig(TestRig kind, const Positions& rest) {
  const int dim = static_cast<int>(rest.cols());
  switch (kind) {
    case TestRig::affine:
      return make_affine_rig(rest);
    case TestRig::rigid:
      return make_rigid_rig(rest, Vector::Zero(dim));
    case TestRig::skinning:
      return make_skinning_rig(rest, bar_weights(rest));
    case TestRig::morph_skin:
      return make_morph_skin_rig(rest, bar_weights(rest), bar_morphs(rest));
    case TestRig::chain:
      return std::make_shared<ChainRig>(rest, Deformers{make_skin_deformer(bar_weights(rest), dim),
                                                        std::make_shared<Bend>(dim - 1)});
    case TestRig::twist:
      return make_twist_rig(rest);
    case TestRig::function: {
      const std::shared_ptr<const Rig> inner = make_twist_rig(rest);
      return std::make_shared<FunctionRig>(
          [inner](ConstVec p) { return inner->displacement(p); },
          FunctionShape{
              .dim = dim, .num_vertices = rest.rows(), .num_params = inner->num_params()});
    }
  }
  return nullptr;
}

/// A turn in the plane of the last and first axes and a shift along the first, about the origin.
inline Matrix swing(int dim, double angle, double shift) {
  Matrix transform = Matrix::Identity(dim, dim + 1);
  const int a = dim - 1, b = 0;
  transform(a, a) = transform(b, b) = std::cos(angle);
  transform(a, b) = -std::sin(angle);
  transform(b, a) = std::sin(angle);
  transform(b, dim) = shift;
  return transform;
}

/// p of a lively motion, at rest at time 0 and smooth from there on.
inline Vector lively_params(TestRig kind, int dim, double time) {
  const double ramp = 1 - std::exp(-400 * time * time * time);
  const double angle = 0.5 * ramp * std::sin(9 * time);
  const double shift = 0.3 * ramp * std::sin(13 * time);
  switch (kind) {
    case TestRig::affine:
      return affine_params({swing(dim, angle, shift)});
    case TestRig::rigid:
      return rigid_params(swing(dim, angle, shift), Vector::Zero(dim));
    case TestRig::skinning:
      return affine_params({swing(dim, angle, shift), swing(dim, -angle, 1.5 * shift)});
    case TestRig::morph_skin:
      return morph_skin_params({swing(dim, angle, shift), swing(dim, -angle, 1.5 * shift)},
                               Vector{{0.8 * angle, -shift}});
    case TestRig::chain:
      return morph_skin_params({swing(dim, angle, shift), swing(dim, -angle, 1.5 * shift)},
                               Vector{{0.3 * angle}});
    case TestRig::twist:
    case TestRig::function: {
      Vector p = Vector::Zero(dim == 3 ? 5 : 3);
      p[0] = angle;
      p[dim - 2] = 1.2 * angle;
      p[p.size() - dim] = shift;
      return p;
    }
  }
  return {};
}

inline Vector rest_params(TestRig kind, int dim) { return lively_params(kind, dim, 0); }

struct BodyCase {
  TestRig rig = TestRig::skinning;
  LawKind law = LawKind::arap;
  VolumeTerm volume = VolumeTerm::log;
  Pose pose = Pose::relax;
  int dim = 3;
  double leak = 0.95;
  double young = 2e4;
  double poisson = 0.35;
  double damping = 0;
};

inline Material uniform_material(const BodyCase& test, Index num_elements) {
  return {.law = test.law,
          .volume = test.volume,
          .pose = test.pose,
          .lame = std::vector<Lame>(num_elements, lame_parameters(test.young, test.poisson))};
}

inline BodyOptions body_options(const BodyCase& test, const Mesh& mesh) {
  const bool is_skinned = test.rig == TestRig::skinning || test.rig == TestRig::morph_skin ||
                          test.rig == TestRig::chain;
  const Matrix weights =
      is_skinned ? bar_weights(mesh.vertices) : Matrix(Matrix::Ones(mesh.num_vertices(), 1));
  return {.material = uniform_material(test, mesh.num_elements()),
          .density = Vector::Constant(mesh.num_elements(), 1000),
          .leak = leak_from_depth(mesh, weights, test.leak),
          .pinned = {},
          .frequency = {},
          .damping_ratio = test.damping};
}

inline Body make_test_body(const BodyCase& test, const Workers& workers = Workers(1)) {
  Mesh mesh = bar_mesh(test.dim);
  const BodyOptions options = body_options(test, mesh);
  std::shared_ptr<const Rig> rig = make_test_rig(test.rig, mesh.vertices);
  return make_body(std::move(mesh), std::move(rig), options, workers);
}

inline Drive lively_drive(const BodyCase& test) {
  return {.params = [test](double time) { return lively_params(test.rig, test.dim, time); },
          .force = {}};
}

/// The elasticity of a body, which is its first term.
inline const Elasticity& elasticity_of(const Body& body) {
  return dynamic_cast<const Elasticity&>(*body.terms.front());
}

/// u_c of every frame (dn × frames), with each frame's report.
struct Trajectory {
  Matrix u_c;
  std::vector<FrameReport> frames;
};

inline Trajectory run(const Body& body, const Drive& drive, const ClipOptions& options) {
  Trajectory result;
  result.u_c.resize(body.mesh.num_dofs(), options.num_frames);
  ClipState state;
  run_clip(body, drive, options, state, [&](const FrameReport& frame, const ClipState& now) {
    result.u_c.col(frame.frame) = now.motion.u_c;
    result.frames.push_back(frame);
    return true;
  });
  return result;
}

}  // namespace descant::testing

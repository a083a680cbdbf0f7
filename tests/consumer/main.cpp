// main.cpp: a bar with a rig of our own, a twist about its axis, and the wobble physics adds to it.

#include <cmath>
#include <cstdio>
#include <memory>

#include "descant/mesh/box.hpp"
#include "descant/rig/rig.hpp"
#include "descant/simulation/clip.hpp"

using namespace descant;

/// Slides along x by p[0] [m] and twists about the y axis by p[1] [rad/m].
class TwistRig : public Rig {
 public:
  explicit TwistRig(Positions rest) : rest_(std::move(rest)) {}

  int dim() const override { return 3; }
  Index num_params() const override { return 2; }
  Index num_dofs() const override { return rest_.size(); }
  Vector rest_params() const override { return Vec<2>(0, 0); }
  bool has_constant_jacobian() const override { return false; }

  Vector displacement(ConstVec p) const override {
    Positions u = Positions::Zero(rest_.rows(), 3);
    for (Index i = 0; i < rest_.rows(); ++i) {
      const double x = rest_(i, 0), y = rest_(i, 1), z = rest_(i, 2);
      const double c = std::cos(p[1] * y), s = std::sin(p[1] * y);
      u(i, 0) = p[0] + c * x + s * z - x;
      u(i, 2) = -s * x + c * z - z;
    }
    return flat(u);
  }

  RigJacobian jacobian(ConstVec p) const override {
    Matrix J = Matrix::Zero(num_dofs(), 2);
    for (Index i = 0; i < rest_.rows(); ++i) {
      const double x = rest_(i, 0), y = rest_(i, 1), z = rest_(i, 2);
      const double c = std::cos(p[1] * y), s = std::sin(p[1] * y);
      J(3 * i, 0) = 1;
      J(3 * i, 1) = y * (-s * x + c * z);
      J(3 * i + 2, 1) = y * (-c * x - s * z);
    }
    return RigJacobian::general(J, 3);
  }

 private:
  Positions rest_;
};

int main() {
  const Mesh mesh = box_mesh(Vec<3>(-0.1, 0, -0.1), Vec<3>(0.1, 1, 0.1), {2, 8, 2});
  const auto rig = std::make_shared<TwistRig>(mesh.vertices);

  BodyOptions options;
  options.material.law = LawKind::stable_neohookean;
  options.material.lame.assign(mesh.num_elements(), lame_parameters(2e4, 0.4));
  options.density = Vector::Constant(mesh.num_elements(), 1000);
  const Body body = make_body(mesh, rig, options, Workers(2));

  Drive drive;
  drive.params = [](double time) {
    return Vec<2>(0.2 * std::sin(9 * time), 1.5 * std::sin(6 * time));
  };

  ClipOptions clip;
  clip.num_frames = 12;
  clip.substeps = default_substeps(clip.fps);
  clip.solve.diagonal = diagonal(mesh);

  double worst_contract = 0, largest = 0;
  ClipState state;
  run_clip(body, drive, clip, state, [&](const FrameReport& frame, const ClipState&) {
    std::printf("frame %2d  largest |u_c| %.4f m  contract %.1e\n", frame.frame, frame.max,
                frame.contract);
    worst_contract = std::max(worst_contract, frame.contract);
    largest = std::max(largest, frame.max);
    return true;
  });
  return worst_contract <= 1e-9 && largest > 1e-3 ? 0 : 1;
}

// rig/linearised_rig.cpp: keeps u_r and J of one pose.

#include "descant/rig/linearised_rig.hpp"

#include <utility>

namespace descant {
namespace {

class LinearisedRig : public Rig {
 public:
  LinearisedRig(const Rig& rig, Vector p0)
      : p0_(std::move(p0)),
        u0_(rig.displacement(p0_)),
        rest_params_(rig.rest_params()),
        J_(rig.jacobian(p0_)),
        influences_(rig.influences()) {}

  int dim() const override { return J_.dim(); }
  Vector rest_params() const override { return rest_params_; }
  Matrix influences() const override { return influences_; }
  Index num_params() const override { return p0_.size(); }
  Index num_dofs() const override { return u0_.size(); }
  Vector displacement(ConstVec p) const override { return u0_ + J_.apply(p - p0_); }
  void pose(ConstVec p, const Workers& workers, Vector& u_r) const override {
    J_.apply(p - p0_, workers, u_r);
    u_r += u0_;
  }
  RigJacobian jacobian(ConstVec) const override { return J_; }
  bool has_constant_jacobian() const override { return true; }

 private:
  Vector p0_, u0_, rest_params_;
  RigJacobian J_;
  Matrix influences_;
};

}  // namespace

std::unique_ptr<Rig> make_linearised_rig(const Rig& rig, const Vector& p0) {
  return std::make_unique<LinearisedRig>(rig, p0);
}

}  // namespace descant

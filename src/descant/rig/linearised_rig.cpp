// rig/linearised_rig.cpp: keeps u_r and J of one pose.

#include "descant/rig/linearised_rig.hpp"

#include <utility>

namespace descant {
namespace {

class LinearisedRig : public Rig {
 public:
  LinearisedRig(Vector p0, Vector u0, RigJacobian J)
      : p0_(std::move(p0)), u0_(std::move(u0)), J_(std::move(J)) {}

  Index num_params() const override { return p0_.size(); }
  Index num_dofs() const override { return u0_.size(); }
  Vector displacement(ConstVec p) const override { return u0_ + J_.apply(p - p0_); }
  RigJacobian jacobian(ConstVec) const override { return J_; }
  bool has_constant_jacobian() const override { return true; }

 private:
  Vector p0_, u0_;
  RigJacobian J_;
};

}  // namespace

std::unique_ptr<Rig> make_linearised_rig(const Rig& rig, const Vector& p0) {
  return std::make_unique<LinearisedRig>(p0, rig.displacement(p0), rig.jacobian(p0));
}

}  // namespace descant

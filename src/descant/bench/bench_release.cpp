// bench/bench_release.cpp: a rig that poses as before, and forbids nothing.

#include "descant/bench/bench_release.hpp"

#include <memory>
#include <utility>

namespace descant {
namespace {

class ReleasedRig : public Rig {
 public:
  ReleasedRig(std::shared_ptr<const Rig> rig, int dim) : rig_(std::move(rig)), dim_(dim) {}
  int dim() const override { return dim_; }
  Vector rest_params() const override { return rig_->rest_params(); }
  Matrix influences() const override { return rig_->influences(); }
  Index num_params() const override { return rig_->num_params(); }
  Index num_dofs() const override { return rig_->num_dofs(); }
  Vector displacement(ConstVec p) const override { return rig_->displacement(p); }
  void pose(ConstVec p, const Workers& workers, Vector& u_r) const override {
    rig_->pose(p, workers, u_r);
  }
  RigJacobian jacobian(ConstVec) const override {
    return RigJacobian::split(SparseMatrix(num_dofs() / dim_, 0), dim_);
  }
  bool has_constant_jacobian() const override { return rig_->has_constant_jacobian(); }

 private:
  std::shared_ptr<const Rig> rig_;
  int dim_;
};

}  // namespace

BenchProblem without_contract(BenchProblem problem) {
  Body& body = problem.built.body;
  body.rig = std::make_shared<ReleasedRig>(body.rig, body.mesh.dim());
  body.rest_contract = std::make_shared<const Contract>(body.rig->jacobian(Vector()), body.space);
  return problem;
}

}  // namespace descant

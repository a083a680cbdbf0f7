// rig/chain.cpp: poses deformer after deformer, and multiplies their derivatives.

#include "descant/rig/chain.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "descant/core/error.hpp"
#include "descant/rig/blend.hpp"
#include "descant/rig/vertex_blocks.hpp"

namespace descant {
namespace {

void check_deformers(const Positions& rest, const Deformers& deformers) {
  if (deformers.empty())
    throw InputError("chain", "it has no deformer", "Give at least one, such as an affine map");
  for (size_t k = 0; k < deformers.size(); ++k) {
    const std::string place = "deformer " + std::to_string(k) + " of the chain";
    if (!deformers[k]) throw InputError(place, "it is missing");
    const Index num_vertices = deformers[k]->influences().rows();
    if (num_vertices != 0 && num_vertices != rest.rows())
      throw InputError(place, "it has influences for " + std::to_string(num_vertices) +
                                  " vertices, the rest shape has " + std::to_string(rest.rows()));
  }
}

/// J of the chain depends on no parameter: nothing that follows the first turns or scales.
bool is_constant(const Deformers& deformers) {
  return deformers.front()->linearity() != Linearity::curved &&
         std::all_of(deformers.begin() + 1, deformers.end(), [](const auto& deformer) {
           return deformer->linearity() == Linearity::offset;
         });
}

}  // namespace

ChainRig::ChainRig(Positions rest, Deformers deformers, const std::vector<int>& param_order)
    : rest_(std::move(rest)), deformers_(std::move(deformers)) {
  check_rest(rest_);
  check_deformers(rest_, deformers_);
  place_params(param_order);
  if (is_constant(deformers_)) {
    const Positions u_0 = moved(Vector::Zero(num_params()), Workers(1));
    constant_ = Constant{product(rest_params_), flat(u_0)};
  }
}

void ChainRig::place_params(const std::vector<int>& param_order) {
  std::vector<int> applied(deformers_.size());
  std::iota(applied.begin(), applied.end(), 0);
  order_ = param_order.empty() ? applied : param_order;
  if (!std::is_permutation(order_.begin(), order_.end(), applied.begin(), applied.end()))
    throw InputError("chain", "the order of its parameters does not name every deformer once");

  begin_.resize(deformers_.size());
  Index size = 0;
  for (const int k : order_) {
    begin_[k] = size;
    size += deformers_[k]->num_params();
  }
  rest_params_.resize(size);
  for (size_t k = 0; k < deformers_.size(); ++k) {
    const Vector own = deformers_[k]->rest_params();
    expect_equal(own.size(), deformers_[k]->num_params(), "a rest value for every parameter");
    rest_params_.segment(begin_[k], own.size()) = own;
  }
}

ConstVec ChainRig::params_of(size_t deformer, ConstVec p) const {
  expect_equal(p.size(), num_params(), "p has the parameters of every deformer");
  return p.segment(begin_[deformer], deformers_[deformer]->num_params());
}

Positions ChainRig::moved(ConstVec p, const Workers& workers) const {
  Positions u_r = deformers_[0]->displacement(rest_, params_of(0, p), workers);
  for (size_t k = 1; k < deformers_.size(); ++k) {
    const Positions x = rest_ + u_r;
    u_r += deformers_[k]->displacement(x, params_of(k, p), workers);
  }
  return u_r;
}

Vector ChainRig::displacement(ConstVec p) const {
  Vector u_r;
  pose(p, Workers(1), u_r);
  return u_r;
}

void ChainRig::pose(ConstVec p, const Workers& workers, Vector& u_r) const {
  if (constant_) {
    constant_->J.apply(p, workers, u_r);
    u_r += constant_->u_0;
  } else {
    const Positions moved_points = moved(p, workers);
    u_r = flat(moved_points);
  }
}

RigJacobian ChainRig::jacobian(ConstVec p) const { return constant_ ? constant_->J : product(p); }

/// What each deformer is given (n×d each): x₀ … x_{K−1}.
std::vector<Positions> ChainRig::inputs(ConstVec p) const {
  const Workers alone(1);
  std::vector<Positions> x{rest_};
  Positions u_r = Positions::Zero(rest_.rows(), rest_.cols());
  for (size_t k = 0; k + 1 < deformers_.size(); ++k) {
    u_r += deformers_[k]->displacement(x[k], params_of(k, p), alone);
    x.push_back(rest_ + u_r);
  }
  return x;
}

RigJacobian ChainRig::product(ConstVec p) const {
  if (deformers_.size() == 1) return deformers_[0]->by_params(rest_, params_of(0, p));
  const std::vector<Positions> x = inputs(p);

  // from the last to the first, with the derivative of all that follows
  std::vector<RigJacobian> parts;
  std::optional<Matrix> after;
  for (size_t k = deformers_.size(); k-- > 0;) {
    const ConstVec own = params_of(k, p);
    const RigJacobian part = deformers_[k]->by_params(x[k], own);
    expect_equal(part.num_dofs(), num_dofs(), "a deformer's Jacobian has a row for every dof");
    parts.push_back(after ? blocks_times(*after, part) : part);
    if (k == 0 || deformers_[k]->linearity() == Linearity::offset) continue;
    const Matrix blocks = deformers_[k]->by_points(x[k], own);
    after = after ? blocks_times(*after, blocks) : blocks;
  }
  std::reverse(parts.begin(), parts.end());

  std::vector<RigJacobian> in_order;
  for (const int k : order_) in_order.push_back(std::move(parts[k]));
  return side_by_side(in_order);
}

Matrix ChainRig::by_points(ConstVec p) const {
  const std::vector<Positions> x = inputs(p);
  Matrix blocks = deformers_[0]->by_points(x[0], params_of(0, p));
  for (size_t k = 1; k < deformers_.size(); ++k)
    if (deformers_[k]->linearity() != Linearity::offset)
      blocks = blocks_times(deformers_[k]->by_points(x[k], params_of(k, p)), blocks);
  return blocks;
}

Matrix ChainRig::influences() const {
  for (size_t k = deformers_.size(); k-- > 0;) {
    Matrix own = deformers_[k]->influences();
    if (own.size() > 0) return own;
  }
  return Rig::influences();
}

}  // namespace descant

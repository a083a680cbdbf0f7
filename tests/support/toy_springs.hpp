// tests/support/toy_springs.hpp: springs along the edges of a body, as a user would add them.
//
//   Φ = Σ ½k (|xᵢ − xⱼ| − ℓ)²        H = k n nᵀ + k (1 − ℓ/|xᵢ − xⱼ|)(I − n nᵀ)

#pragma once

#include <cmath>
#include <utility>

#include "descant/energy/energy.hpp"
#include "descant/mesh/mesh.hpp"

namespace descant::testing {

class ToySprings : public BodyEnergy {
 public:
  ToySprings(const Mesh& mesh, double stiffness) : mesh_(mesh), k_(stiffness) {
    for (Index e = 0; e < mesh.num_elements(); ++e)
      for (Index a = 0; a < mesh.elements.cols(); ++a)
        for (Index b = 0; b < a; ++b) edges_.push_back({mesh.elements(e, a), mesh.elements(e, b)});
  }

  void add_pattern(PatternBuilder& pattern) const override {
    for (const auto& [i, j] : edges_) pattern.connect(0, i, 0, j);
  }
  EnergyValue value(const Place& at, EnergyScratch&) const override {
    double sum = 0;
    for (const auto& edge : edges_) sum += 0.5 * k_ * std::pow(stretch(edge, at.u()), 2);
    return {.total = sum, .size = sum};
  }
  EnergyValue value_and_add_gradient(const Place& at, const Gradient& g,
                                     EnergyScratch& scratch) const override {
    const Index d = mesh_.dim();
    for (const auto& [i, j] : edges_) {
      const Vector x = posed({i, j}, at.u());
      const Vector force = k_ * stretch({i, j}, at.u()) / x.norm() * x;
      g.of().segment(d * i, d) += force;
      g.of().segment(d * j, d) -= force;
    }
    return value(at, scratch);
  }
  void add_hessian(const Place& at, Curvature curvature, BlockAssembler& Q) const override {
    for (const auto& [i, j] : edges_) {
      const Vector x = posed({i, j}, at.u());
      const Matrix along = x * x.transpose() / x.squaredNorm();
      double across = stretch({i, j}, at.u()) / x.norm();
      if (curvature == Curvature::projected) across = std::max(0.0, across);
      const Matrix H = k_ * (along + across * (Matrix::Identity(x.size(), x.size()) - along));
      for (const auto& [a, b] : {std::pair(i, j), std::pair(j, i)}) {
        Q.add(0, a, 0, a, H);
        Q.add(0, a, 0, b, -H);
      }
    }
  }
  void add_metric(const Vector&, ScalarAssembler& A) const override {
    for (const auto& [i, j] : edges_) A.add_spring(0, i, 0, j, k_);
  }

 private:
  using Edge = std::pair<int, int>;
  Vector rest(Edge e) const {
    return (mesh_.vertices.row(e.first) - mesh_.vertices.row(e.second)).transpose();
  }
  Vector posed(Edge e, const Eigen::Map<const Vector>& u) const {
    const Index d = mesh_.dim();
    return rest(e) + u.segment(d * e.first, d) - u.segment(d * e.second, d);
  }
  double stretch(Edge e, const Eigen::Map<const Vector>& u) const {
    return posed(e, u).norm() - rest(e).norm();
  }

  Mesh mesh_;
  double k_;
  std::vector<Edge> edges_;
};

}  // namespace descant::testing

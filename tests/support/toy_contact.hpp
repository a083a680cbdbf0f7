// tests/support/toy_contact.hpp: vertices of one body that do not fall below those of another.
//
//   Φ = Σ ½k ⟨yⱼ − xᵢ⟩₊²        along the first axis, over the pairs that are near each other
//
// Which pairs those are is found when it freezes itself, and found again between passes.

#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "descant/energy/energy.hpp"
#include "descant/mesh/mesh.hpp"

namespace descant::testing {

class ToyContact : public Energy {
 public:
  using Pairs = std::vector<std::pair<int, int>>;

  /// Vertex i of body `above` stays above vertex j of body `below`, for the pairs given.
  ToyContact(std::array<int, 2> bodies, const Mesh& above, const Mesh& below, Pairs pairs, double k)
      : bodies_(bodies), above_(above), below_(below), pairs_(std::move(pairs)), k_(k) {}

  std::span<const int> bodies() const override { return bodies_; }
  std::unique_ptr<const Energy> freeze(const StepStart& start) const override {
    auto frozen = std::make_unique<ToyContact>(*this);
    std::erase_if(frozen->pairs_,
                  [&](const auto& pair) { return depth(pair, start.now) < -margin; });
    frozen->is_frozen_ = true;
    return frozen;
  }
  void add_pattern(PatternBuilder& pattern) const override {
    for (const auto& [i, j] : pairs_) pattern.connect(0, i, 1, j);
  }
  EnergyValue value(const Place& at, EnergyScratch&) const override {
    double sum = 0;
    for (const auto& pair : pairs_) sum += 0.5 * k_ * std::pow(std::max(0.0, depth(pair, at)), 2);
    return {.total = sum, .size = sum};
  }
  EnergyValue value_and_add_gradient(const Place& at, const Gradient& g,
                                     EnergyScratch& scratch) const override {
    for (const auto& [i, j] : pairs_) {
      const double force = k_ * std::max(0.0, depth({i, j}, at));
      g.of(0)[above_.dim() * i] -= force;
      g.of(1)[above_.dim() * j] += force;
    }
    return value(at, scratch);
  }
  void add_hessian(const Place& at, Curvature, BlockAssembler& Q) const override {
    Matrix H = Matrix::Zero(above_.dim(), above_.dim());
    H(0, 0) = k_;
    for (const auto& [i, j] : pairs_) {
      if (depth({i, j}, at) <= 0) continue;
      Q.add(0, i, 0, i, H);
      Q.add(1, j, 1, j, H);
      Q.add(0, i, 1, j, -H);
      Q.add(1, j, 0, i, -H);
    }
  }
  void add_metric(const Vector&, ScalarAssembler& A) const override {
    if (!is_frozen_) return;
    for (const auto& [i, j] : pairs_) {
      A.add_diagonal(0, i, 2 * k_);
      A.add_diagonal(1, j, 2 * k_);
    }
  }
  size_t num_pairs() const { return pairs_.size(); }

 private:
  static constexpr double margin = 0.02;  // [m]: pairs farther apart are left out
  double depth(const std::pair<int, int>& pair, const Place& at) const {
    const Index d = above_.dim();
    const double x = above_.vertices(pair.first, 0) + at.u(0)[d * pair.first];
    return below_.vertices(pair.second, 0) + at.u(1)[d * pair.second] - x;
  }

  std::array<int, 2> bodies_;
  Mesh above_, below_;
  Pairs pairs_;
  double k_;
  bool is_frozen_ = false;
};

}  // namespace descant::testing

// elasticity/element_energy.hpp: Φ summed over the elements of a mesh, for one law.
//
//   Φ = Σₑ volₑ Ψₑ(F)
//   g_a = volₑ P ∇φ_a            at corner a of element e, P = ∂Ψ/∂F
//   K_ab = volₑ Σ_αβ ∂_αφ_a H_αβ ∂_βφ_b    H_αβ the d×d blocks of ∂²Ψ/∂vec(F)²
//
// Φ and g come from the SIMD kernels (without Highway, from the laws one element after the other),
// K from the laws. Elements are evaluated in parallel into a buffer of their own, then gathered
// vertex by vertex.

#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "descant/elasticity/block_pattern.hpp"
#include "descant/elasticity/elasticity.hpp"
#include "descant/elasticity/element_pass.hpp"
#include "descant/elasticity/law.hpp"
#include "descant/elasticity/metric.hpp"
#include "descant/elasticity/simplex.hpp"
#include "descant/mesh/measures.hpp"

namespace descant {

/// The elastic potential of law L, one object of it an element, relaxed or held.
template <int d, class L, Pose pose>
requires Law<L, d> &&(pose == Pose::relax || HoldingLaw<L, d>)class ElementEnergy final
    : public Elasticity {
 public:
  ElementEnergy(const Mesh& mesh, const Material& material, std::vector<L> laws,
                const Workers& workers)
      : workers_(workers),
        num_dofs_(mesh.num_dofs()),
        simplices_(simplices<d>(mesh)),
        laws_(std::move(laws)),
        choice_{.dim = d, .law = material.law, .pose = pose, .volume = material.volume},
        pass_(mesh, material, workers),
        incidence_(vertex_corners(mesh)),
        pattern_(block_pattern(mesh, incidence_)),
        mesh_(mesh),
        metric_weights_(metric_weights(material)) {}

  EnergyValue value(const Place& at, EnergyScratch& scratch) const override {
    check_sizes(at);
    return valued(pass_.energy(scratch, kernel(at.u(), at.u_r())));
  }

  EnergyValue value_and_add_gradient(const Place& at, const Gradient& g,
                                     EnergyScratch& scratch) const override {
    check_sizes(at);
    return valued(pass_.energy_and_add_gradient(scratch, g.of().data(), kernel(at.u(), at.u_r())));
  }

  void add_pattern(PatternBuilder& pattern) const override {
    for (Index v = 0; v < num_dofs_ / d; ++v) pattern.connect_column(0, v, pattern_.rows(v));
  }

  void add_hessian(const Place& at, Curvature curvature, BlockAssembler& K) const override {
    check_sizes(at);
    const ConstVec u = at.u(), u_r = at.u_r();
    Blocks blocks(d, d * kNumBlocks * num_elements());
    workers_.for_ranges(num_elements(), kChunk, [&](Index e, Index end) {
      for (; e < end; ++e) element_blocks(e, shaped_hessian(e, u, u_r, curvature), blocks);
    });
    workers_.for_ranges(num_dofs_ / d, kChunk, [&](Index v, Index end) {
      Matrix columns;
      for (; v < end; ++v) {
        gather_columns(v, blocks, columns);
        K.add_columns(0, v, pattern_.rows(v), columns.data());
      }
    });
  }

  void add_metric(const Vector& bound, ScalarAssembler& A) const override {
    A.add(0, laplacian(mesh_, bound.size() > 0 ? Vector(metric_weights_.cwiseProduct(bound))
                                               : metric_weights_));
  }

  bool raise_bound(const Place& pose_at, Vector& bound) const override {
    if constexpr (pose == Pose::relax) return false;
    if (bound.size() == 0) bound.setOnes(num_elements());
    expect_equal(bound.size(), num_elements(), "a bound on every element");
    const ConstVec u_r = pose_at.u_r();
    return workers_.sum_ranges(num_elements(), kChunk, [&](Index e, Index end) {
      double num_raised = 0;
      for (; e < end; ++e) {
        const double factor = hold_factor<d>(simplices_[e].deformation_gradient(u_r.data()));
        if (factor <= bound[e]) continue;
        bound[e] = kHeadroom * factor;
        ++num_raised;
      }
      return num_raised;
    }) > 0;
  }

  std::optional<Index> first_undefined_element(ConstVec u, ConstVec u_r) const override {
    expect_equal(u.size(), num_dofs_, "size of u");
    for (Index e = 0; e < num_elements(); ++e) {
      if (!std::isfinite(psi(e, u, u_r))) return e;
    }
    return std::nullopt;
  }

 protected:
  int dim() const override { return d; }

 private:
  static constexpr Index kChunk = 128;       // elements, or vertices, a task
  static constexpr double kHeadroom = 1.25;  // so that a pose that goes on growing seldom refactors
  static constexpr int kNumBlocks = (d + 1) * (d + 2) / 2;  // K_ab with a ≤ b of one element
  using Blocks = Eigen::Matrix<double, d, Eigen::Dynamic>;  // kNumBlocks d×d blocks an element

  Index num_elements() const { return static_cast<Index>(simplices_.size()); }

  static constexpr Index block_index(int a, int b) { return b * (b + 1) / 2 + a; }

  void check_sizes(const Place& at) const { expect_equal(at.u().size(), num_dofs_, "size of u"); }

  static EnergyValue valued(double phi) { return {.total = phi, .size = std::abs(phi)}; }

  /// evaluate(law, F), or evaluate(law, F, F_r) where the pose is held.
  template <class Evaluate>
  auto with_shape(Index e, const ConstVec& u, const ConstVec& u_r, const Evaluate& evaluate) const {
    const Mat<d> F = simplices_[e].deformation_gradient(u.data());
    if constexpr (pose == Pose::hold) {
      return evaluate(laws_[e], F, simplices_[e].deformation_gradient(u_r.data()));
    } else {
      return evaluate(laws_[e], F);
    }
  }

#ifdef DESCANT_WITH_HIGHWAY
  auto kernel(const ConstVec& u, const ConstVec& u_r) const {
    return [this, u = u.data(), u_r = u_r.data()](const auto& chunk, double* forces) {
      return pass_.run(choice_, chunk, u, u_r, forces);
    };
  }
#else
  auto kernel(const ConstVec& u, const ConstVec& u_r) const {
    return [this, &u, &u_r](const auto& chunk, double* forces) {
      const std::vector<Index>& elements = pass_.elements();
      const Index last = std::min(kBlock * chunk.end, static_cast<Index>(elements.size()));
      double sum = 0;
      for (Index i = kBlock * chunk.begin; i < last; ++i)
        sum += add_forces(elements[i], u, u_r, pass_.vertices().corners(i / kBlock) + i % kBlock,
                          forces);
      return sum;
    };
  }

  Response<d> response(Index e, const ConstVec& u, const ConstVec& u_r) const {
    return with_shape(e, u, u_r, [](const L& law, const auto&... shape) -> Response<d> {
      if constexpr (requires { law.response(shape...); }) {
        return law.response(shape...);
      } else {
        return {law.psi(shape...), law.gradient(shape...)};
      }
    });
  }

  /// Adds g of e to the rows of its corners, kBlock apart, unless `forces` is null; returns its
  /// energy.
  double add_forces(Index e, const ConstVec& u, const ConstVec& u_r, const std::uint16_t* corners,
                    double* forces) const {
    const Simplex<d>& simplex = simplices_[e];
    if (!forces) return simplex.volume * psi(e, u, u_r);
    const Response<d> r = response(e, u, u_r);
    const Eigen::Matrix<double, d, d + 1> f =
        simplex.volume * r.gradient * simplex.shape_gradients();
    for (int a = 0; a <= d; ++a) Eigen::Map<Vec<d>>(forces + corners[kBlock * a]) += f.col(a);
    return simplex.volume * r.psi;
  }
#endif

  double psi(Index e, const ConstVec& u, const ConstVec& u_r) const {
    return with_shape(e, u, u_r,
                      [](const L& law, const auto&... shape) { return law.psi(shape...); });
  }

  Mat<d * d> shaped_hessian(Index e, const ConstVec& u, const ConstVec& u_r,
                            Curvature curvature) const {
    return with_shape(e, u, u_r, [curvature](const L& law, const auto&... shape) -> Mat<d * d> {
      return curvature == Curvature::exact ? law.hessian(shape...)
                                           : law.projected_hessian(shape...);
    });
  }

  /// Writes the blocks K_ab, a ≤ b, of e; the diagonal ones symmetric to the last bit.
  void element_blocks(Index e, const Mat<d * d>& H, Blocks& blocks) const {
    const Simplex<d>& simplex = simplices_[e];
    const auto gradients = simplex.shape_gradients();
    for (int b = 0; b <= d; ++b) {
      // volₑ Σ_β H_·β ∂_βφ_b
      Eigen::Matrix<double, d * d, d> HG = H.template leftCols<d>() * gradients(0, b);
      for (int k = 1; k < d; ++k) HG += H.template middleCols<d>(d * k) * gradients(k, b);
      HG *= simplex.volume;
      for (int a = 0; a <= b; ++a) {
        Mat<d> block = gradients(0, a) * HG.template topRows<d>();
        for (int k = 1; k < d; ++k) block += gradients(k, a) * HG.template middleRows<d>(d * k);
        if (a == b) block = (block + block.transpose()).eval() / 2;
        blocks.template middleCols<d>(d * (e * kNumBlocks + block_index(a, b))) = block;
      }
    }
  }

  /// The d columns of vertex v, which have the same rows.
  void gather_columns(Index v, const Blocks& blocks, Matrix& columns) const {
    columns.setZero(d * static_cast<Index>(pattern_.rows(v).size()), d);
    for (Index k = incidence_.first[v]; k < incidence_.first[v + 1]; ++k) {
      const Index corner = incidence_.corners[k];
      const Index e = corner / (d + 1);
      const int b = static_cast<int>(corner % (d + 1));
      for (int a = 0; a <= d; ++a) {
        const Index stored = block_index(std::min(a, b), std::max(a, b));
        const auto block = blocks.template middleCols<d>(d * (e * kNumBlocks + stored));
        auto target = columns.template middleRows<d>(d * pattern_.slot[corner * (d + 1) + a]);
        if (a <= b) {
          target += block;
        } else {
          target += block.transpose();
        }
      }
    }
  }

  Workers workers_;
  Index num_dofs_;
  std::vector<Simplex<d>> simplices_;
  std::vector<L> laws_;
  KernelChoice choice_;
  ElementPass<d> pass_;
  Incidence incidence_;
  BlockPattern pattern_;
  Mesh mesh_;
  Vector metric_weights_;
};

}  // namespace descant

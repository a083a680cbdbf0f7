// energy/place.hpp: where E is evaluated, as one of its terms sees it.
//
//   u = u_r + u_c        total, rig's and complementary displacement, dofs interleaved

#pragma once

#include <span>

#include "descant/core/types.hpp"

namespace descant {

/// The dofs of one body within those of a whole minimisation.
struct Segment {
  Index first = 0, size = 0;
};

/// Displacements of the bodies that a term sees: the k-th of its `bodies()` is body k here. Views;
/// their owner outlives it.
class Place {
 public:
  /// The three vectors of the whole, dn each.
  struct Dofs {
    const double* u = nullptr;
    const double* u_c = nullptr;
    const double* u_r = nullptr;
  };

  Place(const Dofs& dofs, std::span<const Segment> bodies) : dofs_(dofs), bodies_(bodies) {}

  Eigen::Map<const Vector> u(int body = 0) const { return view(dofs_.u, body); }
  Eigen::Map<const Vector> u_c(int body = 0) const { return view(dofs_.u_c, body); }
  Eigen::Map<const Vector> u_r(int body = 0) const { return view(dofs_.u_r, body); }

 private:
  Eigen::Map<const Vector> view(const double* x, int body) const {
    return {x + bodies_[body].first, bodies_[body].size};
  }

  Dofs dofs_;
  std::span<const Segment> bodies_;
};

/// A gradient that a term adds to, body by body as in its Place.
class Gradient {
 public:
  Gradient(double* g, std::span<const Segment> bodies) : g_(g), bodies_(bodies) {}

  Eigen::Map<Vector> of(int body = 0) const {
    return {g_ + bodies_[body].first, bodies_[body].size};
  }

 private:
  double* g_;
  std::span<const Segment> bodies_;
};

}  // namespace descant

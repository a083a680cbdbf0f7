// simulation/damping.cpp: the rotation of the rig around each vertex.

#include "descant/simulation/damping.hpp"

#include <algorithm>

#include "descant/core/error.hpp"
#include "descant/elasticity/block_pattern.hpp"
#include "descant/elasticity/simplex.hpp"
#include "descant/linalg/rotations.hpp"
#include "descant/simulation/cell_rotation.hpp"

namespace descant {
namespace {

constexpr Index kLanes = 8;  // vertices a block, as rotations.hpp has them
constexpr Index kBlocksPerChunk = 16;

/// What one vertex sums: u_w c_wᵀ over its neighbours w.
template <int d>
struct Neighbour {
  int vertex;
  Vec<d> c;
};

/// The neighbours of v (itself among them), with c_w = Σ vol ∇φ_w / Σ vol over the elements around.
template <int d>
std::vector<Neighbour<d>> neighbours_of(Index v, const std::vector<Simplex<d>>& elements,
                                        const Incidence& incidence) {
  std::vector<Neighbour<d>> terms, sums;
  double volume = 0;
  for (Index k = incidence.first[v]; k < incidence.first[v + 1]; ++k) {
    const Simplex<d>& element = elements[incidence.corners[k] / (d + 1)];
    const auto gradients = element.shape_gradients();
    volume += element.volume;
    for (int a = 0; a <= d; ++a)
      terms.push_back({element.vertices[a], element.volume * gradients.col(a)});
  }
  std::stable_sort(terms.begin(), terms.end(), [](const Neighbour<d>& a, const Neighbour<d>& b) {
    return a.vertex < b.vertex;
  });
  for (const Neighbour<d>& term : terms) {
    if (sums.empty() || sums.back().vertex != term.vertex)
      sums.push_back({term.vertex, Vec<d>::Zero()});
    sums.back().c += term.c / volume;
  }
  return sums;
}

}  // namespace

VertexRotations::VertexRotations(const Mesh& mesh, const Workers& workers)
    : workers_(workers), dim_(mesh.dim()), num_vertices_(mesh.num_vertices()), first_term_{0} {
  if (!mesh.is_solid()) {
    thin_ = mesh;
  } else if (dim_ == 2) {
    collect<2>(mesh);
  } else {
    collect<3>(mesh);
  }
}

template <int d>
void VertexRotations::collect(const Mesh& mesh) {
  const std::vector<Simplex<d>> elements = simplices<d>(mesh);
  const Incidence incidence = vertex_corners(mesh);
  for (Index begin = 0; begin < num_vertices_; begin += kLanes) {
    // as many terms as the vertex with most neighbours has; beyond the others', c = 0
    const Index old_end = first_term_.back();
    Index end = old_end;
    for (Index v = begin; v < std::min(begin + kLanes, num_vertices_); ++v) {
      const std::vector<Neighbour<d>> neighbours = neighbours_of<d>(v, elements, incidence);
      if (old_end + static_cast<Index>(neighbours.size()) > end) {
        end = old_end + static_cast<Index>(neighbours.size());
        dofs_.resize(kLanes * end, static_cast<int>(d * begin));
        c_.resize(kLanes * d * end, 0.0);
      }
      for (size_t k = 0; k < neighbours.size(); ++k) {
        const Index term = old_end + static_cast<Index>(k);
        dofs_[kLanes * term + v - begin] = d * neighbours[k].vertex;
        for (int a = 0; a < d; ++a) c_[kLanes * (d * term + a) + v - begin] = neighbours[k].c[a];
      }
    }
    first_term_.push_back(end);
  }
}

void VertexRotations::at(ConstVec u_r, Matrix& rotations) const {
  expect_equal(u_r.size(), dim_ * num_vertices_, "size of u_r");
  rotations.resize(dim_, u_r.size());
  if (thin_) {
    rotate_by_cells(*thin_, u_r, rotations);
  } else if (dim_ == 2) {
    rotate<2>(u_r.data(), rotations.data());
  } else {
    rotate<3>(u_r.data(), rotations.data());
  }
}

template <int d>
void VertexRotations::rotate(const double* u_r, double* rotations) const {
  const SumBlocks sums{.first_term = first_term_.data(), .dofs = dofs_.data(), .c = c_.data()};
  const Index num_blocks = static_cast<Index>(first_term_.size()) - 1;
  workers_.for_ranges(num_blocks, kBlocksPerChunk, [&](Index begin, Index end) {
    alignas(64) double R[kBlocksPerChunk * kLanes * d * d];
    rotations_of_sums<d>(sums, begin, end, u_r, R);

    // from eight side by side to one after the other
    for (Index v = kLanes * begin; v < std::min(kLanes * end, num_vertices_); ++v) {
      const double* place = R + kLanes * d * d * (v / kLanes - begin) + v % kLanes;
      for (int k = 0; k < d * d; ++k) rotations[d * d * v + k] = place[kLanes * k];
    }
  });
}

Matrix vertex_rotations(const Mesh& mesh, ConstVec u_r) {
  Matrix rotations;
  VertexRotations(mesh, Workers(1)).at(u_r, rotations);
  return rotations;
}

namespace {

template <int d>
void turn_all(const Matrix& now, const Matrix& then, const double* u, Vector& result) {
  for (Index i = 0; i < now.cols() / d; ++i) {
    const Eigen::Map<const Mat<d>> R_now(now.data() + d * d * i), R_then(then.data() + d * d * i);
    const Vec<d> back = R_then.transpose() * Eigen::Map<const Vec<d>>(u + d * i);
    result.template segment<d>(d * i) = R_now * back;
  }
}

}  // namespace

void turn(const Matrix& now, const Matrix& then, ConstVec u, Vector& result) {
  expect_equal(now.cols(), u.size(), "rotations of each vertex");
  expect_equal(then.cols(), u.size(), "rotations of each vertex");
  result.resize(u.size());
  if (now.rows() == 2) {
    turn_all<2>(now, then, u.data(), result);
  } else {
    turn_all<3>(now, then, u.data(), result);
  }
}

Vector turned(const Matrix& now, const Matrix& then, ConstVec u) {
  Vector result;
  turn(now, then, u, result);
  return result;
}

}  // namespace descant

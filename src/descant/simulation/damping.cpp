// simulation/damping.cpp: the rotation of the rig around each vertex.

#include "descant/simulation/damping.hpp"

#include <algorithm>
#include <utility>

#include "descant/core/error.hpp"
#include "descant/elasticity/block_pattern.hpp"
#include "descant/elasticity/simplex.hpp"
#include "descant/linalg/rotations.hpp"

namespace descant {
namespace {

constexpr Index kLanes = 8;       // matrices side by side, as nearest_rotations has them
constexpr Index kPerChunk = 128;  // vertices a task

}  // namespace

VertexRotations::VertexRotations(const Mesh& mesh, const Workers& workers)
    : workers_(workers), dim_(mesh.dim()), first_{0} {
  if (dim_ == 2) {
    collect<2>(mesh);
  } else {
    collect<3>(mesh);
  }
}

template <int d>
void VertexRotations::collect(const Mesh& mesh) {
  const std::vector<Simplex<d>> elements = simplices<d>(mesh);
  const Incidence incidence = vertex_corners(mesh);
  std::vector<double> sums(mesh.num_dofs(), 0.0);  // Σ vol ∇φ_w over the elements around a vertex
  std::vector<int> around;
  for (Index v = 0; v < mesh.num_vertices(); ++v) {
    around.clear();
    double volume = 0;
    for (Index k = incidence.first[v]; k < incidence.first[v + 1]; ++k) {
      const Simplex<d>& element = elements[incidence.corners[k] / (d + 1)];
      const auto gradients = element.shape_gradients();
      volume += element.volume;
      for (int a = 0; a <= d; ++a) {
        const int w = element.vertices[a];
        around.push_back(w);
        Eigen::Map<Vec<d>>(sums.data() + Index{d} * w) += element.volume * gradients.col(a);
      }
    }
    std::sort(around.begin(), around.end());
    around.erase(std::unique(around.begin(), around.end()), around.end());
    for (int w : around) {
      neighbours_.push_back(w);
      for (int a = 0; a < d; ++a) c_.push_back(std::exchange(sums[Index{d} * w + a], 0) / volume);
    }
    first_.push_back(static_cast<Index>(neighbours_.size()));
  }
}

void VertexRotations::at(ConstVec u_r, Matrix& rotations) const {
  expect_equal(u_r.size(), dim_ * (static_cast<Index>(first_.size()) - 1), "size of u_r");
  rotations.resize(dim_, u_r.size());
  if (dim_ == 2) {
    rotate<2>(u_r.data(), rotations);
  } else {
    rotate<3>(u_r.data(), rotations);
  }
}

template <int d>
void VertexRotations::rotate(const double* u_r, Matrix& rotations) const {
  workers_.for_ranges(rotations.cols() / d, kPerChunk, [&](Index begin, Index end) {
    // F, entry by entry; the last block filled up with copies
    alignas(64) double matrices[kPerChunk * d * d];
    const Index num_blocks = (end - begin + kLanes - 1) / kLanes;
    for (Index i = 0; i < kLanes * num_blocks; ++i) {
      Mat<d> F = Mat<d>::Identity();
      const Index v = std::min(begin + i, end - 1);
      for (Index k = first_[v]; k < first_[v + 1]; ++k)
        F += Eigen::Map<const Vec<d>>(u_r + Index{d} * neighbours_[k]) *
             Eigen::Map<const Vec<d>>(c_.data() + d * k).transpose();
      double* place = matrices + kLanes * d * d * (i / kLanes) + i % kLanes;
      for (int k = 0; k < d * d; ++k) place[kLanes * k] = F.data()[k];
    }
    nearest_rotations<d>(num_blocks, matrices);
    for (Index i = 0; i < end - begin; ++i) {
      const double* place = matrices + kLanes * d * d * (i / kLanes) + i % kLanes;
      double* rotation = rotations.data() + d * d * (begin + i);
      for (int k = 0; k < d * d; ++k) rotation[k] = place[kLanes * k];
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

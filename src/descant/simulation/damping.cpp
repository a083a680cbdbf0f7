// simulation/damping.cpp: the rotation of the rig around each vertex.

#include "descant/simulation/damping.hpp"

#include "descant/linalg/signed_svd.hpp"
#include "descant/mesh/measures.hpp"

namespace descant {
namespace {

template <int d>
Matrix rotations(const Mesh& mesh, ConstVec u_r) {
  // sum vol·(F − I) over the elements around each vertex
  Matrix sum = Matrix::Zero(d, d * mesh.num_vertices());
  Vector around = Vector::Zero(mesh.num_vertices());
  const Vector volume = element_volumes(mesh);
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    const Matrix gradients = shape_gradients(mesh, e);
    Mat<d> strain = Mat<d>::Zero();
    for (int k = 0; k <= d; ++k)
      strain += u_r.template segment<d>(d * mesh.elements(e, k)) * gradients.row(k);
    for (int k = 0; k <= d; ++k) {
      sum.template middleCols<d>(d * mesh.elements(e, k)) += volume[e] * strain;
      around[mesh.elements(e, k)] += volume[e];
    }
  }
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    const Mat<d> F = Mat<d>::Identity() + sum.template middleCols<d>(d * i) / around[i];
    sum.template middleCols<d>(d * i) = signed_svd<d>(F).rotation();
  }
  return sum;
}

}  // namespace

Matrix vertex_rotations(const Mesh& mesh, ConstVec u_r) {
  return mesh.dim() == 2 ? rotations<2>(mesh, u_r) : rotations<3>(mesh, u_r);
}

Vector turned(const Matrix& now, const Matrix& then, ConstVec u) {
  const Index d = now.rows();
  Vector result(u.size());
  for (Index i = 0; i < u.size() / d; ++i)
    result.segment(d * i, d) =
        now.middleCols(d * i, d) * (then.middleCols(d * i, d).transpose() * u.segment(d * i, d));
  return result;
}

}  // namespace descant

// simulation/cell_rotation.cpp: rotations of edges and triangles, averaged at their vertices.

#include "descant/simulation/cell_rotation.hpp"

#include <Eigen/Geometry>
#include <optional>

#include "descant/linalg/signed_svd.hpp"
#include "descant/mesh/measures.hpp"

namespace descant {
namespace {

/// The edges x_k − x₀ of a cell of displaced points, side by side (d×k).
Matrix cell_edges(const Mesh& mesh, Index e, const Positions& points) {
  Matrix edges(mesh.dim(), mesh.cell_dim());
  for (int k = 0; k < mesh.cell_dim(); ++k)
    edges.col(k) =
        (points.row(mesh.elements(e, k + 1)) - points.row(mesh.elements(e, 0))).transpose();
  return edges;
}

/// An orthonormal frame of a triangle in space; nothing where it has no area.
std::optional<Mat<3>> frame(const Matrix& edges) {
  const Vec<3> along = edges.col(0), normal = along.cross(Vec<3>(edges.col(1)));
  if (!(normal.norm() > 1e-12 * edges.squaredNorm())) return std::nullopt;
  Mat<3> axes;
  axes.col(0) = along.normalized();
  axes.col(2) = normal.normalized();
  axes.col(1) = axes.col(2).cross(axes.col(0));
  return axes;
}

std::optional<Matrix> rotation(const Matrix& rest, const Matrix& posed) {
  if (rest.cols() == 2) {
    const auto before = frame(rest), after = frame(posed);
    if (!before || !after) return std::nullopt;
    return Matrix(*after * before->transpose());
  }
  if (!(posed.norm() > 1e-12 * rest.norm())) return std::nullopt;
  if (rest.rows() == 3)
    return Matrix(Eigen::Quaterniond::FromTwoVectors(Vec<3>(rest.col(0)), Vec<3>(posed.col(0)))
                      .toRotationMatrix());
  const Vec<2> a = rest.col(0).normalized(), b = posed.col(0).normalized();
  Matrix turn(2, 2);
  turn << a.dot(b), a[1] * b[0] - a[0] * b[1], a[0] * b[1] - a[1] * b[0], a.dot(b);
  return turn;
}

/// The rotation nearest to a sum of rotations; none where they cancel out.
template <int d>
Mat<d> nearest(const Mat<d>& sum) {
  return sum.squaredNorm() > 0 ? signed_svd<d>(sum).rotation() : Mat<d>::Identity();
}

}  // namespace

void rotate_by_cells(const Mesh& mesh, ConstVec u_r, Matrix& rotations) {
  const int d = mesh.dim();
  const Positions posed = mesh.vertices + rows_of(u_r, d);
  const Vector sizes = element_volumes(mesh);
  rotations.setZero(d, u_r.size());
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    const auto R = rotation(cell_edges(mesh, e, mesh.vertices), cell_edges(mesh, e, posed));
    if (!R) continue;
    for (const int v : mesh.elements.row(e)) rotations.middleCols(Index{d} * v, d) += sizes[e] * *R;
  }
  for (Index v = 0; v < mesh.num_vertices(); ++v) {
    auto sum = rotations.middleCols(d * v, d);
    if (d == 2)
      sum = nearest<2>(Mat<2>(sum));
    else
      sum = nearest<3>(Mat<3>(sum));
  }
}

}  // namespace descant

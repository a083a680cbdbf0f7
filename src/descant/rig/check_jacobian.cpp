// rig/check_jacobian.cpp: derivatives beside central differences, column by column.

#include "descant/rig/check_jacobian.hpp"

#include <algorithm>
#include <limits>

#include "descant/core/error.hpp"
#include "descant/rig/central_differences.hpp"

namespace descant {
namespace {

double worst_column(const Matrix& J, const Matrix& differences) {
  expect_equal(J.rows(), differences.rows(), "J has one row a dof");
  expect_equal(J.cols(), differences.cols(), "J has one column a parameter");
  if (!J.allFinite() || !differences.allFinite()) return std::numeric_limits<double>::infinity();

  // columns much smaller than the largest are compared on its scale: theirs may be round-off
  const double floor = 1e-3 * J.cwiseAbs().maxCoeff();
  double worst = 0;
  for (Index j = 0; j < J.cols(); ++j) {
    const double error = (J.col(j) - differences.col(j)).cwiseAbs().maxCoeff();
    const double size =
        std::max({J.col(j).cwiseAbs().maxCoeff(), differences.col(j).cwiseAbs().maxCoeff(), floor});
    if (error > 0) worst = std::max(worst, error / size);
  }
  return worst;
}

Vector moved(const Deformer& deformer, const Positions& x, ConstVec p) {
  const Positions result = deformer.apply(x, p, Workers(1));
  return flat(result);
}

}  // namespace

double jacobian_error(const Rig& rig, ConstVec p, const Vector& scales) {
  expect_equal(p.size(), rig.num_params(), "p has one entry a parameter of the rig");
  if (p.size() == 0) return 0;
  return worst_column(
      rig.jacobian(p).dense(),
      central_differences([&](ConstVec q) { return rig.displacement(q); }, p, scales));
}

double by_params_error(const Deformer& deformer, const Positions& x, ConstVec p) {
  expect_equal(p.size(), deformer.num_params(), "p has one entry a parameter of the deformer");
  if (p.size() == 0) return 0;
  return worst_column(deformer.by_params(x, p).dense(),
                      central_differences([&](ConstVec q) { return moved(deformer, x, q); }, p));
}

double by_points_error(const Deformer& deformer, const Positions& x, ConstVec p) {
  const Index d = x.cols();
  const Matrix blocks = deformer.by_points(x, p);
  expect_equal(blocks.rows(), d, "a block has a row a coordinate");
  expect_equal(blocks.cols(), x.size(), "there is a block a vertex");
  Matrix J = Matrix::Zero(x.size(), x.size());
  for (Index i = 0; i < x.size(); i += d) J.block(i, i, d, d) = blocks.middleCols(i, d);
  const auto at = [&](ConstVec y) { return moved(deformer, rows_of(y, static_cast<int>(d)), p); };
  return worst_column(J, central_differences(at, flat(x)));
}

}  // namespace descant

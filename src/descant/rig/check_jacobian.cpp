// rig/check_jacobian.cpp: does a rig's J differentiate its u_r?

#include "descant/rig/check_jacobian.hpp"

#include <algorithm>
#include <limits>

#include "descant/core/error.hpp"
#include "descant/rig/central_differences.hpp"

namespace descant {

double jacobian_error(const Rig& rig, ConstVec p, const Vector& scales) {
  expect_equal(p.size(), rig.num_params(), "p has one entry a parameter of the rig");
  if (p.size() == 0) return 0;
  const Matrix J = rig.jacobian(p).dense();
  const Matrix differences =
      central_differences([&](ConstVec q) { return rig.displacement(q); }, p, scales);
  expect_equal(J.rows(), differences.rows(), "J has one row a dof");
  expect_equal(J.cols(), p.size(), "J has one column a parameter");
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

}  // namespace descant

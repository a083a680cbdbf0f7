// elasticity/principal_curvature.cpp: a Hessian rebuilt from the modes that are not negative.

#include "descant/elasticity/principal_curvature.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace descant {

template <int d>
Vec<d * d> pair_mode(const SignedSvd<d>& svd, std::pair<int, int> axes, double sign) {
  const auto [i, j] = axes;
  const Mat<d> mode =
      svd.U.col(i) * svd.V.col(j).transpose() + sign * svd.U.col(j) * svd.V.col(i).transpose();
  return vec<d>(mode) * std::sqrt(0.5);
}

template <int d>
Mat<d * d> without_negative_modes(const Mat<d * d>& H, const SignedSvd<d>& svd,
                                  const PrincipalCurvatures<d>& curvatures) {
  const Eigen::SelfAdjointEigenSolver<Mat<d>> scaling(curvatures.scaling);
  const double least = std::min(
      {scaling.eigenvalues().minCoeff(), curvatures.twist.minCoeff(), curvatures.flip.minCoeff()});
  if (least >= 0) return H;

  // summed up afresh: taking the negative modes off H would leave their round-off behind
  Mat<d* d> result = Mat<d * d>::Zero();
  const auto add = [&result](double eigenvalue, const Vec<d * d>& mode) {
    if (eigenvalue > 0) result.noalias() += eigenvalue * mode * mode.transpose();
  };
  constexpr auto pairs = axis_pairs<d>();
  for (int k = 0; k < num_pairs<d>; ++k) {
    add(curvatures.twist[k], pair_mode<d>(svd, pairs[k], -1));
    add(curvatures.flip[k], pair_mode<d>(svd, pairs[k], 1));
  }

  // scalings mix among themselves
  for (int k = 0; k < d; ++k) {
    const Mat<d> mode = svd.U * scaling.eigenvectors().col(k).asDiagonal() * svd.V.transpose();
    add(scaling.eigenvalues()[k], vec<d>(mode));
  }
  return result;
}

template Vec<4> pair_mode<2>(const SignedSvd<2>&, std::pair<int, int>, double);
template Vec<9> pair_mode<3>(const SignedSvd<3>&, std::pair<int, int>, double);
template Mat<4> without_negative_modes<2>(const Mat<4>&, const SignedSvd<2>&,
                                          const PrincipalCurvatures<2>&);
template Mat<9> without_negative_modes<3>(const Mat<9>&, const SignedSvd<3>&,
                                          const PrincipalCurvatures<3>&);

}  // namespace descant

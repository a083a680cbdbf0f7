// encoding/morph_samples.cpp: the samples an encoding is made from, with what is asked of each.

#include "descant/encoding/morph_samples.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"

namespace descant {

namespace {

constexpr double relative_epsilon = 0.1;   // METHOD: ε of B's median scale
constexpr int refinements = 3;             // of the pull-back
constexpr double most_kept_bytes = 512e6;  // samples beyond this are asked for again
constexpr double bytes_a_vertex = 12 * 8;

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double smallest_singular_value(const Mat<3>& B) {
  Eigen::SelfAdjointEigenSolver<Mat<3>> eigen;
  eigen.computeDirect(B.transpose() * B, Eigen::EigenvaluesOnly);
  return std::sqrt(std::max(0.0, eigen.eigenvalues()[0]));
}

}  // namespace

MorphSamples::MorphSamples(const std::vector<PosedSamples>& clips) : clips_(&clips) {
  Index samples = 0;
  bool is_first = true;
  for (int c = 0; c < num_clips(); ++c) {
    samples += num_samples(c);
    if (num_keys(c) == 0) continue;
    const Index vertices = clips[c].offset(0).rows();
    if (is_first) num_vertices_ = vertices;
    expect_equal(vertices, num_vertices_, "clips of one mesh have as many vertices");
    is_first = false;
  }
  scale_ = median_scale();
  epsilon_ = relative_epsilon * scale_;
  is_kept_ = static_cast<double>(samples * num_vertices_) * bytes_a_vertex <= most_kept_bytes;

  // one look at everything
  std::vector<char> is_exempt(num_vertices_, 0);
  kept_.resize(num_clips());
  is_bound_.resize(num_clips());
  for (int c = 0; c < num_clips(); ++c)
    for (int s = 0; s < num_samples(c); ++s) {
      MorphSample sample = asked(c, s);
      std::vector<char>& is_bound = is_bound_[c].emplace_back(num_vertices_);
      for (Index i = 0; i < num_vertices_; ++i) {
        is_bound[i] = smallest_singular_value(sample.B[i]) > epsilon_;
        if (!is_bound[i]) is_exempt[i] = 1;
      }
      sample.is_bound = is_bound.data();
      if (num_vertices_ > 0)
        largest_offset_ = std::max(largest_offset_, sample.u.rowwise().norm().maxCoeff());
      if (is_kept_) kept_[c].push_back(std::move(sample));
    }
  num_exempt_ = std::count(is_exempt.begin(), is_exempt.end(), 1);
}

// The median over the keys of the median over the vertices: a clip that shrinks everything for a
// while does not change what is flat.
double MorphSamples::median_scale() const {
  std::vector<double> of_keys;
  for (const PosedSamples& clip : *clips_)
    for (int k = 0; k < clip.num_keys; ++k) {
      std::vector<double> of_vertices;
      for (const Mat<3>& B : clip.blended(2 * k)) of_vertices.push_back(B.norm() / std::sqrt(3.0));
      of_keys.push_back(median(std::move(of_vertices)));
    }
  return median(std::move(of_keys));
}

MorphSample MorphSamples::asked(int clip, int sample) const {
  MorphSample result{(*clips_)[clip].blended(sample), (*clips_)[clip].offset(sample)};
  expect_equal(static_cast<Index>(result.B.size()), num_vertices_, "one matrix a vertex");
  expect_equal(result.u.rows(), num_vertices_, "one offset a vertex");
  return result;
}

const MorphSample& MorphSamples::at(int clip, int sample) {
  if (is_kept_) return kept_[clip][sample];
  last_ = asked(clip, sample);
  last_.is_bound = is_bound_[clip][sample].data();
  return last_;
}

Vector MorphSamples::pulled_back(const MorphSample& sample) const {
  Vector delta = Vector::Zero(3 * num_vertices_);
  if (epsilon_ == 0) return delta;
  const Mat<3> damping = epsilon_ * epsilon_ * Mat<3>::Identity();
  for (Index i = 0; i < num_vertices_; ++i) {
    const Mat<3>& B = sample.B[i];
    const Mat<3> inverse = B.transpose() * (B * B.transpose() + damping).inverse();
    const Vec<3> u = sample.u.row(i).transpose();
    Vec<3> d = inverse * u;
    for (int pass = 0; pass < refinements; ++pass) d += inverse * (u - B * d);
    delta.segment<3>(3 * i) = d;
  }
  return delta;
}

}  // namespace descant

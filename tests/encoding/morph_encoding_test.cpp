// tests/encoding/morph_encoding_test.cpp: what an encoding shows is what it was given, as measured
// here, not there.

#include "descant/encoding/morph_encoding.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "descant/encoding/shape_basis.hpp"

namespace descant {
namespace {

constexpr double pi = 3.14159265358979323846;

// Numbers in [−1, 1] that look random and are the same everywhere.
double noise(Index i, Index j) {
  const double x = std::sin(12.9898 * double(i + 1) + 78.233 * double(j + 1)) * 43758.5453;
  return 2 * (x - std::floor(x)) - 1;
}

Positions shape(Index vertices, int which) {
  Positions result(vertices, 3);
  for (Index i = 0; i < vertices; ++i)
    for (int a = 0; a < 3; ++a) result(i, a) = noise(3 * i + a, which);
  return result;
}

// A turning, stretching B of each vertex: never flat, scales from 0.6 to 1.4.
std::vector<Mat<3>> turning(Index vertices, double time) {
  std::vector<Mat<3>> B;
  for (Index i = 0; i < vertices; ++i) {
    const double angle = time + 0.3 * noise(i, 99);
    const Vec<3> stretch(1 + 0.4 * noise(i, 98), 1, 1 - 0.4 * noise(i, 97));
    B.push_back(Eigen::AngleAxisd(angle, Vec<3>(1, 2, 3).normalized()).matrix() *
                stretch.asDiagonal());
  }
  return B;
}

// u = B Σ_k a_k(t) shape_k: `rank` shapes whose weights are linear between keys.
PosedSamples low_rank(Index vertices, int num_keys, int rank, double phase) {
  const auto weight = [=](int key, int k) { return 0.01 * noise(key, 7 * k) / (k + 1) + phase; };
  PosedSamples clip;
  clip.num_keys = num_keys;
  clip.blended = [=](int sample) { return turning(vertices, 0.05 * sample); };
  clip.offset = [=](int sample) {
    Positions delta = Positions::Zero(vertices, 3);
    for (int k = 0; k < rank; ++k)
      delta += 0.5 * (weight(sample / 2, k) + weight((sample + 1) / 2, k)) * shape(vertices, k);
    const std::vector<Mat<3>> B = turning(vertices, 0.05 * sample);
    Positions u(vertices, 3);
    for (Index i = 0; i < vertices; ++i) u.row(i) = (B[i] * delta.row(i).transpose()).transpose();
    return u;
  };
  return clip;
}

// The worst |shown − u| over all vertices of all samples of a clip.
double worst_shown(const PosedSamples& clip, const MorphEncoding& encoding, const Matrix& weights) {
  double worst = 0;
  for (int s = 0; s < 2 * clip.num_keys - 1; ++s) {
    const Positions u = clip.offset(s);
    const std::vector<Mat<3>> B = clip.blended(s);
    Positions delta = Positions::Zero(u.rows(), 3);
    for (size_t k = 0; k < encoding.targets.size(); ++k)
      delta +=
          (weights(s / 2, Index(k)) + weights((s + 1) / 2, Index(k))) / 2 * encoding.targets[k];
    for (Index i = 0; i < u.rows(); ++i)
      worst = std::max(worst, (B[i] * delta.row(i).transpose() - u.row(i).transpose()).norm());
  }
  return worst;
}

void expect_float32(const Eigen::Ref<const Matrix>& values) {
  for (Index i = 0; i < values.rows(); ++i)
    for (Index j = 0; j < values.cols(); ++j) EXPECT_EQ(values(i, j), double(float(values(i, j))));
}

TEST(MorphEncoding, FindsAsManyTargetsAsTheMotionHas) {
  // two clips of the same three shapes: their mean and three directions
  const std::vector<PosedSamples> clips = {low_rank(40, 12, 3, 0), low_rank(40, 7, 3, 0.02)};
  const MorphEncoding encoding = encode_morphs(clips, {.error = 1e-6});
  ASSERT_EQ(encoding.targets.size(), 4u);
  ASSERT_EQ(encoding.weights.size(), 2u);
  EXPECT_EQ(encoding.weights[0].rows(), 12);
  EXPECT_EQ(encoding.weights[1].rows(), 7);

  double worst = 0;
  for (size_t c = 0; c < 2; ++c) {
    const Matrix& weights = encoding.weights[c];
    EXPECT_EQ(weights.cols(), 4);
    EXPECT_GE(weights.minCoeff(), 0);
    EXPECT_LE(weights.maxCoeff(), 1);
    EXPECT_EQ(weights.col(0), Vector::Ones(weights.rows()));
    expect_float32(weights);
    worst = std::max(worst, worst_shown(clips[c], encoding, weights));
  }
  for (const Positions& target : encoding.targets) expect_float32(target);
  EXPECT_LE(worst, 1e-6);
  EXPECT_NEAR(encoding.worst_error, worst, 1e-12);
  EXPECT_EQ(encoding.worst_error, std::max(encoding.key_error, encoding.midway_error));
  EXPECT_GT(encoding.rms_error, 0);
  EXPECT_LT(encoding.rms_error, worst);
  EXPECT_EQ(encoding.exempt, 0);

  // each weight uses all of its range, over both clips
  for (Index k = 1; k < 4; ++k) {
    EXPECT_EQ(
        std::min(encoding.weights[0].col(k).minCoeff(), encoding.weights[1].col(k).minCoeff()), 0);
    EXPECT_EQ(
        std::max(encoding.weights[0].col(k).maxCoeff(), encoding.weights[1].col(k).maxCoeff()), 1);
  }
}

TEST(MorphEncoding, FewerTargetsBreakTheBound) {
  const std::vector<PosedSamples> clips = {low_rank(30, 20, 6, 0)};
  const double bound = 3e-3;
  const MorphEncoding encoding = encode_morphs(clips, {.error = bound});
  const int found = static_cast<int>(encoding.targets.size());
  ASSERT_GT(found, 1);
  ASSERT_LT(found, 7);
  EXPECT_LE(worst_shown(clips[0], encoding, encoding.weights[0]), bound);
  const MorphEncoding fewer = encode_morphs(clips, {.error = bound, .targets = found - 1});
  EXPECT_EQ(fewer.targets.size(), found - 1);
  EXPECT_GT(worst_shown(clips[0], fewer, fewer.weights[0]), bound);
}

TEST(MorphEncoding, NothingForNothing) {
  PosedSamples still = low_rank(10, 5, 1, 0);
  still.offset = [](int) { return Positions(Positions::Zero(10, 3)); };
  for (const MorphEncoding& encoding :
       {encode_morphs({still}, {}), encode_morphs({still}, {.targets = 8}),
        encode_morphs({low_rank(10, 5, 1, 0)}, {.error = 1}), encode_morphs({}, {.error = 1})}) {
    EXPECT_TRUE(encoding.targets.empty());
    for (const Matrix& weights : encoding.weights) {
      EXPECT_EQ(weights.rows(), 5);
      EXPECT_EQ(weights.cols(), 0);
    }
  }
}

TEST(MorphEncoding, OneKeyIsOneConstantTarget) {
  const MorphEncoding encoding = encode_morphs({low_rank(10, 1, 2, 0.1)}, {.error = 1e-6});
  ASSERT_EQ(encoding.targets.size(), 1u);
  EXPECT_EQ(encoding.weights[0], Matrix::Ones(1, 1));
  EXPECT_LE(encoding.worst_error, 1e-6);
  EXPECT_EQ(encoding.midway_error, 0);
}

TEST(MorphEncoding, SaysWhenOnlyDenserKeysWouldHelp) {
  // weights a half-period of a sine between keys: 0 at each of them, ±1 midway
  PosedSamples clip = low_rank(10, 6, 1, 0);
  const auto blended = clip.blended;
  clip.offset = [blended](int sample) {
    Positions u = shape(10, 0);
    for (Index i = 0; i < 10; ++i)
      u.row(i) = (blended(sample)[i] * u.row(i).transpose()).transpose() *
                 (std::sin(pi * sample / 2) + 0.1 * (sample / 2));
    return u;
  };
  const MorphEncoding encoding = encode_morphs({clip}, {.error = 1e-3});
  EXPECT_LE(encoding.key_error, 1e-3);
  EXPECT_GT(encoding.midway_error, 0.5);
  EXPECT_EQ(encoding.worst_error, encoding.midway_error);
  EXPECT_LE(encoding.targets.size(), 2u) << "more targets than do any good";
}

TEST(MorphEncoding, LeavesOutVerticesWhoseSkinIsFlat) {
  // vertex 3 is squashed along z in the second half, and asked to move there all the same
  PosedSamples clip = low_rank(10, 8, 2, 0);
  const auto blended = clip.blended;
  const auto offset = clip.offset;
  clip.blended = [blended](int sample) {
    std::vector<Mat<3>> B = blended(sample);
    if (sample > 8) B[3] = Vec<3>(1, 1, 1e-3).asDiagonal() * B[3];
    return B;
  };
  clip.offset = [offset](int sample) {
    Positions u = offset(sample);
    if (sample > 8) u(3, 2) += 0.5;
    return u;
  };
  const MorphEncoding encoding = encode_morphs({clip}, {.error = 1e-4});
  EXPECT_EQ(encoding.exempt, 1);
  EXPECT_LE(encoding.worst_error, 1e-4);
  // what cannot be shown is not chased: δ stays of the size of the motion
  for (const Positions& target : encoding.targets) EXPECT_LT(target.cwiseAbs().maxCoeff(), 5);
}

TEST(MorphEncoding, AMeshThatVanishesIsExemptThere) {
  PosedSamples clip = low_rank(10, 8, 2, 0);
  const auto blended = clip.blended;
  clip.blended = [blended](int sample) {
    std::vector<Mat<3>> B = blended(sample);
    if (sample > 10)
      for (Mat<3>& matrix : B) matrix.setZero();
    return B;
  };
  const MorphEncoding encoding = encode_morphs({clip}, {.error = 1e-4});
  EXPECT_EQ(encoding.exempt, 10);
  EXPECT_LE(encoding.worst_error, 1e-4);

  clip.blended = [](int) { return std::vector<Mat<3>>(10, Mat<3>::Zero()); };
  const MorphEncoding gone = encode_morphs({clip}, {.error = 1e-4});
  EXPECT_TRUE(gone.targets.empty());
}

TEST(MorphEncoding, SizeAndUnitsDoNotMatter) {
  // the same mesh in centimetres under a skin that shrinks it a hundredfold
  const PosedSamples metres = low_rank(20, 9, 3, 0);
  PosedSamples centimetres = metres;
  centimetres.blended = [metres](int sample) {
    std::vector<Mat<3>> B = metres.blended(sample);
    for (Mat<3>& matrix : B) matrix *= 0.01;
    return B;
  };
  const MorphEncoding one = encode_morphs({metres}, {.error = 1e-6});
  const MorphEncoding other = encode_morphs({centimetres}, {.error = 1e-6});
  ASSERT_EQ(one.targets.size(), other.targets.size());
  for (size_t k = 0; k < one.targets.size(); ++k)
    EXPECT_LT((100 * one.targets[k] - other.targets[k]).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(ShapeBasis, ABlockStandsInForWhatItHeld) {
  // 500 columns of five directions pass through blocks of 8 + 128
  const Index rows = 60, rank = 5;
  Matrix directions(rows, rank), weights(rank, 500);
  for (Index i = 0; i < rows; ++i)
    for (Index k = 0; k < rank; ++k) directions(i, k) = noise(i, k);
  for (Index k = 0; k < rank; ++k)
    for (Index j = 0; j < 500; ++j) weights(k, j) = noise(k, j) / double(1 + k * k);
  const Matrix A = directions * weights;
  ShapeBasis basis(rows, 8);
  for (Index j = 0; j < A.cols(); ++j) basis.add(A.col(j));
  const Matrix U = basis.directions();
  ASSERT_EQ(U.cols(), rank);
  EXPECT_LT((U.transpose() * U - Matrix::Identity(rank, rank)).norm(), 1e-9);
  EXPECT_LT((A - U * (U.transpose() * A)).norm(), 1e-9 * A.norm());
}

}  // namespace
}  // namespace descant

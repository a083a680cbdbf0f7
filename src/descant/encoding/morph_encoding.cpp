// encoding/morph_encoding.cpp: motion in posed space, as a few morph targets and their weights.
//
// The normal equations of a key, G a = b over all shapes, are factored once, G = LLᵀ: the leading
// block of L serves every smaller number of shapes. So trying a number costs little more than
// evaluating the sample that failed the number before.

#include "descant/encoding/morph_encoding.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "descant/core/error.hpp"
#include "descant/encoding/morph_samples.hpp"
#include "descant/encoding/shape_basis.hpp"

namespace descant {

namespace {

constexpr double near_enough = 1.05;   // of the best that can be reached
constexpr double hold = 1e-10;         // of G: keeps what no vertex determines at the mean
constexpr Index samples_at_once = 16;  // in a product of shapes and weights

double as_float(double x) { return static_cast<double>(static_cast<float>(x)); }

// L and L⁻¹b of one key's normal equations.
struct KeyFit {
  Matrix L;
  Vector y;
};

// Targets and weights as they would be written.
struct Candidate {
  Positions shapes;             // 3s × K
  std::vector<Matrix> weights;  // one a clip: keys × K
};

// The worst at the keys and midway [m].
struct Bounds {
  double key = 0, midway = 0;
};

struct Errors : Bounds {
  double squares = 0;
  Index count = 0;
  double worst() const { return std::max(key, midway); }
  bool is_within(const Bounds& bounds) const {
    return key <= bounds.key && midway <= bounds.midway;
  }
};

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Bounds no_bounds{infinity, infinity};

class Encoder {
 public:
  Encoder(const std::vector<PosedSamples>& clips, const EncodingOptions& options);

  MorphEncoding encode();

 private:
  void fit(Index num_directions);
  KeyFit key_fit(const MorphSample& sample, Index num_directions) const;
  std::vector<Matrix> raw_weights(Index num_directions) const;
  Candidate candidate(Index num_targets) const;
  Errors measured(const Candidate& candidate, const Bounds& bounds);
  void measure(const Candidate& candidate, int clip, int first, int count, Errors& errors);
  Bounds interpolation_error();
  std::optional<Index> fewest(Index from, Index to, const Bounds& bounds);
  MorphEncoding encoding(Index num_targets);

  EncodingOptions options_;
  MorphSamples samples_;
  Vector mean_;           // 3s, of δ over the keys
  Positions directions_;  // 3s × r
  std::vector<std::vector<KeyFit>> fits_;
  int worst_clip_ = 0, worst_sample_ = 0;  // where the last candidate failed
};

Encoder::Encoder(const std::vector<PosedSamples>& clips, const EncodingOptions& options)
    : options_(options), samples_(clips) {
  if (samples_.largest_offset() == 0) return;
  const Index rows = 3 * samples_.num_vertices();
  const auto for_keys = [&](const auto& use) {
    for (int c = 0; c < samples_.num_clips(); ++c)
      for (int k = 0; k < samples_.num_keys(c); ++k)
        use(samples_.pulled_back(samples_.at(c, 2 * k)));
  };

  // the keys' mean, and the directions in which they leave it
  Index keys = 0;
  mean_ = Vector::Zero(rows);
  for_keys([&](const Vector& delta) { mean_ += delta, ++keys; });
  mean_ /= static_cast<double>(keys);
  const int most = options.targets.value_or(options.most_targets) - 1;
  if (most < 1) return;
  ShapeBasis basis(rows, std::min<Index>(most, keys));
  for_keys([&](const Vector& delta) { basis.add(delta - mean_); });
  directions_ = basis.directions();
}

KeyFit Encoder::key_fit(const MorphSample& sample, Index num_directions) const {
  if (num_directions == 0) return {};

  // what the shapes do to bound vertices in posed space, and what is left for them to do
  const Index s = samples_.num_vertices();
  Positions posed = Positions::Zero(3 * s, num_directions);
  Vector left = Vector::Zero(3 * s);
  for (Index i = 0; i < s; ++i) {
    if (!sample.is_bound[i]) continue;
    posed.middleRows<3>(3 * i).noalias() =
        sample.B[i] * directions_.block(3 * i, 0, 3, num_directions);
    left.segment<3>(3 * i) = sample.u.row(i).transpose() - sample.B[i] * mean_.segment<3>(3 * i);
  }
  Matrix G = Matrix::Zero(num_directions, num_directions);
  G.selfadjointView<Eigen::Lower>().rankUpdate(posed.transpose());
  const Vector b = posed.transpose() * left;

  // what no bound vertex sees stays at the mean
  G.diagonal().array() += hold * samples_.scale() * samples_.scale();
  const Eigen::LLT<Matrix> factor(G);
  if (factor.info() != Eigen::Success)
    throw BugError("morph encoding: a key's weights are singular");
  KeyFit result{factor.matrixL(), b};
  factor.matrixL().solveInPlace(result.y);
  return result;
}

void Encoder::fit(Index num_directions) {
  fits_.assign(samples_.num_clips(), {});
  for (int c = 0; c < samples_.num_clips(); ++c)
    for (int k = 0; k < samples_.num_keys(c); ++k)
      fits_[c].push_back(key_fit(samples_.at(c, 2 * k), num_directions));
}

// The weights of the leading directions, before they are shifted and scaled.
std::vector<Matrix> Encoder::raw_weights(Index num_directions) const {
  std::vector<Matrix> weights;
  for (int c = 0; c < samples_.num_clips(); ++c) {
    Matrix& clip = weights.emplace_back(samples_.num_keys(c), num_directions);
    for (int k = 0; num_directions > 0 && k < samples_.num_keys(c); ++k) {
      const KeyFit& fit = fits_[c][k];
      const auto L = fit.L.topLeftCorner(num_directions, num_directions);
      clip.row(k) = L.triangularView<Eigen::Lower>()
                        .transpose()
                        .solve(fit.y.head(num_directions))
                        .transpose();
    }
  }
  return weights;
}

Candidate Encoder::candidate(Index num_targets) const {
  const Index directions = std::max<Index>(num_targets - 1, 0);
  Candidate result{Positions(3 * samples_.num_vertices(), num_targets), raw_weights(directions)};
  if (num_targets == 0) return result;

  // the range of each weight over all clips
  Vector low = Vector::Constant(directions, infinity), high = -low;
  for (const Matrix& clip : result.weights)
    if (clip.size() > 0) {
      low = low.cwiseMin(clip.colwise().minCoeff().transpose());
      high = high.cwiseMax(clip.colwise().maxCoeff().transpose());
    }

  // the first target is constant, the others run over their range
  result.shapes.col(0) = mean_;
  if (directions > 0) {
    const auto leading = directions_.leftCols(directions);
    result.shapes.col(0) += leading * low;
    result.shapes.rightCols(directions) = leading * (high - low).asDiagonal();
  }
  result.shapes = result.shapes.unaryExpr(&as_float).eval();
  for (Matrix& clip : result.weights) {
    Matrix scaled = Matrix::Ones(clip.rows(), num_targets);
    for (Index k = 0; k < directions; ++k)
      for (Index f = 0; f < clip.rows(); ++f) {
        const double range = high[k] - low[k];
        const double weight = range > 0 ? (clip(f, k) - low[k]) / range : 0;
        scaled(f, k + 1) = as_float(std::clamp(weight, 0.0, 1.0));
      }
    clip = std::move(scaled);
  }
  return result;
}

// Adds the errors of samples first … first + count − 1 of a clip.
void Encoder::measure(const Candidate& candidate, int clip, int first, int count, Errors& errors) {
  const Matrix& weights = candidate.weights[clip];
  Matrix at_samples(weights.cols(), count);
  for (int j = 0; j < count; ++j) {
    const int s = first + j;
    at_samples.col(j) = 0.5 * (weights.row(s / 2) + weights.row((s + 1) / 2)).transpose();
  }
  const Matrix deltas = candidate.shapes * at_samples;
  for (int j = 0; j < count; ++j) {
    const MorphSample& sample = samples_.at(clip, first + j);
    double worst = 0;
    for (Index i = 0; i < samples_.num_vertices(); ++i) {
      if (!sample.is_bound[i]) continue;
      const Vec<3> shown = sample.B[i] * deltas.col(j).segment<3>(3 * i);
      const double square = (shown - sample.u.row(i).transpose()).squaredNorm();
      worst = std::max(worst, square);
      errors.squares += square;
      ++errors.count;
    }
    worst = std::sqrt(worst);
    if (worst > errors.worst()) worst_clip_ = clip, worst_sample_ = first + j;
    double& kind = (first + j) % 2 ? errors.midway : errors.key;
    kind = std::max(kind, worst);
  }
}

// The errors over all samples, or the first that are not within the bounds.
Errors Encoder::measured(const Candidate& candidate, const Bounds& bounds) {
  // most likely it fails where the last one did
  Errors errors;
  const int clip = worst_clip_, sample = worst_sample_;
  if (clip < samples_.num_clips() && sample < samples_.num_samples(clip))
    measure(candidate, clip, sample, 1, errors);
  if (!errors.is_within(bounds)) return errors;

  errors = {};
  for (int c = 0; c < samples_.num_clips(); ++c)
    for (int s = 0; s < samples_.num_samples(c); s += samples_at_once) {
      const int count = std::min<int>(samples_at_once, samples_.num_samples(c) - s);
      measure(candidate, c, s, count, errors);
      if (!errors.is_within(bounds)) return errors;
    }
  return errors;
}

// The worst error of the pulled-back keys themselves, interpolated: what no number of targets
// mends.
Bounds Encoder::interpolation_error() {
  Bounds worst;
  const Index s = samples_.num_vertices();
  for (int c = 0; c < samples_.num_clips(); ++c) {
    Vector key, next;
    for (int k = 0; k < samples_.num_keys(c); ++k) {
      key = k > 0 ? next : samples_.pulled_back(samples_.at(c, 0));
      const bool is_last = k + 1 == samples_.num_keys(c);
      if (!is_last) next = samples_.pulled_back(samples_.at(c, 2 * k + 2));
      for (int sample = 2 * k; sample <= 2 * k + !is_last; ++sample) {
        const MorphSample& shown = samples_.at(c, sample);
        double& kind = sample % 2 ? worst.midway : worst.key;
        const Vector delta = sample % 2 ? Vector(0.5 * (key + next)) : key;
        for (Index i = 0; i < s; ++i)
          if (shown.is_bound[i])
            kind = std::max(
                kind, (shown.B[i] * delta.segment<3>(3 * i) - shown.u.row(i).transpose()).norm());
      }
    }
  }
  return worst;
}

// The fewest targets, from … to, with which no vertex is off by more than the bounds.
std::optional<Index> Encoder::fewest(Index from, Index to, const Bounds& bounds) {
  for (Index n = from; n <= to; ++n)
    if (measured(candidate(n), bounds).is_within(bounds)) return n;
  return std::nullopt;
}

MorphEncoding Encoder::encoding(Index num_targets) {
  Candidate best = candidate(num_targets);
  const Errors errors = measured(best, no_bounds);
  MorphEncoding result;
  for (Index k = 0; k < num_targets; ++k)
    result.targets.push_back(rows_of(Vector(best.shapes.col(k)), 3));
  result.weights = std::move(best.weights);
  result.worst_error = errors.worst();
  result.rms_error = errors.count > 0 ? std::sqrt(errors.squares / double(errors.count)) : 0;
  result.key_error = errors.key;
  result.midway_error = errors.midway;
  result.exempt = samples_.num_exempt();
  return result;
}

MorphEncoding Encoder::encode() {
  if (samples_.largest_offset() == 0) return encoding(0);
  const Index most = options_.targets.value_or(options_.most_targets);
  const Index all = std::min<Index>(most, directions_.cols() + 1);
  if (options_.targets) {
    fit(std::max<Index>(all - 1, 0));
    return encoding(std::max<Index>(all, 0));
  }

  // few directions first: their normal equations are cheap
  const Bounds least = interpolation_error();
  const Bounds bounds{std::max(options_.error, near_enough * least.key),
                      std::max(options_.error, near_enough * least.midway)};
  Index tried = -1;
  for (Index reach = std::min<Index>(16, all); tried < all; reach = std::min(2 * reach, all)) {
    fit(std::max<Index>(reach - 1, 0));
    if (const auto n = fewest(tried + 1, reach, bounds)) return encoding(*n);
    tried = reach;
  }

  // not within the bound: no more targets than do some good
  const Errors reached = measured(candidate(all), no_bounds);
  return encoding(
      fewest(0, all, {near_enough * reached.key, near_enough * reached.midway}).value_or(all));
}

}  // namespace

MorphEncoding encode_morphs(const std::vector<PosedSamples>& clips,
                            const EncodingOptions& options) {
  return Encoder(clips, options).encode();
}

}  // namespace descant

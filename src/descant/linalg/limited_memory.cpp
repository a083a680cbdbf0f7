// linalg/limited_memory.cpp: the recursion on small tables, and the two passes that feed it.

#include "descant/linalg/limited_memory.hpp"

#include <algorithm>
#include <cmath>

namespace descant {
namespace {

constexpr Index chunk = 1536;  // numbers a task: a multiple of 2 and 3, small enough for the cache

}  // namespace

LimitedMemory::LimitedMemory(int max_pairs, const Workers& workers)
    : workers_(workers), slots_(max_pairs), alpha_(max_pairs), c_(max_pairs) {
  for (Pair& pair : slots_) {
    pair.sy.resize(max_pairs);
    pair.zy.resize(max_pairs);
  }
  order_.reserve(max_pairs);
  free_.reserve(max_pairs);
}

void LimitedMemory::start(const Vector& g, const Vector& w) {
  order_.clear();
  free_.clear();
  for (int slot = static_cast<int>(slots_.size()); slot-- > 0;) free_.push_back(slot);
  g_ = g;
  w_ = w;
}

void LimitedMemory::update(double step, const Vector& d, const Vector& g, const Vector& w) {
  if (free_.empty()) {
    free_.push_back(order_.front());
    order_.erase(order_.begin());
  }
  const int slot = free_.back();
  Pair& added = slots_[slot];
  added.s.resize(g.size());
  added.z.resize(g.size());

  // one pass: the new pair, and its products with the others
  enum { ss, yy, sy, zy, sg, zg, num_own };
  const size_t num_sums = num_own + 2 * order_.size();
  partial_.assign((g.size() + chunk - 1) / chunk * num_sums, 0.0);
  workers_.for_ranges(g.size(), chunk, [&](Index begin, Index end) {
    const Index count = end - begin;
    double* sum = partial_.data() + begin / chunk * num_sums;
    Eigen::Matrix<double, Eigen::Dynamic, 1, 0, chunk, 1> y(count);
    y = g.segment(begin, count) - g_.segment(begin, count);
    auto s = added.s.segment(begin, count);
    auto z = added.z.segment(begin, count);
    s = step * d.segment(begin, count);
    z = w.segment(begin, count) - w_.segment(begin, count);
    g_.segment(begin, count) = g.segment(begin, count);
    w_.segment(begin, count) = w.segment(begin, count);
    sum[ss] = s.squaredNorm();
    sum[yy] = y.squaredNorm();
    sum[sy] = s.dot(y);
    sum[zy] = z.dot(y);
    sum[sg] = s.dot(g.segment(begin, count));
    sum[zg] = z.dot(g.segment(begin, count));
    for (size_t k = 0; k < order_.size(); ++k) {
      const Pair& pair = slots_[order_[k]];
      sum[num_own + 2 * k] = pair.s.segment(begin, count).dot(y);
      sum[num_own + 2 * k + 1] = pair.z.segment(begin, count).dot(y);
    }
  });
  for (size_t row = num_sums; row < partial_.size(); row += num_sums)
    for (size_t k = 0; k < num_sums; ++k) partial_[k] += partial_[row + k];

  // the products of g move with every iterate, whether its pair is kept or not
  const double* sum = partial_.data();
  for (size_t k = 0; k < order_.size(); ++k) {
    slots_[order_[k]].sg += sum[num_own + 2 * k];
    slots_[order_[k]].zg += sum[num_own + 2 * k + 1];
  }
  if (!(sum[sy] > 1e-10 * std::sqrt(sum[ss] * sum[yy]) && sum[zy] > 0)) return;
  for (size_t k = 0; k < order_.size(); ++k) {
    slots_[order_[k]].sy[slot] = sum[num_own + 2 * k];
    slots_[order_[k]].zy[slot] = added.zy[order_[k]] = sum[num_own + 2 * k + 1];
  }
  added.sy[slot] = sum[sy];
  added.zy[slot] = sum[zy];
  added.sg = sum[sg];
  added.zg = sum[zg];
  free_.pop_back();
  order_.push_back(slot);
}

double LimitedMemory::direction(Vector& d) {
  const int count = num_pairs();
  const auto pair = [&](int k) -> const Pair& { return slots_[order_[k]]; };

  // q = g − Σ α y, r = γ P q, r += Σ (α − β) s
  for (int i = count; i-- > 0;) {
    double product = pair(i).sg;
    for (int j = i + 1; j < count; ++j) product -= alpha_[j] * pair(i).sy[order_[j]];
    alpha_[i] = product / pair(i).sy[order_[i]];
  }
  const Pair* last = count > 0 ? &pair(count - 1) : nullptr;
  const double gamma = last ? last->sy[order_.back()] / last->zy[order_.back()] : 1;
  for (int i = 0; i < count; ++i) {
    double product = pair(i).zg;
    for (int j = 0; j < count; ++j) product -= alpha_[j] * pair(i).zy[order_[j]];
    product *= gamma;
    for (int j = 0; j < i; ++j) product += c_[j] * pair(j).sy[order_[i]];
    c_[i] = alpha_[i] - product / pair(i).sy[order_[i]];
  }

  // one pass: d and its slope
  d.resize(g_.size());
  partial_.assign((g_.size() + chunk - 1) / chunk, 0.0);
  workers_.for_ranges(g_.size(), chunk, [&](Index begin, Index end) {
    const Index length = end - begin;
    auto part = d.segment(begin, length);
    part = -gamma * w_.segment(begin, length);
    for (int k = 0; k < count; ++k)
      part += gamma * alpha_[k] * pair(k).z.segment(begin, length) -
              c_[k] * pair(k).s.segment(begin, length);
    partial_[begin / chunk] = part.dot(g_.segment(begin, length));
  });
  double slope = 0;
  for (double part : partial_) slope += part;
  return slope;
}

}  // namespace descant

// linalg/limited_memory.cpp: the recursion on small tables, and the two passes that feed it.

#include "descant/linalg/limited_memory.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/linalg/vector_kernels.hpp"

namespace descant {
namespace {

constexpr Index chunk = LimitedMemory::stretch;  // long enough to be read ahead
constexpr int most_pairs = 16;                   // that a memory may hold

/// The sums a pass takes for a new pair, before those with the others' s and z.
enum { ss, sg, zg, sy, zy, yy, num_own };

void difference(Index count, const double* a, const double* b, double* out) {
  const std::array<double, 2> factors{1, -1};
  const std::array<const double*, 2> vectors{a, b};
  combine(count, 2, factors.data(), vectors.data(), out);
}

}  // namespace

LimitedMemory::LimitedMemory(int max_pairs, const Workers& workers)
    : workers_(workers), slots_(max_pairs), alpha_(max_pairs), c_(max_pairs) {
  expect_equal(max_pairs <= most_pairs, true, "a memory holds few pairs");
  for (Pair& pair : slots_) {
    pair.sy.resize(max_pairs);
    pair.zy.resize(max_pairs);
  }
  order_.reserve(max_pairs);
  free_.reserve(max_pairs);
}

void LimitedMemory::start(Vector&& g, Vector&& w) {
  order_.clear();
  free_.clear();
  for (int slot = static_cast<int>(slots_.size()); slot-- > 0;) free_.push_back(slot);
  num_kept_ = static_cast<int>(slots_.size());
  g_.swap(g);
  w_.swap(w);
}

void LimitedMemory::update(double step, Vector&& d, Vector&& g, Vector&& w) {
  while (num_pairs() >= num_kept_) {
    free_.push_back(order_.front());
    order_.erase(order_.begin());
  }
  const int slot = free_.back();
  Pair& added = slots_[slot];

  // one pass: the new pair, s in place of d and z in place of the last w, and its products with
  // the others
  const int num_others = static_cast<int>(order_.size());
  const size_t num_sums = num_own + 2 * order_.size();
  partial_.assign((g.size() + chunk - 1) / chunk * num_sums, 0.0);
  workers_.for_ranges(g.size(), chunk, [&](Index begin, Index end) {
    const Index count = end - begin;
    double* sum = partial_.data() + begin / chunk * num_sums;
    double* s = d.data() + begin;
    double* z = w_.data() + begin;
    alignas(64) std::array<double, chunk> y;
    difference(count, g.data() + begin, g_.data() + begin, y.data());
    difference(count, w.data() + begin, z, z);
    if (step != 1) combine(count, 1, &step, &s, s);

    std::array<const double*, num_own + 2 * most_pairs> with_y{s, z, y.data()};
    for (int k = 0; k < num_others; ++k) {
      with_y[3 + 2 * k] = slots_[order_[k]].s.data() + begin;
      with_y[4 + 2 * k] = slots_[order_[k]].z.data() + begin;
    }
    inner_products(count, 3 + 2 * num_others, with_y.data(), y.data(), sum + sy);
    inner_products(count, 2, with_y.data(), g.data() + begin, sum + sg);
    inner_products(count, 1, with_y.data(), s, sum + ss);
  });
  added.s.swap(d);
  added.z.swap(w_);
  w_.swap(w);
  g_.swap(g);
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

double LimitedMemory::direction(Vector& d, FunctionRef<void(Index, Index)> visit) {
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
    std::array<const double*, 1 + 2 * most_pairs> vectors{w_.data() + begin};
    std::array<double, 1 + 2 * most_pairs> factors{-gamma};
    for (int k = 0; k < count; ++k) {
      vectors[1 + 2 * k] = pair(k).z.data() + begin;
      factors[1 + 2 * k] = gamma * alpha_[k];
      vectors[2 + 2 * k] = pair(k).s.data() + begin;
      factors[2 + 2 * k] = -c_[k];
    }
    const double* const part = d.data() + begin;
    combine(end - begin, 1 + 2 * count, factors.data(), vectors.data(), d.data() + begin);
    inner_products(end - begin, 1, &part, g_.data() + begin, &partial_[begin / chunk]);
    visit(begin, end);
  });
  double slope = 0;
  for (double part : partial_) slope += part;
  return slope;
}

}  // namespace descant

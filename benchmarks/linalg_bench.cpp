// bench/linalg_bench.cpp: one product with the constrained metric, beside what memory allows.
//
// Counters: `nnz` of the factor; `GB/s` is what the call must read, the panels of L and Y twice, by
// its time. Compare with `read_memory`, which only reads as many bytes.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "descant/linalg/aligned.hpp"
#include "descant/linalg/constrained_metric.hpp"
#include "descant/linalg/simd.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/measures.hpp"

namespace descant {
namespace {

/// A bar of nx × ny × nz vertices, 1 cm apart.
struct Body {
  Mesh mesh;
  SparseMatrix A_s;  ///< M/h² + stiffness, h = 1/100 s, E = 1e5 Pa

  Body(int nx, int ny, int nz)
      : mesh(box_mesh(Vector::Zero(3), 0.01 * Vector{{nx - 1.0, ny - 1.0, nz - 1.0}},
                      {nx - 1, ny - 1, nz - 1})) {
    const Index num_elements = mesh.elements.rows();
    A_s = laplacian(mesh, Vector::Constant(num_elements, 1e5));
    A_s.diagonal() += 1e4 * lumped_mass(mesh, Vector::Constant(num_elements, 1000));
    A_s.makeCompressed();
  }
};

/// Three slender bodies; their factors have about 0.3, 1.2 and 47 million entries.
const Body& body(int size) {
  if (size == 0) {
    static const Body small(4, 14, 108);
    return small;
  }
  if (size == 1) {
    static const Body medium(5, 24, 130);
    return medium;
  }
  static const Body large(15, 45, 237);
  return large;
}

/// A skin of handles along a spiral in the bar: w(x)·(x, y, z, 1) for each, by the `influences`
/// nearest handles of each vertex.
SparseMatrix skin(const Body& of, int num_handles, int influences) {
  const Positions& rest = of.mesh.vertices;
  const Vector size = rest.colwise().maxCoeff();
  Positions handles(num_handles, 3);
  for (int k = 0; k < num_handles; ++k) {
    const double s = (k + 0.5) / num_handles, angle = 2.4 * k;
    handles.row(k) << size[0] * (0.5 + 0.3 * std::cos(angle)),
        size[1] * (0.5 + 0.3 * std::sin(angle)), size[2] * s;
  }
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<int> nearest(num_handles);
  for (Index i = 0; i < rest.rows(); ++i) {
    const auto distance = [&](int k) { return (handles.row(k) - rest.row(i)).squaredNorm(); };
    std::iota(nearest.begin(), nearest.end(), 0);
    std::sort(nearest.begin(), nearest.end(),
              [&](int a, int b) { return distance(a) < distance(b); });
    for (int j = 0; j < std::min(influences, num_handles); ++j) {
      const int k = nearest[j];
      const double weight = 1 / (1e-4 + distance(k));
      const Eigen::RowVector3d arm = rest.row(i) - handles.row(k);
      for (int a = 0; a < 4; ++a)
        entries.emplace_back(static_cast<int>(i), 4 * k + a, weight * (a < 3 ? arm[a] : 0.05));
    }
  }
  SparseMatrix Z(rest.rows(), 4 * num_handles);
  Z.setFromTriplets(entries.begin(), entries.end());
  return Z;
}

/// Dense constraints on all dofs that are not alike in the coordinates.
SparseMatrix general_basis(const Body& of, int cols) {
  const Positions& rest = of.mesh.vertices;
  Matrix Z(rest.size(), cols);
  for (int j = 0; j < cols; ++j)
    for (Index i = 0; i < rest.rows(); ++i)
      for (int a = 0; a < 3; ++a)
        Z(3 * i + a, j) =
            std::cos((j + 1) * (7 * rest(i, 0) + 5 * rest(i, 1) + 3 * rest(i, 2)) + a);
  return Z.sparseView();
}

std::shared_ptr<const ScalarMetric> metric_of(const Body& of, int threads) {
  return std::make_shared<ScalarMetric>(of.A_s, 3, Workers(threads));
}

void time_apply(benchmark::State& state, ConstrainedMetric& P) {
  Vector b = Vector::LinSpaced(3 * P.metric().num_vertices(), -1, 1).array().sin(), x;
  P.apply(b, x);
  for (auto _ : state) {
    P.apply(b, x);
    benchmark::DoNotOptimize(x.data());
  }
  state.counters["n"] = static_cast<double>(P.metric().num_vertices());
  state.counters["nnz"] = static_cast<double>(P.metric().factor_nonzeros());
  state.counters["r"] = static_cast<double>(P.num_constraints());
  const double bytes = 2.0 * static_cast<double>(P.sweep_bytes());
  state.counters["GB/s"] = benchmark::Counter(
      bytes * 1e-9 * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.SetLabel(simd_name());
}

/// Arguments: body, threads.
void apply_free(benchmark::State& state) {
  ConstrainedMetric P(
      metric_of(body(static_cast<int>(state.range(0))), static_cast<int>(state.range(1))));
  time_apply(state, P);
}

/// Arguments: body, threads, handles, influences.
void apply_skin(benchmark::State& state) {
  const Body& of = body(static_cast<int>(state.range(0)));
  ConstrainedMetric P(metric_of(of, static_cast<int>(state.range(1))));
  const SparseMatrix Z =
      skin(of, static_cast<int>(state.range(2)), static_cast<int>(state.range(3)));
  if (!P.constrain(Z, BasisLayout::split)) return state.SkipWithError("dependent constraints");
  time_apply(state, P);
}

/// Arguments: body, threads, constraints.
void apply_general(benchmark::State& state) {
  const Body& of = body(static_cast<int>(state.range(0)));
  ConstrainedMetric P(metric_of(of, static_cast<int>(state.range(1))));
  if (!P.constrain(general_basis(of, static_cast<int>(state.range(2))), BasisLayout::general))
    return state.SkipWithError("dependent constraints");
  time_apply(state, P);
}

/// Arguments: body, threads, constraints.
void constrain_general(benchmark::State& state) {
  const Body& of = body(static_cast<int>(state.range(0)));
  ConstrainedMetric P(metric_of(of, static_cast<int>(state.range(1))));
  const SparseMatrix Z = general_basis(of, static_cast<int>(state.range(2)));
  for (auto _ : state)
    if (!P.constrain(Z, BasisLayout::general)) return state.SkipWithError("dependent constraints");
}

/// Arguments: body, threads, handles, influences.
void constrain_skin(benchmark::State& state) {
  const Body& of = body(static_cast<int>(state.range(0)));
  ConstrainedMetric P(metric_of(of, static_cast<int>(state.range(1))));
  const SparseMatrix Z =
      skin(of, static_cast<int>(state.range(2)), static_cast<int>(state.range(3)));
  for (auto _ : state)
    if (!P.constrain(Z, BasisLayout::split)) return state.SkipWithError("dependent constraints");
}

/// Arguments: body, threads.
void factor(benchmark::State& state) {
  const Body& of = body(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const auto metric = metric_of(of, static_cast<int>(state.range(1)));
    state.counters["MB"] = static_cast<double>(metric->memory_bytes()) * 1e-6;
  }
}

/// Reads as many MB as the argument says on so many threads, the most a sweep could do.
void read_memory(benchmark::State& state) {
  const Index size = state.range(0) * 125000;
  const Workers workers(static_cast<int>(state.range(1)));
  const Vector memory = Vector::Constant(size, 1.0);
  Vector sums(workers.num_threads());
  const Index chunk = (size + workers.num_threads() - 1) / workers.num_threads();
  for (auto _ : state) {
    workers.for_ranges(size, chunk, [&](Index begin, Index end) {
      sums[begin / chunk] = memory.segment(begin, end - begin).sum();
    });
    benchmark::DoNotOptimize(sums.data());
  }
  state.counters["GB/s"] = benchmark::Counter(8e-9 * static_cast<double>(size * state.iterations()),
                                              benchmark::Counter::kIsRate);
}

double least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

// other programs only ever make a run longer: the least of several is what the code can do
#define ROW(name)                     \
  BENCHMARK(name)                     \
      ->Unit(benchmark::kMillisecond) \
      ->UseRealTime()                 \
      ->MinTime(0.05)                 \
      ->Repetitions(10)               \
      ->ReportAggregatesOnly()        \
      ->ComputeStatistics("min", least)
ROW(read_memory)->ArgNames({"MB", "threads"})->ArgsProduct({{1, 4, 12, 200}, {1, 2}});
ROW(apply_free)->ArgNames({"body", "threads"})->ArgsProduct({{0, 1}, {1, 2}})->Args({2, 2});
ROW(apply_skin)
    ->ArgNames({"body", "threads", "handles", "influences"})
    ->Args({0, 2, 2, 2})
    ->Args({1, 2, 2, 2})
    ->Args({1, 2, 50, 4})
    ->Args({1, 2, 50, 50});
ROW(apply_general)->ArgNames({"body", "threads", "r"})->Args({0, 2, 24})->Args({1, 2, 24});
ROW(constrain_general)->ArgNames({"body", "threads", "r"})->Args({0, 1, 24})->Args({0, 2, 24});
ROW(constrain_skin)
    ->ArgNames({"body", "threads", "handles", "influences"})
    ->Args({1, 2, 50, 4})
    ->Args({1, 2, 50, 50});
ROW(factor)
    ->ArgNames({"body", "threads"})
    ->Args({0, 2})
    ->Args({1, 2})
    ->Args({2, 2})
    ->Repetitions(1);

}  // namespace
}  // namespace descant

BENCHMARK_MAIN();

// bench/elasticity_bench.cpp: the element pass, beside what the processor could do at best.
//
// A row is one call of `energy_and_gradient` (or of `energy`) on a box of some 65,000 elements bent
// into an arc. `ns/element` is wall time. `GFLOP/s` counts the arithmetic of the formulas (a fused
// multiply-add as two; two Halley steps and one polish a rotation), `GB/s` what a call must read
// and write. The first rows are the roof: `peak/flops` multiplies and adds in registers,
// `peak/bytes` reads an array as large as the elements.

#ifdef DESCANT_WITH_HIGHWAY
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "../bench/elasticity_bench.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// 2 × 12 × (lanes) × count flops that depend on no memory; returns how many.
double multiply_and_add(int count, double* result) {
  const hn::CappedTag<double, 8> tag;
  const auto factor = hn::Set(tag, 0.999), term = hn::Set(tag, *result);
  auto a = term, b = term, c = term, d = term, e = term, f = term, g = term, h = term, i = term,
       j = term, k = term, l = term;
  for (int repeat = 0; repeat < count; ++repeat) {
    a = hn::MulAdd(a, factor, term), b = hn::MulAdd(b, factor, term);
    c = hn::MulAdd(c, factor, term), d = hn::MulAdd(d, factor, term);
    e = hn::MulAdd(e, factor, term), f = hn::MulAdd(f, factor, term);
    g = hn::MulAdd(g, factor, term), h = hn::MulAdd(h, factor, term);
    i = hn::MulAdd(i, factor, term), j = hn::MulAdd(j, factor, term);
    k = hn::MulAdd(k, factor, term), l = hn::MulAdd(l, factor, term);
  }
  a = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, d)), hn::Add(hn::Add(e, f), hn::Add(g, h)));
  *result = hn::GetLane(hn::Add(a, hn::Add(hn::Add(i, j), hn::Add(k, l))));
  return 24.0 * static_cast<double>(hn::Lanes(tag)) * count;
}

/// The sum of an aligned array, `count` a multiple of 32.
double sum(const double* numbers, size_t count) {
  const hn::CappedTag<double, 8> tag;
  const size_t width = hn::Lanes(tag);
  auto a = hn::Zero(tag), b = a, c = a, d = a;
  for (size_t i = 0; i < count; i += 4 * width) {
    a = hn::Add(a, hn::Load(tag, numbers + i));
    b = hn::Add(b, hn::Load(tag, numbers + i + width));
    c = hn::Add(c, hn::Load(tag, numbers + i + 2 * width));
    d = hn::Add(d, hn::Load(tag, numbers + i + 3 * width));
  }
  return hn::GetLane(hn::SumOfLanes(tag, hn::Add(hn::Add(a, b), hn::Add(c, d))));
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();
#endif

#if !defined(DESCANT_WITH_HIGHWAY) || HWY_ONCE

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <string>

#include "descant/elasticity/elasticity.hpp"
#include "descant/elasticity/law_names.hpp"
#include "descant/linalg/aligned.hpp"
#include "descant/linalg/simd.hpp"
#include "descant/mesh/box.hpp"

namespace descant {

#ifdef DESCANT_WITH_HIGHWAY
HWY_EXPORT(multiply_and_add);
HWY_EXPORT(sum);
#endif

namespace {

using benchmark::Counter;

enum class Asked { energy, gradient };

struct Case {
  int dim;
  LawKind law;
  Pose pose;
  Asked asked;
  int num_threads;
};

Mesh body(int dim) {
  return dim == 3 ? box_mesh(Vec<3>(0, 0, 0), Vec<3>(2, 1, 1), {36, 18, 17})
                  : box_mesh(Vec<2>(0, 0), Vec<2>(2, 1), {256, 128});
}

/// Bent into an arc, stretched up to twice the length, and a little rough.
Vector bent(const Mesh& mesh, double roughness) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> noise(-roughness, roughness);
  Positions x = mesh.vertices;
  for (Index i = 0; i < x.rows(); ++i) {
    const double angle = mesh.vertices(i, 0), radius = 1 + mesh.vertices(i, 1);
    x(i, 0) = radius * std::sin(angle);
    x(i, 1) = radius * std::cos(angle);
    for (Index a = 0; a < x.cols(); ++a) x(i, a) += noise(generator);
  }
  return flat(x) - flat(mesh.vertices);
}

/// Flops an element, counted in the formulas of the kernels.
double flops(const Case& test) {
  const bool space = test.dim == 3;
  double count = space ? 105 : 31;                              // ∇φ and F
  if (test.asked == Asked::gradient) count += space ? 54 : 16;  // the corners
  switch (test.law) {
    case LawKind::linear:
      return count + (space ? 52 : 28);
    case LawKind::stvk:
      return count + (space ? 121 : 46);
    case LawKind::neohookean:
      return count + (space ? 118 : 66);
    case LawKind::stable_neohookean:
      return count + (space ? 121 : 69);
    case LawKind::corotational:
      count += space ? 39 : 19;
      break;
    case LawKind::arap:
      break;
  }
  count += space ? 276 : 27;
  return test.pose == Pose::hold ? count + (space ? 153 : 44) : count;
}

/// Bytes a call reads and writes once at least: constants and corners of each element, positions,
/// displacements and forces of each vertex.
double bytes(const Case& test, const Mesh& mesh) {
  const int d = test.dim, constants = test.law == LawKind::arap                ? 1
                                      : test.law == LawKind::stable_neohookean ? 3
                                                                               : 2;
  const bool with_forces = test.asked == Asked::gradient;
  const int vectors = 2 + (test.pose == Pose::hold ? 1 : 0) + (with_forces ? 1 : 0);
  return static_cast<double>(mesh.num_elements()) * (8 * constants + 2 * (d + 1)) +
         8.0 * vectors * static_cast<double>(mesh.num_dofs());
}

void report(benchmark::State& state, double flops_a_call, double bytes_a_call) {
  const double calls = static_cast<double>(state.iterations());
  if (flops_a_call > 0)
    state.counters["GFLOP/s"] = Counter(1e-9 * flops_a_call * calls, Counter::kIsRate);
  if (bytes_a_call > 0)
    state.counters["GB/s"] = Counter(1e-9 * bytes_a_call * calls, Counter::kIsRate);
  state.SetLabel(simd_name());
}

void element_pass(benchmark::State& state, const Case& test) {
  const Mesh mesh = body(test.dim);
  Material material{.law = test.law, .volume = VolumeTerm::log, .pose = test.pose, .lame = {}};
  material.lame.assign(mesh.num_elements(), {.mu = 1e5, .lambda = 2e5});
  const auto elasticity = make_elasticity(mesh, material, Workers(test.num_threads));
  const Vector u = bent(mesh, 0.002), u_r = bent(mesh, 0);
  EnergyScratch scratch;
  Vector g;
  for (auto _ : state) {
    benchmark::DoNotOptimize(test.asked == Asked::gradient
                                 ? elasticity->energy_and_gradient(u, u_r, g, scratch)
                                 : elasticity->energy(u, u_r, scratch));
  }
  const double num_elements = static_cast<double>(mesh.num_elements());
  state.counters["ns/element"] =
      Counter(1e-9 * num_elements * static_cast<double>(state.iterations()),
              Counter::kIsRate | Counter::kInvert);
  report(state, flops(test) * num_elements, bytes(test, mesh));
}

#ifdef DESCANT_WITH_HIGHWAY
void peak_flops(benchmark::State& state, int num_threads) {
  const Workers workers(num_threads);
  std::vector<double> done(num_threads);
  for (auto _ : state)
    workers.for_ranges(num_threads, 1, [&](Index thread, Index) {
      double result = 1;
      done[thread] = HWY_DYNAMIC_DISPATCH(multiply_and_add)(100000, &result);
      benchmark::DoNotOptimize(result);
    });
  report(state, done[0] * num_threads, 0);
}

void peak_bytes(benchmark::State& state, int num_threads) {
  const Workers workers(num_threads);
  const Index count = Index{1} << 20, chunk = 1 << 14;  // 8 MiB, as the elements of the box
  AlignedVector<double> numbers(count, 1.0);
  for (auto _ : state)
    benchmark::DoNotOptimize(workers.sum_ranges(count, chunk, [&](Index begin, Index end) {
      return HWY_DYNAMIC_DISPATCH(sum)(numbers.data() + begin, end - begin);
    }));
  report(state, 0, 8.0 * static_cast<double>(count));
}
#endif

void add_cases(int dim, LawKind law, Pose pose) {
  for (int num_threads : {1, 2})
    for (Asked asked : {Asked::gradient, Asked::energy}) {
      const std::string name =
          law_name(law) + (pose == Pose::hold ? "-held/" : "/") + std::to_string(dim) +
          (asked == Asked::gradient ? "D/gradient/" : "D/energy/") + std::to_string(num_threads);
      benchmark::RegisterBenchmark(name.c_str(), element_pass,
                                   Case{dim, law, pose, asked, num_threads})
          ->UseRealTime()
          ->Unit(benchmark::kMicrosecond);
    }
}

}  // namespace
}  // namespace descant

int main(int argc, char** argv) {
  using namespace descant;
#ifdef DESCANT_WITH_HIGHWAY
  for (int num_threads : {1, 2}) {
    const std::string threads = std::to_string(num_threads);
    benchmark::RegisterBenchmark(("peak/flops/" + threads).c_str(), peak_flops, num_threads)
        ->UseRealTime();
    benchmark::RegisterBenchmark(("peak/bytes/" + threads).c_str(), peak_bytes, num_threads)
        ->UseRealTime();
  }
#endif
  for (int dim : {3, 2})
    for (LawKind law : all_laws()) {
      add_cases(dim, law, Pose::relax);
      if (law == LawKind::arap || law == LawKind::corotational) add_cases(dim, law, Pose::hold);
    }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

#endif

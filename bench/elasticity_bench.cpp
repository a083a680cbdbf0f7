// bench/elasticity_bench.cpp: the element pass, against what the processor could do at best.
//
// Each row is one call of energy_and_gradient (or energy) on a box of some 65,000 tetrahedra, away
// from rest. `ns/element` is wall time; `flops` and `bytes` what the call does and must move, both
// a second; the peaks to compare them with are the first rows.

#include <benchmark/benchmark.h>

#include <random>

#include "descant/elasticity/elasticity.hpp"
#include "descant/elasticity/law_names.hpp"
#include "descant/mesh/box.hpp"

namespace descant {
namespace {

struct Case {
  int dim;
  LawKind law;
  Pose pose;
};

Mesh body(int dim) {
  return dim == 3 ? box_mesh(Vec<3>(0, 0, 0), Vec<3>(2, 1, 1), {36, 18, 17})
                  : box_mesh(Vec<2>(0, 0), Vec<2>(2, 1), {256, 128});
}

/// Bent, stretched and a little rough: large rotations and moderate strains, nothing inverted.
Vector deformed(const Mesh& mesh, double roughness) {
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

void run(benchmark::State& state, const Case& test, int num_threads, bool with_gradient) {
  const Mesh mesh = body(test.dim);
  Material material{.law = test.law, .volume = VolumeTerm::log, .pose = test.pose, .lame = {}};
  material.lame.assign(mesh.num_elements(), {.mu = 1e5, .lambda = 2e5});
  const auto elasticity = make_elasticity(mesh, material, Workers(num_threads));
  const Vector u = deformed(mesh, 0.002), u_r = deformed(mesh, 0);
  ElementScratch scratch;
  Vector g;
  for (auto _ : state) {
    benchmark::DoNotOptimize(with_gradient ? elasticity->energy_and_gradient(u, u_r, g, scratch)
                                           : elasticity->energy(u, u_r, scratch));
  }
  state.counters["elements"] = static_cast<double>(mesh.num_elements());
  state.counters["s/element"] = benchmark::Counter(
      static_cast<double>(mesh.num_elements()),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace
}  // namespace descant

int main(int argc, char** argv) {
  using namespace descant;
  for (int dim : {3, 2})
    for (LawKind law : all_laws())
      for (Pose pose : {Pose::relax, Pose::hold}) {
        if (pose == Pose::hold && law != LawKind::arap && law != LawKind::corotational) continue;
        for (int threads : {1, 2})
          for (bool with_gradient : {true, false}) {
            const std::string name =
                law_name(law) + (pose == Pose::hold ? "_hold/" : "/") + std::to_string(dim) + "D/" +
                (with_gradient ? "gradient" : "energy") + "/threads:" + std::to_string(threads);
            benchmark::RegisterBenchmark(name.c_str(), run, Case{dim, law, pose}, threads,
                                         with_gradient)
                ->UseRealTime()
                ->Unit(benchmark::kMicrosecond);
          }
      }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

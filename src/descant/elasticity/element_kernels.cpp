// elasticity/element_kernels.cpp: from a law's name to its kernel, and to the constants it reads.

#include "descant/elasticity/element_kernels.hpp"

#include "descant/core/error.hpp"
#include "descant/elasticity/neohookean.hpp"

namespace descant {

int num_constants(LawKind law) {
  switch (law) {
    case LawKind::arap:
      return 1;
    case LawKind::stable_neohookean:
      return 3;
    default:
      return 2;
  }
}

void write_constants(LawKind law, Lame lame, double volume, double* constants, int stride) {
  if (law == LawKind::stable_neohookean) {
    const StableNeoHookeanTerms terms(lame);
    constants[0] = volume * terms.mu;
    constants[stride] = volume * terms.lambda;
    constants[2 * stride] = terms.alpha;
    return;
  }
  constants[0] = volume * lame.mu;
  if (num_constants(law) > 1) constants[stride] = volume * lame.lambda;
}

#ifdef DESCANT_WITH_HIGHWAY

namespace {

template <int d>
double run(const KernelChoice& choice, const KernelInput& input, double* forces) {
  switch (choice.law) {
    case LawKind::arap:
    case LawKind::corotational:
      return run_turned_kernel<d>(choice.law, choice.pose, input, forces);
    case LawKind::linear:
    case LawKind::stvk:
      return run_strain_kernel<d>(choice.law, input, forces);
    case LawKind::neohookean:
    case LawKind::stable_neohookean:
      return run_neohookean_kernel<d>(choice.law, choice.volume, input, forces);
  }
  throw BugError("internal error: a law without a kernel");
}

}  // namespace

double run_kernel(const KernelChoice& choice, const KernelInput& input, double* forces) {
  return choice.dim == 2 ? run<2>(choice, input, forces) : run<3>(choice, input, forces);
}

#endif

}  // namespace descant

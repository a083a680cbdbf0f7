// elasticity/strain_kernels_2d.cpp: linear and stvk in the plane, for every instruction set.

#ifdef DESCANT_WITH_HIGHWAY

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "descant/elasticity/strain_kernels_2d.cpp"
#include <hwy/foreach_target.h>

#include "descant/elasticity/strain_kernels-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

double strain_energy_2d(LawKind law, const KernelInput& input, double* forces) {
  return strain_energy<2>(law, input, forces);
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descant {

HWY_EXPORT(strain_energy_2d);

template <>
double run_strain_kernel<2>(LawKind law, const KernelInput& input, double* forces) {
  return HWY_DYNAMIC_DISPATCH(strain_energy_2d)(law, input, forces);
}

}  // namespace descant
#endif

#endif

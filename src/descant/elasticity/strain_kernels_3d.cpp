// elasticity/strain_kernels_3d.cpp: linear and stvk in space, for every instruction set.

#ifdef DESCANT_WITH_HIGHWAY

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "descant/elasticity/strain_kernels_3d.cpp"
#include <hwy/foreach_target.h>

#include "descant/elasticity/strain_kernels-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

double strain_energy_3d(LawKind law, const KernelInput& input, double* forces) {
  return strain_energy<3>(law, input, forces);
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descant {

HWY_EXPORT(strain_energy_3d);

template <>
double run_strain_kernel<3>(LawKind law, const KernelInput& input, double* forces) {
  return HWY_DYNAMIC_DISPATCH(strain_energy_3d)(law, input, forces);
}

}  // namespace descant
#endif

#endif

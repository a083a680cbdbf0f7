// elasticity/turned_kernels_2d.cpp: arap and corotational in the plane, for every instruction set.

#ifdef DESCANT_WITH_HIGHWAY

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "descant/elasticity/turned_kernels_2d.cpp"
#include <hwy/foreach_target.h>

#include "descant/elasticity/turned_kernels-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

double turned_energy_2d(LawKind law, Pose pose, const KernelInput& input, double* forces) {
  return turned_energy<2>(law, pose, input, forces);
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descant {

HWY_EXPORT(turned_energy_2d);

template <>
double run_turned_kernel<2>(LawKind law, Pose pose, const KernelInput& input, double* forces) {
  return HWY_DYNAMIC_DISPATCH(turned_energy_2d)(law, pose, input, forces);
}

}  // namespace descant
#endif

#endif

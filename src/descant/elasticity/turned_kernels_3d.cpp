// elasticity/turned_kernels_3d.cpp: arap and corotational in space, for every instruction set.

#ifdef DESCANT_WITH_HIGHWAY

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "descant/elasticity/turned_kernels_3d.cpp"
#include <hwy/foreach_target.h>

#include "descant/elasticity/turned_kernels-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

double turned_energy_3d(LawKind law, Pose pose, const KernelInput& input, double* forces) {
  return turned_energy<3>(law, pose, input, forces);
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descant {

HWY_EXPORT(turned_energy_3d);

template <>
double run_turned_kernel<3>(LawKind law, Pose pose, const KernelInput& input, double* forces) {
  return HWY_DYNAMIC_DISPATCH(turned_energy_3d)(law, pose, input, forces);
}

}  // namespace descant
#endif

#endif

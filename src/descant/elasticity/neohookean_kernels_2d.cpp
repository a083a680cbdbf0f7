// elasticity/neohookean_kernels_2d.cpp: the neo-Hookean laws in the plane, for every instruction
// set.

#ifdef DESCANT_WITH_HIGHWAY

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "descant/elasticity/neohookean_kernels_2d.cpp"
#include <hwy/foreach_target.h>

#include "descant/elasticity/neohookean_kernels-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

double neohookean_energy_2d(LawKind law, VolumeTerm volume, const KernelInput& input,
                            double* forces) {
  return neohookean_energy<2>(law, volume, input, forces);
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descant {

HWY_EXPORT(neohookean_energy_2d);

template <>
double run_neohookean_kernel<2>(LawKind law, VolumeTerm volume, const KernelInput& input,
                                double* forces) {
  return HWY_DYNAMIC_DISPATCH(neohookean_energy_2d)(law, volume, input, forces);
}

}  // namespace descant
#endif

#endif

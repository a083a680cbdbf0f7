// rig/function_rig.cpp: a user's function, checked at every call.

#include "descant/rig/function_rig.hpp"

#include "descant/core/error.hpp"
#include "descant/rig/central_differences.hpp"
#include "descant/rig/fill_shape.hpp"

namespace descant {

FunctionRig::FunctionRig(Function displacement, FunctionShape shape)
    : displacement_(std::move(displacement)), shape_(std::move(shape)) {
  if (!displacement_) throw InputError("function rig", "it has no function");
  if ((shape_.dim != 2 && shape_.dim != 3) || shape_.num_vertices <= 0 || shape_.num_params < 0)
    throw InputError("function rig", "it needs a dimension of 2 or 3 and at least one vertex");
  const Vector& scales = shape_.param_scales;
  if (scales.size() > 0 &&
      (scales.size() != shape_.num_params || !scales.allFinite() || !(scales.array() > 0).all()))
    throw InputError("function rig", "its parameter scales are no positive numbers",
                     "Give one a parameter, or none");
  fill_shape("function rig", shape_);
}

Vector FunctionRig::displacement(ConstVec p) const {
  expect_equal(p.size(), num_params(), "p has one entry a parameter of the rig");
  Vector u_r = displacement_(p);
  if (u_r.size() != num_dofs())
    throw InputError("function rig",
                     "its function gave " + std::to_string(u_r.size()) + " numbers instead of " +
                         std::to_string(num_dofs()),
                     "Return d numbers a vertex");
  return u_r;
}

RigJacobian FunctionRig::jacobian(ConstVec p) const {
  if (num_params() == 0) return RigJacobian::general(Matrix(num_dofs(), 0), shape_.dim);
  return RigJacobian::general(
      central_differences([this](ConstVec q) { return displacement(q); }, p, shape_.param_scales),
      shape_.dim);
}

}  // namespace descant

// linalg/vector_kernels.hpp: sums and inner products of several long vectors at once, in SIMD
// lanes.

#pragma once

#include "descant/core/types.hpp"

namespace descant {

/// out[i] = Σ_k factors[k] x[k][i]; `out` may be one of the first four x.
void combine(Index count, int num_vectors, const double* factors, const double* const* x,
             double* out);

/// sums[k] = Σ_i x[k][i] y[i].
void inner_products(Index count, int num_vectors, const double* const* x, const double* y,
                    double* sums);

}  // namespace descant

// mesh/chain.cpp: edge i runs from point i to the next.

#include "descant/mesh/chain.hpp"

#include "descant/core/error.hpp"

namespace descant {

Mesh chain_mesh(const Positions& points, ChainEnds ends) {
  const bool is_joined = ends == ChainEnds::joined;
  const Index n = points.rows(), fewest = is_joined ? 3 : 2;
  if (n < fewest) {
    throw InputError("chain", "it has " + std::to_string(n) + " points",
                     "Give at least " + std::to_string(fewest));
  }
  Mesh mesh;
  mesh.vertices = points;
  mesh.elements.resize(is_joined ? n : n - 1, 2);
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    mesh.elements.row(e) << static_cast<int>(e), static_cast<int>((e + 1) % n);
  }
  return mesh;
}

}  // namespace descant

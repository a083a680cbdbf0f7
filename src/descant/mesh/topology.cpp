// mesh/topology.cpp: what touches what.

#include "descant/mesh/topology.hpp"

#include <algorithm>
#include <array>

#include "descant/core/disjoint_sets.hpp"

namespace descant {
namespace {

/// The corners of an element's faces, outward for a positive element; face f leaves corner f out.
constexpr int tet_faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
constexpr int triangle_edges[3][2] = {{1, 2}, {2, 0}, {0, 1}};

/// Corner j of a face of an element of dimension k.
int face_corner(int k, int face, int j) {
  if (k == 3) return tet_faces[face][j];
  return k == 2 ? triangle_edges[face][j] : 1 - face;
}

/// A face under its sorted vertices, so that the two sides of it compare equal.
struct Face {
  std::array<int, 3> key;
  Index place;  ///< (k+1)·element + face
};

std::vector<Face> sorted_faces(const Mesh& mesh) {
  const int k = mesh.cell_dim();
  std::vector<Face> faces;
  faces.reserve(mesh.elements.size());
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    for (int f = 0; f <= k; ++f) {
      std::array<int, 3> key{-1, -1, -1};
      for (int j = 0; j < k; ++j) key[j] = mesh.elements(e, face_corner(k, f, j));
      std::sort(key.begin(), key.end());
      faces.push_back({key, (k + 1) * e + f});
    }
  }
  std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
    return a.key != b.key ? a.key < b.key : a.place < b.place;
  });
  return faces;
}

/// Whether the face, as its element orients it, is an even permutation of its sorted vertices.
bool is_even(const Mesh& mesh, const Face& face) {
  const int k = mesh.cell_dim(), f = static_cast<int>(face.place % (k + 1));
  const auto corner = [&](int j) {
    return mesh.elements(face.place / (k + 1), face_corner(k, f, j));
  };
  int inversions = 0;
  for (int a = 0; a < k; ++a) {
    for (int b = 0; b < a; ++b) inversions += corner(b) > corner(a);
  }
  return inversions % 2 == 0;
}

/// How many different subsets of `size` corners the elements have.
Index num_subsets(const Mesh& mesh, int size) {
  std::vector<std::array<int, 3>> keys;
  const int corners = mesh.cell_dim() + 1;
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    for (unsigned mask = 0; mask < (1u << corners); ++mask) {
      std::array<int, 3> key{-1, -1, -1};
      int count = 0;
      for (int k = 0; k < corners; ++k) {
        if (!(mask & (1u << k))) continue;
        if (count < size) key[count] = mesh.elements(e, k);
        ++count;
      }
      if (count != size) continue;
      std::sort(key.begin(), key.end());
      keys.push_back(key);
    }
  }
  std::sort(keys.begin(), keys.end());
  return std::unique(keys.begin(), keys.end()) - keys.begin();
}

}  // namespace

Elements boundary_faces(const Mesh& mesh) {
  const int k = mesh.cell_dim();
  const std::vector<Face> faces = sorted_faces(mesh);

  // keep the faces that stand alone, in element order
  std::vector<Index> places;
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t end = i + 1;
    while (end < faces.size() && faces[end].key == faces[i].key) ++end;
    if (end == i + 1) places.push_back(faces[i].place);
    i = end;
  }
  std::sort(places.begin(), places.end());

  // write them out as they are oriented in their element
  Elements boundary(places.size(), k);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Index e = places[i] / (k + 1);
    const int f = static_cast<int>(places[i] % (k + 1));
    for (int j = 0; j < k; ++j) boundary(i, j) = mesh.elements(e, face_corner(k, f, j));
  }
  return boundary;
}

Elements face_neighbours(const Mesh& mesh) {
  const int sides = mesh.cell_dim() + 1;
  const std::vector<Face> faces = sorted_faces(mesh);
  Elements neighbours = Elements::Constant(mesh.num_elements(), sides, -1);
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t end = i + 1;
    while (end < faces.size() && faces[end].key == faces[i].key) ++end;
    if (end == i + 2) {
      neighbours.data()[faces[i].place] = static_cast<int>(faces[i + 1].place / sides);
      neighbours.data()[faces[i + 1].place] = static_cast<int>(faces[i].place / sides);
    }
    i = end;
  }
  return neighbours;
}

std::vector<std::pair<Index, Index>> folded_pairs(const Mesh& mesh) {
  expect_solid(mesh, "folded elements");
  const int dim = mesh.dim();
  const std::vector<Face> faces = sorted_faces(mesh);
  std::vector<std::pair<Index, Index>> folded;
  for (std::size_t i = 0; i + 1 < faces.size(); ++i) {
    const bool is_shared = faces[i].key == faces[i + 1].key;
    if (is_shared && is_even(mesh, faces[i]) == is_even(mesh, faces[i + 1])) {
      folded.emplace_back(faces[i].place / (dim + 1), faces[i + 1].place / (dim + 1));
    }
  }
  return folded;
}

std::vector<bool> boundary_vertices(const Mesh& mesh) {
  std::vector<bool> is_boundary(mesh.num_vertices(), false);
  const Elements boundary = boundary_faces(mesh);
  for (Index i = 0; i < boundary.size(); ++i) is_boundary[boundary.data()[i]] = true;
  return is_boundary;
}

std::vector<int> vertex_components(const Mesh& mesh) {
  DisjointSets sets(mesh.num_vertices());
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    for (int k = 1; k <= mesh.cell_dim(); ++k) sets.join(mesh.elements(e, 0), mesh.elements(e, k));
  }
  return sets.numbered();
}

Index euler_characteristic(const Mesh& mesh) {
  const int k = mesh.cell_dim();
  Index sum = mesh.num_vertices() + (k % 2 == 0 ? 1 : -1) * mesh.num_elements();
  for (int j = 1; j < k; ++j) sum += (j % 2 == 0 ? 1 : -1) * num_subsets(mesh, j + 1);
  return sum;
}

}  // namespace descant

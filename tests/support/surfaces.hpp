// tests/support/surfaces.hpp: surfaces to make bodies of.

#pragma once

#include <cmath>
#include <vector>

#include "descant/mesh/surface.hpp"

namespace descant::test {

/// Two surfaces as one.
inline Surface both(const Surface& a, const Surface& b) {
  Surface sum;
  sum.vertices.resize(a.vertices.rows() + b.vertices.rows(), 3);
  sum.vertices << a.vertices, b.vertices;
  sum.triangles.resize(a.triangles.rows() + b.triangles.rows(), 3);
  sum.triangles << a.triangles, b.triangles.array() + static_cast<int>(a.vertices.rows());
  return sum;
}

inline Surface moved(Surface surface, const Eigen::RowVector3d& by) {
  surface.vertices.rowwise() += by;
  return surface;
}

inline Surface scaled(Surface surface, double factor) {
  surface.vertices *= factor;
  return surface;
}

/// A box with its centre at the origin.
inline Surface box_surface(const Eigen::RowVector3d& size) {
  Surface box;
  box.vertices.resize(8, 3);
  for (int i = 0; i < 8; ++i) {
    box.vertices.row(i) << (i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2 & 1) - 0.5;
  }
  box.vertices.array().rowwise() *= size.array();
  box.triangles.resize(12, 3);
  box.triangles << 0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2,
      2, 4, 6, 1, 3, 5, 3, 7, 5;
  return box;
}

/// A grid of columns × rows points at place(u, v), 0 ≤ u, v; wrapped where a direction closes.
template <class Place>
Surface grid_surface(int columns, int rows, bool wraps_rows, const Place& place) {
  Surface grid;
  grid.vertices.resize(columns * rows, 3);
  for (int v = 0; v < rows; ++v) {
    for (int u = 0; u < columns; ++u) grid.vertices.row(v * columns + u) = place(u, v);
  }
  const int bands = wraps_rows ? rows : rows - 1;
  grid.triangles.resize(2 * bands * columns, 3);
  for (int v = 0; v < bands; ++v) {
    for (int u = 0; u < columns; ++u) {
      const int a = v * columns + u, b = v * columns + (u + 1) % columns;
      const int c = (v + 1) % rows * columns + u, d = (v + 1) % rows * columns + (u + 1) % columns;
      grid.triangles.row(2 * (v * columns + u)) << a, b, d;
      grid.triangles.row(2 * (v * columns + u) + 1) << a, d, c;
    }
  }
  return grid;
}

/// A ring about the z axis.
inline Surface torus_surface(double radius, double thickness) {
  return grid_surface(48, 24, true, [&](int u, int v) {
    const double a = 2 * M_PI * u / 48, b = 2 * M_PI * v / 24;
    const double r = radius + thickness * std::cos(b);
    return Eigen::RowVector3d(r * std::cos(a), r * std::sin(a), thickness * std::sin(b));
  });
}

/// A ball drawn out along the z axis: half balls at the ends of a tube of this length.
inline Surface capsule_surface(double radius, double length) {
  const int rows = 20;
  Surface capsule = grid_surface(24, rows, false, [&](int u, int v) {
    const double a = 2 * M_PI * u / 24, b = M_PI * (v / (rows - 1.0) - 0.5);
    const double rim = v == 0 || v == rows - 1 ? 0 : std::cos(b);
    const double z = radius * std::sin(b) + (b < 0 ? -0.5 : 0.5) * length;
    return Eigen::RowVector3d(radius * rim * std::cos(a), radius * rim * std::sin(a), z);
  });
  return capsule;
}

/// A flat square sheet in the xy plane.
inline Surface sheet_surface(double size, int cells) {
  Surface sheet;
  sheet.vertices.resize((cells + 1) * (cells + 1), 3);
  std::vector<int> corners;
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) {
      const int a = j * (cells + 1) + i;
      sheet.vertices.row(a) << size * i / cells, size * j / cells, 0;
      if (i == cells || j == cells) continue;
      corners.insert(corners.end(), {a, a + 1, a + cells + 2, a, a + cells + 2, a + cells + 1});
    }
  }
  sheet.triangles =
      Eigen::Map<const Elements>(corners.data(), static_cast<Index>(corners.size() / 3), 3);
  return sheet;
}

}  // namespace descant::test

// examples/shell.cpp: closed surfaces from distance functions, evened out, and their colours.
//
//   x ← x − d ∇d / |∇d|²            back onto the surface, ∇d by central differences
//   x ← x + t/2,  t = (mean of neighbours − x) without its part along the normal

#include <cmath>
#include <numbers>

#include "descant/examples/figure.hpp"
#include "descant/mesh/topology.hpp"

namespace descant {
namespace {

Point gradient_of(const Distance& distance, const Point& x, double step) {
  Point gradient;
  for (int a = 0; a < 3; ++a) {
    Vector ahead = x, behind = x;
    ahead[a] += step;
    behind[a] -= step;
    gradient[a] = (distance(ahead) - distance(behind)) / (2 * step);
  }
  return gradient;
}

/// The boundary of a mesh with vertices of its own.
Shell boundary_shell(const Mesh& mesh) {
  const Elements faces = boundary_faces(mesh);
  std::vector<int> number(mesh.num_vertices(), -1);
  std::vector<Index> kept;
  Shell shell{.positions = {}, .normals = {}, .triangles = faces};
  for (Index i = 0; i < faces.size(); ++i) {
    int& corner = shell.triangles.data()[i];
    if (number[corner] < 0) {
      number[corner] = static_cast<int>(kept.size());
      kept.push_back(corner);
    }
    corner = number[corner];
  }
  shell.positions.resize(static_cast<Index>(kept.size()), 3);
  for (size_t i = 0; i < kept.size(); ++i) shell.positions.row(i) = mesh.vertices.row(kept[i]);
  return shell;
}

/// The mean of each point's neighbours.
Positions neighbour_means(const Shell& shell) {
  Positions sums = Positions::Zero(shell.positions.rows(), 3);
  Vector counts = Vector::Zero(shell.positions.rows());
  for (Index t = 0; t < shell.triangles.rows(); ++t)
    for (int c = 0; c < 3; ++c) {
      const int from = shell.triangles(t, c), to = shell.triangles(t, (c + 1) % 3);
      sums.row(from) += shell.positions.row(to);
      counts[from] += 1;
    }
  return counts.cwiseInverse().asDiagonal() * sums;
}

}  // namespace

Shell shell_of(const Distance& distance, const Point& low, const Point& high, double cell) {
  Shell shell = boundary_shell(lattice_body(distance, low, high, cell));
  const double step = 1e-3 * cell;
  constexpr int num_rounds = 12;
  shell.normals.resize(shell.positions.rows(), 3);
  for (int round = 0; round <= num_rounds; ++round) {
    const Positions means = neighbour_means(shell);
    for (Index i = 0; i < shell.positions.rows(); ++i) {
      Point x = shell.positions.row(i).transpose();
      const Point normal = gradient_of(distance, x, step).normalized();
      if (round < num_rounds) {
        const Point t = means.row(i).transpose() - x;
        x += 0.5 * (t - t.dot(normal) * normal);
      }
      const Point g = gradient_of(distance, x, step);
      x -= std::clamp(distance(x) / g.squaredNorm(), -cell, cell) * g;
      shell.positions.row(i) = x.transpose();
      shell.normals.row(i) = g.normalized().transpose();
    }
  }
  return shell;
}

Shell ellipsoid_shell(const Point& centre, const Point& radii, int rings) {
  const int around = 2 * rings, num_points = around * (rings - 1) + 2;
  Shell shell{Positions(num_points, 3), Positions(num_points, 3),
              Elements(2 * around * (rings - 1), 3)};
  for (int i = 0; i < num_points; ++i) {
    // the poles are first and last
    const int ring = i == 0 ? 0 : i == num_points - 1 ? rings : 1 + (i - 1) / around;
    const double polar = std::numbers::pi * ring / rings;
    const double turn = 2 * std::numbers::pi * ((i + around - 1) % around) / around;
    const Point y(std::sin(polar) * std::cos(turn), std::sin(polar) * std::sin(turn),
                  std::cos(polar));
    shell.positions.row(i) = (centre + y.cwiseProduct(radii)).transpose();
    shell.normals.row(i) = y.cwiseQuotient(radii).normalized().transpose();
  }
  Index t = 0;
  for (int ring = 0; ring < rings; ++ring)
    for (int k = 0; k < around; ++k) {
      const auto at = [&](int r, int column) {
        if (r == 0) return 0;
        return r == rings ? num_points - 1 : 1 + (r - 1) * around + column % around;
      };
      if (ring > 0) shell.triangles.row(t++) << at(ring, k), at(ring + 1, k), at(ring, k + 1);
      if (ring + 1 < rings)
        shell.triangles.row(t++) << at(ring, k + 1), at(ring + 1, k), at(ring + 1, k + 1);
    }
  return shell;
}

Eigen::Vector3d web_colour(unsigned rgb) {
  Eigen::Vector3d linear;
  for (int a = 0; a < 3; ++a) {
    const double s = (rgb >> (16 - 8 * a) & 0xff) / 255.0;
    linear[a] = s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  }
  return linear;
}

PartLook painted(const Shell& shell, const std::function<Eigen::Vector3d(const Point&)>& colour) {
  PartLook look;
  look.colours.resize(shell.positions.rows(), 3);
  for (Index i = 0; i < shell.positions.rows(); ++i)
    look.colours.row(i) =
        colour(shell.positions.row(i).transpose()).cwiseMax(0).cwiseMin(1).transpose();
  return look;
}

PartLook plain(const Shell& shell, unsigned rgb, double roughness) {
  PartLook look = painted(shell, [rgb](const Point&) { return web_colour(rgb); });
  look.roughness = roughness;
  return look;
}

}  // namespace descant

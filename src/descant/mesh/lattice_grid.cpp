// mesh/lattice_grid.cpp: lattices by integer coordinates: a step of 2 is a cell.

#include "descant/mesh/lattice_grid.hpp"

#include <array>
#include <cmath>
#include <map>

namespace descant {
namespace {

using Cell = std::array<int, 3>;

/// Collects the elements with a vertex inside, numbering vertices as they are first needed.
class GridBuilder {
 public:
  /// A point at integer coordinates c stands at centre + c·scale.
  GridBuilder(const std::function<double(const Vector&)>& distance, Vector centre, Vector scale)
      : distance_(distance), centre_(std::move(centre)), scale_(std::move(scale)) {}

  void add(const std::vector<Cell>& corners) {
    bool touches = false;
    for (const Cell& corner : corners) touches = value(corner) < 0 || touches;
    if (!touches) return;
    for (const Cell& corner : corners) elements_.push_back(number(corner));
  }

  LatticeGrid build() const {
    const Index dim = centre_.size(), n = static_cast<Index>(cells_.size());
    LatticeGrid grid;
    grid.mesh.vertices.resize(n, dim);
    grid.values.resize(n);
    for (Index i = 0; i < n; ++i) {
      const Cell& cell = cells_[i];
      grid.mesh.vertices.row(i) = position(cell).transpose();
      grid.values[i] = samples_.at(cell).value;
      grid.sublattice.push_back(cell[0] & 1);
      const int sum = cell[0] + cell[1] + cell[2] - 3 * (cell[0] & 1);
      grid.parity.push_back((sum / 2) & 1);
    }
    grid.mesh.elements = Eigen::Map<const Elements>(
        elements_.data(), static_cast<Index>(elements_.size()) / (dim + 1), dim + 1);
    return grid;
  }

 private:
  struct Sample {
    double value;
    int number = -1;
  };

  Vector position(const Cell& cell) const {
    Vector x = centre_;
    for (Index a = 0; a < x.size(); ++a) x[a] += scale_[a] * cell[a];
    return x;
  }

  double value(const Cell& cell) {
    const auto found = samples_.find(cell);
    if (found != samples_.end()) return found->second.value;
    const double sample = distance_(position(cell));
    // what is not a number is not inside
    const double value = std::isnan(sample) ? 1 : sample;
    samples_.emplace(cell, Sample{value});
    return value;
  }

  int number(const Cell& cell) {
    int& number = samples_.at(cell).number;
    if (number < 0) {
      number = static_cast<int>(cells_.size());
      cells_.push_back(cell);
    }
    return number;
  }

  const std::function<double(const Vector&)>& distance_;
  Vector centre_, scale_;
  std::map<Cell, Sample> samples_;
  std::vector<Cell> cells_;
  std::vector<int> elements_;
};

/// Cells from the centre to the rim, with one to spare.
int half_count(double extent, double cell) {
  return static_cast<int>(std::ceil(0.5 * extent / cell)) + 1;
}

void add_triangles(const Vector& extent, double cell, GridBuilder& builder) {
  const int rows = half_count(extent[1], cell * std::sqrt(0.75)),
            columns = half_count(extent[0], cell);
  for (int j = -rows; j < rows; ++j) {
    for (int i = -2 * columns; i < 2 * columns; ++i) {
      if ((i + j) & 1) continue;
      builder.add({{i, j, 0}, {i + 2, j, 0}, {i + 1, j + 1, 0}});
      builder.add({{i, j, 0}, {i + 1, j + 1, 0}, {i - 1, j + 1, 0}});
    }
  }
}

/// The four tetrahedra around the segment from the centre of a cell to the next one along `axis`.
void add_tets_around(const Cell& from, int axis, GridBuilder& builder) {
  Cell to = from;
  to[axis] += 2;
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  constexpr int around[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
  for (int k = 0; k < 4; ++k) {
    Cell a = from, b = from;
    a[axis] += 1, b[axis] += 1;
    a[u] += around[k][0], a[v] += around[k][1];
    b[u] += around[k + 1][0], b[v] += around[k + 1][1];
    builder.add({from, to, a, b});
  }
}

void add_tets(const Vector& extent, double cell, GridBuilder& builder) {
  const Cell half = {half_count(extent[0], cell), half_count(extent[1], cell),
                     half_count(extent[2], cell)};
  for (int k = -half[2]; k < half[2]; ++k) {
    for (int j = -half[1]; j < half[1]; ++j) {
      for (int i = -half[0]; i < half[0]; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
          add_tets_around({2 * i + 1, 2 * j + 1, 2 * k + 1}, axis, builder);
        }
      }
    }
  }
}

}  // namespace

LatticeGrid lattice_grid(const std::function<double(const Vector&)>& distance, const Vector& min,
                         const Vector& max, double cell) {
  const Vector centre = 0.5 * (min + max), extent = max - min;
  Vector scale = Vector::Constant(min.size(), 0.5 * cell);
  if (min.size() == 2) scale[1] = std::sqrt(0.75) * cell;
  GridBuilder builder(distance, centre, scale);
  if (min.size() == 2) {
    add_triangles(extent, cell, builder);
  } else {
    add_tets(extent, cell, builder);
  }
  return builder.build();
}

}  // namespace descant

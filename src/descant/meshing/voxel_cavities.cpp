// meshing/voxel_cavities.cpp: gaps between the voxels of a line, joined to the gaps beside them.
//
// A body has few gaps: everything before the first voxel of a line and after the last is outside,
// and so are lines without a voxel.

#include "descant/meshing/voxel_cavities.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "descant/core/disjoint_sets.hpp"

namespace descant {
namespace {

constexpr int nowhere = std::numeric_limits<int>::max();

/// A stretch of empty voxels along x; from −nowhere or to nowhere where it is outside.
struct Gap {
  int first, last;
};

/// The gaps of one line of voxels, in order.
struct Line {
  int y, z;
  std::size_t begin, end;  ///< in the list of gaps
};

class Gaps {
 public:
  explicit Gaps(const std::vector<Voxel>& voxels) {
    for (std::size_t i = 0; i < voxels.size();) {
      Line line{voxels[i][1], voxels[i][2], gaps_.size(), 0};
      gaps_.push_back({-nowhere, voxels[i][0] - 1});
      for (++i; i < voxels.size() && voxels[i][1] == line.y && voxels[i][2] == line.z; ++i) {
        if (voxels[i][0] > voxels[i - 1][0] + 1) {
          gaps_.push_back({voxels[i - 1][0] + 1, voxels[i][0] - 1});
        }
      }
      gaps_.push_back({voxels[i - 1][0] + 1, nowhere});
      line.end = gaps_.size();
      lines_.push_back(line);
    }
    // the last one stands for the outside
    sets_ = DisjointSets(gaps_.size() + 1);
  }

  std::vector<Voxel> cavities() {
    for (const Line& line : lines_) {
      join(line.begin, gaps_.size());
      join(line.end - 1, gaps_.size());
    }
    // a line touches those beside it, above it and at its edges
    constexpr std::array<std::array<int, 2>, 8> beside = {
        {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
    for (const auto& [dy, dz] : beside) join_lines(dy, dz);

    std::vector<Voxel> found;
    for (const Line& line : lines_) {
      for (std::size_t g = line.begin; g < line.end; ++g) {
        if (root(g) == root(gaps_.size())) continue;
        for (int x = gaps_[g].first; x <= gaps_[g].last; ++x) found.push_back({x, line.y, line.z});
      }
    }
    return found;
  }

 private:
  int root(std::size_t gap) { return sets_.root(static_cast<int>(gap)); }

  void join(std::size_t a, std::size_t b) { sets_.join(static_cast<int>(a), static_cast<int>(b)); }

  /// Joins the gaps of every line with those that they touch in the line at (y + dy, z + dz).
  void join_lines(int dy, int dz) {
    // the lines come in the same order as their partners
    std::size_t partner = 0;
    for (const Line& line : lines_) {
      const Voxel wanted = {0, line.y + dy, line.z + dz};
      const auto voxel_of = [&](std::size_t l) { return Voxel{0, lines_[l].y, lines_[l].z}; };
      while (partner < lines_.size() && comes_before(voxel_of(partner), wanted)) ++partner;
      if (partner == lines_.size() || !is_same(voxel_of(partner), wanted)) {
        for (std::size_t g = line.begin; g < line.end; ++g) join(g, gaps_.size());
        continue;
      }
      std::size_t other = lines_[partner].begin;
      for (std::size_t g = line.begin; g < line.end; ++g) {
        while (gaps_[other].last < gaps_[g].first - 1) ++other;
        for (std::size_t o = other; o < lines_[partner].end; ++o) {
          if (gaps_[o].first - 1 > gaps_[g].last) break;
          join(g, o);
        }
      }
    }
  }

  std::vector<Gap> gaps_;
  std::vector<Line> lines_;
  DisjointSets sets_;
};

}  // namespace

std::vector<Voxel> voxel_cavities(const std::vector<Voxel>& voxels) {
  return Gaps(voxels).cavities();
}

}  // namespace descant

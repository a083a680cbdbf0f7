// meshing/body_lattice.cpp: pieces, copies, and how copies are sewn together.

#include "descant/meshing/body_lattice.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "descant/core/disjoint_sets.hpp"
#include "descant/meshing/lattice_pruning.hpp"

namespace descant {
namespace {

/// A voxel that is near the surface but not inside counts for this much of an inside one: sheets
/// must weigh something.
constexpr double near_share = 0.25;

/// The tetrahedra that pieces lie in, numbered as they are met.
class TetTable {
 public:
  int number(const LatticePlace& place) {
    const auto [found, is_new] = numbers_.emplace(place.key, static_cast<int>(corners_.size()));
    if (is_new) corners_.push_back(place.corners);
    return found->second;
  }
  const std::array<LatticePoint, 4>& corners(int tet) const { return corners_[tet]; }

 private:
  std::unordered_map<std::uint64_t, int> numbers_;
  std::vector<std::array<LatticePoint, 4>> corners_;
};

/// Builds a lattice piece by piece.
class LatticeBuilder {
 public:
  LatticeBuilder(const BodyVoxels& body, int resolution)
      : body_(body), resolution_(resolution), neighbours_(voxel_neighbours(body.voxels)) {}

  BodyLattice build(const Positions& points) {
    find_pieces();
    sew_faces();
    sew_the_rest();
    const std::vector<int> owners = owners_of(points);
    return assembled(owners);
  }

 private:
  Eigen::Vector3d centre(Index voxel) const {
    const Voxel& v = body_.voxels[voxel];
    return (Eigen::Vector3d(v[0], v[1], v[2]) + voxel_offset()) / resolution_;
  }

  int add_piece(int tet, double amount) {
    if (tet >= static_cast<int>(tet_pieces_.size())) tet_pieces_.resize(tet + 1);
    tet_pieces_[tet].push_back(static_cast<int>(piece_tet_.size()));
    piece_tet_.push_back(tet);
    amount_.push_back(amount);
    for (int k = 0; k < 4; ++k) corner_.add();
    return static_cast<int>(piece_tet_.size()) - 1;
  }

  /// Gives voxels from `first` on along x their tetrahedron, up to where a plane of the lattice
  /// lies between them or the line of voxels ends. Returns the voxel after the last.
  int number_run(int first, std::vector<int>& tet) {
    const Eigen::Vector3d x = centre(first);
    const int number = tets_.number(lattice_place(x));
    double way = HUGE_VAL;
    for (const double across : {x[1], -x[1], x[2], -x[2]}) {
      const double place = x[0] + across;
      way = std::min(way, std::floor(place) + 1 - place);
    }
    const int steps = static_cast<int>(way * resolution_);
    int i = first;
    for (int step = 0; step <= steps; ++step) {
      tet[i] = number;
      if (neighbours_.next[0][i] < 0) return i + 1;
      ++i;
    }
    return i;
  }

  /// Voxels of one tetrahedron that touch are of one piece.
  void find_pieces() {
    const auto count = static_cast<int>(body_.voxels.size());
    std::vector<int> tet(count);
    for (int i = 0; i < count;) i = number_run(i, tet);
    DisjointSets sets(count);
    for (int i = 0; i < count; ++i) {
      for (const auto& next : neighbours_.next) {
        if (next[i] >= 0 && tet[next[i]] == tet[i]) sets.join(i, next[i]);
      }
    }
    piece_ = sets.numbered();
    for (int i = 0; i < count; ++i) {
      if (piece_[i] == static_cast<int>(piece_tet_.size())) add_piece(tet[i], 0);
      amount_[piece_[i]] += body_.is_inside[i] ? 1 : near_share;
    }
  }

  /// Pairs of corners that two pieces have in common.
  std::vector<std::array<int, 2>> common_corners(int p, int q) const {
    std::vector<std::array<int, 2>> common;
    const auto &a = tets_.corners(piece_tet_[p]), &b = tets_.corners(piece_tet_[q]);
    for (int k = 0; k < 4; ++k) {
      for (int l = 0; l < 4; ++l) {
        if (a[k] == b[l]) common.push_back({4 * p + k, 4 * q + l});
      }
    }
    return common;
  }

  void sew(int p, int q) {
    for (const auto& [a, b] : common_corners(p, q)) corner_.join(a, b);
  }

  bool is_sewn(int p, int q) {
    for (const auto& [a, b] : common_corners(p, q)) {
      if (corner_.root(a) != corner_.root(b)) return false;
    }
    return true;
  }

  /// Pieces that touch across a face of the lattice share it; other contacts are kept for later.
  void sew_faces() {
    // one contact of a pair of pieces tells as much as the others: most are left out at once
    std::vector<std::uint64_t> recent(1 << 14, ~std::uint64_t{0});
    for (const auto& next : neighbours_.next) {
      for (Index i = 0; i < static_cast<Index>(piece_.size()); ++i) {
        if (next[i] < 0 || piece_[i] == piece_[next[i]]) continue;
        const std::uint64_t pair = pair_key(piece_[i], piece_[next[i]]);
        std::uint64_t& same = recent[(pair * 0x9E3779B97F4A7C15ull) >> 50];
        if (same == pair) continue;
        same = pair;
        contacts_.push_back({pair, static_cast<int>(i), next[i]});
      }
    }
    std::stable_sort(contacts_.begin(), contacts_.end(),
                     [](const Contact& a, const Contact& b) { return a.pair < b.pair; });
    const auto is_same = [](const Contact& a, const Contact& b) { return a.pair == b.pair; };
    contacts_.erase(std::unique(contacts_.begin(), contacts_.end(), is_same), contacts_.end());
    for (const Contact& contact : contacts_) {
      const int p = piece_[contact.from], q = piece_[contact.to];
      if (common_corners(p, q).size() == 3) sew(p, q);
    }
  }

  /// Voxels that touch across an edge or a corner: the tetrahedra between them join them.
  void sew_the_rest() {
    for (const Contact& contact : contacts_) {
      const int p = piece_[contact.from], q = piece_[contact.to];
      if (is_sewn(p, q)) continue;
      const int last = chain(contact.from, centre(contact.from), centre(contact.to), contact.to);
      sew(last, q);
    }
  }

  /// The piece in `tet` that `piece` goes over into: one that is sewn to it, else one that the body
  /// leads into from the given voxel within a quarter of a cell; −1 for none.
  int continuation(int piece, int tet, Index voxel) {
    if (tet >= static_cast<int>(tet_pieces_.size()) || tet_pieces_[tet].empty()) return -1;
    for (const int q : tet_pieces_[tet]) {
      if (is_sewn(piece, q)) return q;
    }
    const int reach = std::max(2, resolution_ / 4);
    std::vector<Index> queue = {voxel};
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (int side = 0; side < 6; ++side) {
        Voxel beside = body_.voxels[queue[head]];
        beside[side / 2] += side % 2 ? 1 : -1;
        if (std::abs(beside[side / 2] - body_.voxels[voxel][side / 2]) > reach) continue;
        const Index found = body_.find(beside);
        if (found < 0) continue;
        if (piece_tet_[piece_[found]] == tet) return piece_[found];
        if (std::find(queue.begin(), queue.end(), found) == queue.end()) queue.push_back(found);
      }
    }
    return -1;
  }

  /// Walks from a voxel's centre through the lattice to a point, sewing the pieces on the way face
  /// to face; makes those that are missing. Returns the piece at the end.
  int chain(Index voxel, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
            Index target = -1) {
    std::vector<double> stops = lattice_crossings(from, to);
    stops.push_back(1);
    int piece = piece_[voxel];
    for (std::size_t s = 0; s + 1 < stops.size(); ++s) {
      if (stops[s + 1] - stops[s] < 1e-9) continue;
      const double t = 0.5 * (stops[s] + stops[s + 1]);
      const int tet = tets_.number(lattice_place(from + t * (to - from)));
      if (tet == piece_tet_[piece]) continue;
      int next = target >= 0 && piece_tet_[piece_[target]] == tet ? piece_[target] : -1;
      if (next < 0) next = continuation(piece, tet, voxel);
      if (next < 0) next = link(piece, tet);
      sew(piece, next);
      piece = next;
    }
    return piece;
  }

  /// An empty piece of `tet` beside `piece`, the same every time.
  int link(int piece, int tet) {
    const auto [found, is_new] = links_.emplace(pair_key(piece, tet), 0);
    if (is_new) found->second = add_piece(tet, 0);
    return found->second;
  }

  /// The piece that owns each point: the one its voxel belongs to, or a neighbour sewn to it.
  std::vector<int> owners_of(const Positions& points) {
    // a little aside, so that points on a plane of the lattice have a side
    const Eigen::Vector3d aside(3.1e-4, 1.7e-4, 4.4e-4);
    std::vector<int> owners(points.rows(), -1);
    for (Index i = 0; i < points.rows(); ++i) {
      const Eigen::Vector3d point = points.row(i).transpose();
      const Eigen::Vector3d number = point - voxel_offset();
      Voxel voxel;
      for (int a = 0; a < 3; ++a) voxel[a] = static_cast<int>(std::lround(number[a]));
      const Index home = body_.find(voxel);
      if (home >= 0) owners[i] = chain(home, centre(home), (point + aside) / resolution_);
    }
    return owners;
  }

  BodyLattice assembled(const std::vector<int>& owners);

  static std::uint64_t pair_key(int p, int q) {
    return (static_cast<std::uint64_t>(p) << 32) | static_cast<std::uint32_t>(q);
  }

  /// Two voxels of different tetrahedra that touch.
  struct Contact {
    std::uint64_t pair;  ///< of their pieces
    int from, to;
  };

  const BodyVoxels& body_;
  int resolution_;
  VoxelNeighbours neighbours_;
  TetTable tets_;
  std::vector<int> piece_;                    ///< of each voxel
  std::vector<int> piece_tet_;                ///< of each piece
  std::vector<std::vector<int>> tet_pieces_;  ///< of each tetrahedron
  std::vector<double> amount_;                ///< of each piece [voxels]
  DisjointSets corner_;                       ///< 4 a piece: corners that are the same
  std::vector<Contact> contacts_;             ///< between pieces of different tetrahedra
  std::unordered_map<std::uint64_t, int> links_;
};

BodyLattice LatticeBuilder::assembled(const std::vector<int>& owners) {
  // pieces whose corners are all the same are one element
  const auto count = static_cast<int>(piece_tet_.size());
  std::unordered_map<std::uint64_t, std::vector<int>> by_corner;
  std::vector<int> element_of(count);
  std::vector<std::array<int, 4>> roots;
  std::vector<int> tets;
  std::vector<double> amounts;
  for (int p = 0; p < count; ++p) {
    std::array<int, 4> root;
    for (int k = 0; k < 4; ++k) root[k] = corner_.root(4 * p + k);
    std::vector<int>& same = by_corner[static_cast<std::uint64_t>(root[0])];
    const auto found =
        std::find_if(same.begin(), same.end(), [&](int e) { return roots[e] == root; });
    if (found != same.end()) {
      element_of[p] = *found;
      amounts[*found] += amount_[p];
      continue;
    }
    element_of[p] = static_cast<int>(roots.size());
    same.push_back(element_of[p]);
    roots.push_back(root);
    tets.push_back(piece_tet_[p]);
    amounts.push_back(amount_[p]);
  }

  // what holds next to nothing goes, where nothing hangs on it
  PruningInput input{roots, std::vector<bool>(roots.size(), false), {}};
  const double whole = std::pow(resolution_, 3) / 12;
  for (const int owner : owners) {
    if (owner >= 0) input.is_needed[element_of[owner]] = true;
  }
  for (const double amount : amounts) input.fill.push_back(amount / whole);
  const std::vector<bool> is_kept = pruned_elements(input);

  // number the elements and the corners that are left
  BodyLattice lattice;
  std::vector<int> number(corner_.size(), -1), new_element(roots.size(), -1);
  for (std::size_t e = 0; e < roots.size(); ++e) {
    if (!is_kept[e]) continue;
    new_element[e] = static_cast<int>(lattice.elements.size());
    std::array<int, 4> element;
    for (int k = 0; k < 4; ++k) {
      int& i = number[roots[e][k]];
      if (i < 0) {
        i = static_cast<int>(lattice.vertices.size());
        lattice.vertices.push_back(tets_.corners(tets[e])[k]);
      }
      element[k] = i;
    }
    lattice.elements.push_back(element);
    lattice.fill.push_back(std::min(1.0, input.fill[e]));
  }
  for (const int owner : owners) {
    lattice.point_element.push_back(owner < 0 ? -1 : new_element[element_of[owner]]);
  }

  // a vertex is inside where the voxel it stands in is, and hangs together with its own elements
  std::vector<std::vector<int>> nearby(lattice.vertices.size());
  for (const auto& corners : lattice.elements) {
    for (const int i : corners) nearby[i].insert(nearby[i].end(), corners.begin(), corners.end());
  }
  lattice.has_inside.assign(lattice.vertices.size(), false);
  for (std::size_t i = 0; i < lattice.vertices.size(); ++i) {
    const Eigen::Vector3d place =
        0.5 * resolution_ * lattice.vertices[i].cast<double>() - voxel_offset();
    Voxel voxel;
    for (int a = 0; a < 3; ++a) voxel[a] = static_cast<int>(std::lround(place[a]));
    const Index home = body_.find(voxel);
    if (home < 0 || !body_.is_inside[home]) continue;
    const int e = new_element[element_of[piece_[home]]];
    if (e < 0) {
      lattice.has_inside[i] = true;  // in a piece too small to keep
      continue;
    }
    for (const int corner : lattice.elements[e]) {
      const auto found = std::find(nearby[i].begin(), nearby[i].end(), corner);
      if (found != nearby[i].end()) lattice.has_inside[i] = true;
    }
  }
  return lattice;
}

}  // namespace

BodyLattice body_lattice(const BodyVoxels& body, int resolution, const Positions& points) {
  return LatticeBuilder(body, resolution).build(points);
}

}  // namespace descant

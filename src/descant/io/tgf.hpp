// io/tgf.hpp: `.tgf` skeletons.
//
//   index x y z      joints
//   #
//   i j is_bone is_pseudo is_cage      edges between joints; missing columns are 0
//   #

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "descant/animation/handle.hpp"
#include "descant/core/types.hpp"

namespace descant {

/// An edge between two joints, 0-based in file order. A bone runs from `tail` to `head`.
struct TgfEdge {
  int tail = 0, head = 0;
  bool is_bone = false, is_pseudo = false, is_cage = false;
};

struct TgfGraph {
  Positions joints;  ///< num_joints × 3
  std::vector<TgfEdge> edges;
};

/// Throws InputError at `place:line`.
TgfGraph parse_tgf(std::string_view text, const std::string& place);

TgfGraph read_tgf_file(const std::string& path);

/// The graph's handles in ℝᵈ, d = `dim`: point handles (joints on no bone) in joint order, then
/// bones in edge order, named point1 … bone1 …. A bone's parent is the bone whose head is its tail.
/// Throws InputError at `place` where bones form a loop, or two end in the tail of a third.
std::vector<Handle> handles_of(const TgfGraph& graph, int dim, const std::string& place);

}  // namespace descant

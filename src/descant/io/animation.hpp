// io/animation.hpp: the published examples' animation texts. Angles are in degrees.
//
//   Q(r) = R_z(r_z) R_y(r_y) R_x(r_x)
//
//   points, 3D   k frames; the rest pose, then each frame: for each handle t and r
//                x ↦ q x + (t − t_rest)/s + C − q C,  q = Q(r) Q(r_rest)ᵀ
//   bones, 3D    k frames; root t and r at rest, k bones' r at rest; then each frame: root r, root
//   t,
//                k bones' r. A bone turns by A Q(r) Aᵀ about its tail, A = Q(r_rest), carried by
//                its parent; root bones move by (t − t_rest)/s and, if several, also turn with the
//                root
//   plane, 2D    frames k; frames + 1 rows of k × (t_x t_y θ), the first at rest. Turn by θ −
//   θ_rest
//                about the tail; roots and points then move by (t − t_rest)/s

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "descant/animation/handle_track.hpp"

namespace descant {

/// How a text's own units become the handles'.
struct AnimationUnits {
  double scale = 1;  ///< s, the normalisation of the mesh
  double fps = 30;   ///< frame f stands at f/fps [s]
};

/// One track a handle, in normalised coordinates; one key a frame, the rest pose not among them.
/// `handles` are those the text moves, in its order. Throw InputError at `place:line`.
std::vector<HandleTrack> parse_point_animation(std::string_view text, const std::string& place,
                                               const std::vector<Handle>& handles,
                                               const AnimationUnits& units);
std::vector<HandleTrack> parse_bone_animation(std::string_view text, const std::string& place,
                                              const std::vector<Handle>& handles,
                                              const AnimationUnits& units);
std::vector<HandleTrack> parse_plane_animation(std::string_view text, const std::string& place,
                                               const std::vector<Handle>& handles,
                                               const AnimationUnits& units);

/// Affine maps given directly: `table` has a row a frame; handle i, output coordinate a, affine
/// column c stands in column i + k(a + d·c). Throws InputError at `place`.
ParamTrack affine_samples(const Matrix& table, const std::string& place,
                          const std::vector<Handle>& handles, double fps);

}  // namespace descant

// fuzz/animation.cpp: any bytes as an animation of two handles; the first says in which format.

#include "descant/io/animation.hpp"

#include "descant/io/dmat.hpp"
#include "fuzz.hpp"

namespace descant::fuzz {

std::vector<Handle> handles_in(int dim, int parent) {
  const Vector tail = Vector::Zero(dim), head = Vector::Ones(dim);
  return {{"a", tail, head, -1}, {"b", head, tail, parent}};
}

void require_usable(const std::vector<HandleTrack>& tracks) {
  for (const HandleTrack& track : tracks) {
    const auto keys = static_cast<Index>(track.times.size());
    require(keys > 0 && track.translations.rows() == keys && track.rotations.rows() == keys);
    require(track.translations.allFinite() && track.rotations.allFinite());
  }
}

void animation(std::string_view text) {
  const AnimationUnits units{.scale = 0.5, .fps = 24};
  const char kind = text.empty() ? 'p' : text[0];
  text.remove_prefix(text.empty() ? 0 : 1);
  if (kind == 'p') require_usable(parse_point_animation(text, "a.txt", handles_in(3, -1), units));
  if (kind == 'r') require_usable(parse_bone_animation(text, "a.txt", handles_in(3, -1), units));
  if (kind == 'b') require_usable(parse_bone_animation(text, "a.txt", handles_in(3, 0), units));
  if (kind == '2') require_usable(parse_plane_animation(text, "a.txt", handles_in(2, 0), units));
  if (kind == 't')
    require(affine_samples(parse_dmat(text, "t.dmat"), "t.dmat", handles_in(2, -1), 24)
                .samples.allFinite());
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::animation)

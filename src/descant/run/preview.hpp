// run/preview.hpp: pictures of a body in motion, drawn without a graphics card.
//
// Orthographic, y up; bodies in space are seen from a little above and to the right. The body is
// drawn over a pale ghost of where the rig alone would have it, and turns from blue to orange where
// the secondary motion is large. The frame of the picture is the same for the whole clip.

#pragma once

#include "descant/core/types.hpp"
#include "descant/io/png.hpp"

namespace descant {

/// One frame of a body. All sizes are of the shown vertices.
struct PreviewShape {
  Positions body;   ///< v×d
  Positions ghost;  ///< v×d
  Vector heat;      ///< v, 0 … 1: how much of the secondary motion
};

class Preview {
 public:
  explicit Preview(Elements triangles) : triangles_(std::move(triangles)) {}

  /// Widens the picture until these points are in it. Call for every frame before drawing.
  void include(const Positions& points);

  Picture draw(const PreviewShape& shape) const;

 private:
  Elements triangles_;
  Eigen::Vector2d low_ = Eigen::Vector2d::Constant(1e300), high_ = -low_;
};

}  // namespace descant

// examples/figure.hpp: what built-in characters are made of: shells, joints, weights and motion.
//
// Characters stand on y = 0 and look along +z; x is their left. Joints have no rotation at rest, so
// that turns are about the axes of the world.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "descant/examples/glb_builder.hpp"
#include "descant/mesh/lattice.hpp"

namespace descant {

using Point = Eigen::Vector3d;

/// A closed surface with smooth normals.
struct Shell {
  Positions positions, normals;  ///< s×3
  Elements triangles;
};

/// The surface where `distance` is zero, inside the box from `low` to `high`: triangles of about
/// the size of `cell` [m], evened out.
Shell shell_of(const Distance& distance, const Point& low, const Point& high, double cell);

/// An ellipsoid, `rings` rings from pole to pole.
Shell ellipsoid_shell(const Point& centre, const Point& radii, int rings);

/// Colour as it is named on the web, 0xRRGGBB, as linear light.
Eigen::Vector3d web_colour(unsigned rgb);

/// Colours of a shell's points, each by its position.
PartLook painted(const Shell& shell, const std::function<Eigen::Vector3d(const Point&)>& colour);
PartLook plain(const Shell& shell, unsigned rgb, double roughness);

/// A joint that carries a segment of the body.
struct Bone {
  std::string name;
  std::string parent;      ///< empty for the first
  Point tail, head;        ///< it turns about its tail; the segment ends at its head
  double thickness = 0.1;  ///< of the limb around it [m]
};

/// A character that grows: nodes, then parts, then clips.
class Figure {
 public:
  explicit Figure(const std::string& name) { figure_.character.name = name; }

  /// A skeleton of bones, under a node of its own. Called at most once.
  void add_skeleton(const std::vector<Bone>& bones);

  /// A node; `parent` is empty for a root.
  int add_node(const std::string& name, const std::string& parent, const Point& translation);

  /// A mesh that hangs on a node, or on the skin.
  int add_mesh(const std::string& name, const std::string& node);
  int add_skinned_mesh(const std::string& name);

  /// A part of a mesh that follows its node.
  void add_part(int mesh, const Shell& shell, const PartLook& look);
  /// A part that follows all bones near it, smoothly.
  void add_soft_part(int mesh, const Shell& shell, const PartLook& look);
  /// A part that follows one bone.
  void add_stiff_part(int mesh, const Shell& shell, const PartLook& look, const std::string& bone);

  /// A morph target: where it takes a point of the mesh.
  void add_target(int mesh, const std::string& name,
                  const std::function<Point(const Point&)>& moved);

  void add_clip(const std::string& name, double seconds);

  /// Channels of the last clip, sampled 30 times a second: turns [degrees], moves from rest [m],
  /// and morph weights, each a function of time [s].
  void turn(const std::string& node, const std::function<Point(double)>& degrees);
  void move(const std::string& node, const std::function<Point(double)>& metres);
  void weigh(const std::string& node, const std::function<Vector(double)>& weights);

  DressedCharacter take() { return std::move(figure_); }

 private:
  int node_named(const std::string& name) const;
  Channel& new_channel(const std::string& node, ChannelPath path, int width);

  DressedCharacter figure_;
  std::vector<Bone> bones_;
};

/// A smooth curve through (time, value) pairs, held outside them.
struct CurvePoint {
  double time, value;
};
double curve(const std::vector<CurvePoint>& points, double time);

}  // namespace descant

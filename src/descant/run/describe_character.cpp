// run/describe_character.cpp: what is in a character: meshes, skins, clips.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "descant/mesh/surface.hpp"
#include "descant/run/describe.hpp"
#include "descant/scene/character_pose.hpp"

namespace descant {

namespace {

constexpr std::size_t most_names = 12;

// A name on one line, without what a terminal would obey.
std::string plain(std::string name) {
  for (char& c : name)
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = '?';
  return name;
}

// What a thing is called, or its number.
std::string name_or_number(const std::string& name, const char* kind, std::size_t number) {
  return name.empty() ? fmt::format("{} {}", kind, number) : plain(name);
}

std::string counted(Index count, const std::string& one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

// "24 targets: smile, frown, …"
std::string counted(const std::vector<std::string>& names, const std::string& one) {
  std::string text = counted(static_cast<Index>(names.size()), one);
  for (std::size_t i = 0; i < names.size() && i < most_names; ++i)
    text += (i ? ", " : ": ") + names[i];
  return text + (names.size() > most_names ? ", …" : "");
}

// All parts of a mesh, in its own space.
Surface whole_surface(const CharacterMesh& mesh) {
  Index num_vertices = 0, num_triangles = 0;
  for (const SurfacePart& part : mesh.parts) {
    num_vertices += part.positions.rows();
    num_triangles += part.triangles.rows();
  }
  Surface surface{Positions(num_vertices, 3), Elements(num_triangles, 3)};
  Index vertex = 0, triangle = 0;
  for (const SurfacePart& part : mesh.parts) {
    surface.vertices.middleRows(vertex, part.positions.rows()) = part.positions;
    surface.triangles.middleRows(triangle, part.triangles.rows()) =
        part.triangles.array() + static_cast<int>(vertex);
    vertex += part.positions.rows();
    triangle += part.triangles.rows();
  }
  return surface;
}

// "closed", or how it is not, seen with the vertices of seams put together.
std::string closedness_text(const Surface& surface) {
  const Surface whole = welded(surface);
  if (whole.triangles.rows() == 0) return "none";
  std::map<std::pair<int, int>, int> uses;
  for (Index t = 0; t < whole.triangles.rows(); ++t) {
    for (int i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(whole.triangles(t, i), whole.triangles(t, (i + 1) % 3));
      ++uses[{low, high}];
    }
  }
  Index num_boundary = 0, num_crowded = 0;
  for (const auto& [edge, count] : uses) {
    num_boundary += count == 1;
    num_crowded += count > 2;
  }
  const std::vector<int> component = surface_components(whole);
  const int num_parts = 1 + *std::max_element(component.begin(), component.end());
  std::string text = num_boundary == 0 ? "closed" : "open";
  if (num_boundary > 0) text += ": " + counted(num_boundary, "boundary edge");
  if (num_crowded > 0)
    text += fmt::format(", {} of three or more triangles", counted(num_crowded, "edge"));
  if (num_parts > 1) text += fmt::format(", {} parts", num_parts);
  return text;
}

std::vector<std::string> target_names(const CharacterMesh& mesh) {
  std::vector<std::string> names;
  for (const std::string& name : mesh.target_names) names.push_back(plain(name));
  const std::size_t num_targets = mesh.parts.empty() ? 0 : mesh.parts.front().targets.size();
  for (std::size_t k = names.size(); k < num_targets; ++k)
    names.push_back(fmt::format("target {}", k));
  return names;
}

std::vector<int> nodes_showing(const Character& character, std::size_t mesh) {
  std::vector<int> nodes;
  for (std::size_t n = 0; n < character.nodes.size(); ++n)
    if (character.nodes[n].mesh == static_cast<int>(mesh)) nodes.push_back(static_cast<int>(n));
  return nodes;
}

std::string mesh_text(const Character& character, const CharacterPose& rest, std::size_t number) {
  const CharacterMesh& mesh = character.meshes[number];
  const Surface surface = whole_surface(mesh);
  const std::vector<int> nodes = nodes_showing(character, number);
  std::string text = fmt::format("mesh {}\n  shown by    ",
                                 mesh.name.empty() ? std::to_string(number) : plain(mesh.name));
  for (std::size_t i = 0; i < nodes.size() && i < most_names; ++i) {
    const auto number_of_node = static_cast<std::size_t>(nodes[i]);
    const CharacterNode& node = character.nodes[number_of_node];
    text += (i ? ", " : "") + name_or_number(node.name, "node", number_of_node);
    if (node.skin < 0) continue;
    const auto skin = static_cast<std::size_t>(node.skin);
    text += " (" + name_or_number(character.skins[skin].name, "skin", skin) + ")";
  }
  text += nodes.empty() ? "no node\n" : nodes.size() > most_names ? ", …\n" : "\n";
  text += fmt::format("  vertices    {}\n  triangles   {}\n", surface.vertices.rows(),
                      surface.triangles.rows());
  text += fmt::format("  surface     {}\n", closedness_text(surface));
  if (!nodes.empty())
    text += fmt::format("  box         {}\n", box_text(posed_surfaces(character, rest, nodes)));
  const std::vector<std::string> targets = target_names(mesh);
  return text +
         (targets.empty() ? "" : fmt::format("  morphs      {}\n", counted(targets, "target")));
}

// "  hip         24 joints: …": a line of a list.
std::string list_line(const std::string& name, const std::string& about) {
  return fmt::format("  {:<11} {}\n", name, about);
}

std::string skins_text(const Character& character) {
  std::string text = character.skins.empty() ? "" : "skins\n";
  for (std::size_t s = 0; s < character.skins.size() && s < most_names; ++s) {
    const Skin& skin = character.skins[s];
    std::vector<std::string> joints;
    for (const int joint : skin.joints) {
      const auto node = static_cast<std::size_t>(joint);
      joints.push_back(name_or_number(character.nodes[node].name, "node", node));
    }
    text += list_line(name_or_number(skin.name, "skin", s), all_named(joints, "joint"));
  }
  if (character.skins.size() > most_names)
    text += fmt::format("  and {} more\n", character.skins.size() - most_names);
  return text;
}

std::string clips_text(const Character& character) {
  constexpr std::array<const char*, 4> paths = {"translation", "rotation", "scale", "weights"};
  std::string text = character.clips.empty() ? "" : "clips\n";
  for (std::size_t c = 0; c < character.clips.size(); ++c) {
    const CharacterClip& clip = character.clips[c];
    std::array<int, 4> counts{};
    for (const Channel& channel : clip.channels) ++counts[static_cast<std::size_t>(channel.path)];
    std::string about = fmt::format("{:.6g} s; tracks:", clip.duration);
    for (std::size_t path = 0; path < paths.size(); ++path)
      if (counts[path] > 0)
        about +=
            fmt::format("{} {} {}", about.ends_with(":") ? "" : ",", counts[path], paths[path]);
    text += list_line(name_or_number(clip.name, "clip", c), about);
  }
  return text;
}

}  // namespace

std::string character_text(const Character& character) {
  std::vector<int> nodes;
  Index num_triangles = 0;
  std::set<int> joints;
  for (std::size_t n = 0; n < character.nodes.size(); ++n) {
    if (character.nodes[n].mesh < 0) continue;
    nodes.push_back(static_cast<int>(n));
    const auto mesh = static_cast<std::size_t>(character.nodes[n].mesh);
    for (const SurfacePart& part : character.meshes[mesh].parts)
      num_triangles += part.triangles.rows();
  }
  for (const Skin& skin : character.skins) joints.insert(skin.joints.begin(), skin.joints.end());
  const CharacterPose rest = rest_pose(character);
  const Positions shown = posed_surfaces(character, rest, nodes);
  const double diagonal =
      shown.rows() > 0 ? (shown.colwise().maxCoeff() - shown.colwise().minCoeff()).norm() : 0;

  std::string text = fmt::format("character {}\n", plain(character.name));
  text += fmt::format("  vertices    {}\n  triangles   {}\n", shown.rows(), num_triangles);
  text +=
      fmt::format("  joints      {}\n  clips       {}\n", joints.size(), character.clips.size());
  text += fmt::format("  box         {}, diagonal {:.6g}\n", box_text(shown), diagonal);
  for (std::size_t m = 0; m < character.meshes.size(); ++m) text += mesh_text(character, rest, m);
  return text + skins_text(character) + clips_text(character);
}

}  // namespace descant

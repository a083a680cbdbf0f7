// io/tgf.cpp: `.tgf` skeletons.

#include "descant/io/tgf.hpp"

#include <array>
#include <unordered_map>

#include "descant/core/error.hpp"
#include "descant/io/file.hpp"
#include "descant/io/text.hpp"

namespace descant {

namespace {

// Numbers joints by the index they carry in the file.
using JointNumbers = std::unordered_map<std::int64_t, int>;

void read_joint(std::string_view line, const TextCursor& cursor, JointNumbers& numbers,
                std::vector<double>& coordinates) {
  std::string_view word = take_word(line);
  std::int64_t index = 0;
  if (!read_integer(word, index))
    cursor.fail("expected a joint number, found " + shown(word), "Write 'index x y z'");
  const int number = static_cast<int>(numbers.size());
  if (!numbers.emplace(index, number).second)
    cursor.fail("joint " + std::to_string(index) + " is given twice", "Number joints 1, 2, 3, …");

  // z may be left out in the plane
  for (int a = 0; a < 3; ++a) {
    word = take_word(line);
    double value = 0;
    if (!(a == 2 && word.empty()) && !read_number(word, value))
      cursor.fail("expected a finite joint coordinate, found " + shown(word),
                  "Write 'index x y z'");
    coordinates.push_back(value);
  }
}

int read_edge_end(std::string_view& line, const TextCursor& cursor, const JointNumbers& numbers) {
  const std::string_view word = take_word(line);
  std::int64_t index = 0;
  if (!read_integer(word, index))
    cursor.fail("expected a joint number, found " + shown(word), "Write 'i j is_bone'");
  const auto found = numbers.find(index);
  if (found == numbers.end())
    cursor.fail("there is no joint " + std::to_string(index), "Joints stand before the first '#'");
  return found->second;
}

TgfEdge read_edge(std::string_view line, const TextCursor& cursor, const JointNumbers& numbers) {
  TgfEdge edge;
  edge.tail = read_edge_end(line, cursor, numbers);
  edge.head = read_edge_end(line, cursor, numbers);
  std::array<bool, 3> flags{};
  for (bool& flag : flags) {
    const std::string_view word = take_word(line);
    if (word.empty()) break;
    if (word != "0" && word != "1")
      cursor.fail("expected 0 or 1 for an edge's kind, found " + shown(word),
                  "Write 'i j is_bone is_pseudo is_cage'");
    flag = word == "1";
  }
  edge.is_bone = flags[0];
  edge.is_pseudo = flags[1];
  edge.is_cage = flags[2];
  if (edge.tail == edge.head) cursor.fail("an edge joins a joint to itself", "Remove it");
  return edge;
}

// Throws where following parents from any handle never ends.
void expect_no_loop(const std::vector<Handle>& handles, const std::string& place) {
  std::vector<int> seen_from(handles.size(), -1);
  for (std::size_t start = 0; start < handles.size(); ++start) {
    int at = static_cast<int>(start);
    while (at >= 0 && seen_from[at] < 0) {
      seen_from[at] = static_cast<int>(start);
      at = handles[at].parent;
    }
    if (at >= 0 && seen_from[at] == static_cast<int>(start))
      throw InputError(place, handles[at].name + " is its own ancestor: the bones form a loop",
                       "Turn one of them around");
  }
}

}  // namespace

TgfGraph parse_tgf(std::string_view text, const std::string& place) {
  TextCursor cursor(text, place);
  JointNumbers numbers;
  std::vector<double> coordinates;
  std::vector<TgfEdge> edges;
  for (int part = 0; cursor.has_line() && part < 2;) {
    const std::string_view line = cursor.line();
    std::string_view rest = line;
    const std::string_view first = take_word(rest);
    if (first.empty()) continue;
    if (first[0] == '#') {
      ++part;
    } else if (part == 0) {
      read_joint(line, cursor, numbers, coordinates);
    } else {
      edges.push_back(read_edge(line, cursor, numbers));
    }
  }
  if (coordinates.empty())
    throw InputError(place, "the skeleton has no joints", "Write 'index x y z' lines");

  TgfGraph graph;
  graph.joints = Eigen::Map<const Positions>(coordinates.data(),
                                             static_cast<Index>(coordinates.size() / 3), 3);
  graph.edges = std::move(edges);
  return graph;
}

TgfGraph read_tgf_file(const std::string& path) { return parse_tgf(read_file(path), path); }

std::vector<Handle> handles_of(const TgfGraph& graph, int dim, const std::string& place) {
  std::vector<bool> on_bone(static_cast<std::size_t>(graph.joints.rows()), false);
  for (const TgfEdge& edge : graph.edges)
    if (edge.is_bone) on_bone[edge.tail] = on_bone[edge.head] = true;
  const auto joint = [&](int j) -> Vector { return graph.joints.row(j).head(dim).transpose(); };

  // points first
  std::vector<Handle> handles;
  for (int j = 0; j < graph.joints.rows(); ++j)
    if (!on_bone[j])
      handles.push_back({"point" + std::to_string(handles.size() + 1), joint(j), Vector(), -1});
  const std::size_t num_points = handles.size();

  // then bones, remembering which one ends where
  std::vector<std::vector<int>> ending_at(on_bone.size());
  for (const TgfEdge& edge : graph.edges) {
    if (!edge.is_bone) continue;
    ending_at[edge.head].push_back(static_cast<int>(handles.size()));
    handles.push_back({"bone" + std::to_string(handles.size() - num_points + 1), joint(edge.tail),
                       joint(edge.head), -1});
  }
  std::size_t bone = num_points;
  for (const TgfEdge& edge : graph.edges) {
    if (!edge.is_bone) continue;
    const std::vector<int>& parents = ending_at[edge.tail];
    if (parents.size() > 1)
      throw InputError(place,
                       handles[parents[0]].name + " and " + handles[parents[1]].name +
                           " both end where " + handles[bone].name + " starts",
                       "A bone has one parent: turn one of them around");
    if (!parents.empty()) handles[bone].parent = parents[0];
    ++bone;
  }
  expect_no_loop(handles, place);
  return handles;
}

}  // namespace descant

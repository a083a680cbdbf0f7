// io/obj.cpp: Wavefront OBJ surfaces.

#include "descant/io/obj.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <vector>

#include "descant/core/error.hpp"
#include "descant/io/file.hpp"
#include "descant/io/text.hpp"

namespace descant {

namespace {

// What an OBJ text has said so far.
struct Contents {
  std::vector<double> coordinates;            // x y z of every vertex
  std::vector<std::array<int, 3>> triangles;  // 0-based
  std::vector<int> polygon;                   // corners of the face at hand
  int largest = -1;                           // vertex number, 0-based
  std::size_t largest_at = 0;                 // where it stands

  std::int64_t num_vertices() const { return static_cast<std::int64_t>(coordinates.size() / 3); }
};

void read_vertex(std::string_view line, const TextCursor& cursor, Contents& contents) {
  for (int a = 0; a < 3; ++a) {
    const std::string_view word = take_word(line);
    double value = 0;
    if (!read_number(word, value))
      cursor.fail("expected three finite coordinates after 'v', found " + shown(word),
                  "Write 'v x y z'");
    contents.coordinates.push_back(value);
  }
}

// The 0-based vertex a corner such as 3, 3/1 or -1//2 stands for.
int corner_vertex(std::string_view word, const TextCursor& cursor, const Contents& contents) {
  std::int64_t number = 0;
  if (!read_integer(word.substr(0, word.find('/')), number))
    cursor.fail("expected a face corner, found " + shown(word),
                "Write 'f 1 2 3' or 'f 1/1 2/2 3/3'");
  const std::int64_t n = contents.num_vertices();
  if (number < -n || number == 0 || number > std::numeric_limits<int>::max())
    cursor.fail(fmt::format("there is no vertex {}: the file has {} so far", number, n),
                "Vertices are numbered from 1, or from -1 backwards");
  return static_cast<int>(number > 0 ? number - 1 : n + number);
}

void read_face(std::string_view line, const TextCursor& cursor, Contents& contents) {
  std::vector<int>& polygon = contents.polygon;
  polygon.clear();
  for (std::string_view word = take_word(line); !word.empty() && word[0] != '#';
       word = take_word(line)) {
    const int vertex = corner_vertex(word, cursor, contents);
    if (vertex > contents.largest) {
      contents.largest = vertex;
      contents.largest_at = cursor.offset();
    }
    polygon.push_back(vertex);
  }
  if (polygon.size() < 3)
    cursor.fail(fmt::format("a face needs three corners, this one has {}", polygon.size()),
                "Write 'f 1 2 3'");
  for (std::size_t c = 2; c < polygon.size(); ++c)
    contents.triangles.push_back({polygon[0], polygon[c - 1], polygon[c]});
}

}  // namespace

Surface parse_obj(std::string_view text, const std::string& place) {
  TextCursor cursor(text, place);
  Contents contents;
  while (cursor.has_line()) {
    std::string_view line = cursor.line();
    const std::string_view keyword = take_word(line);
    if (keyword == "v") read_vertex(line, cursor, contents);
    if (keyword == "f") read_face(line, cursor, contents);
  }

  // faces may come before their vertices, so look back only now
  const std::int64_t n = contents.num_vertices();
  if (n == 0) throw InputError(place, "the surface has no vertices", "Write 'v x y z' lines");
  if (contents.triangles.empty())
    throw InputError(place, "the surface has no faces", "Write 'f a b c' lines");
  if (contents.largest >= n)
    throw InputError(cursor.at(contents.largest_at),
                     fmt::format("there is no vertex {}: the file has {}", contents.largest + 1, n),
                     "Vertices are numbered from 1");

  Surface surface;
  surface.vertices = Eigen::Map<const Positions>(contents.coordinates.data(), n, 3);
  surface.triangles = Eigen::Map<const Elements>(contents.triangles.front().data(),
                                                 static_cast<Index>(contents.triangles.size()), 3);
  return surface;
}

Surface read_obj_file(const std::string& path) { return parse_obj(read_file(path), path); }

Mesh planar_mesh(const Surface& surface, const std::string& place) {
  const Positions& vertices = surface.vertices;
  for (Index i = 1; i < vertices.rows(); ++i)
    if (vertices(i, 2) != vertices(0, 2))
      throw InputError(place,
                       fmt::format("is not flat: vertex {} has z = {}, vertex 1 has {}", i + 1,
                                   vertices(i, 2), vertices(0, 2)),
                       "A plane body needs one z; a solid one needs a tetrahedral .mesh");
  return {vertices.leftCols(2), surface.triangles};
}

std::string obj_text(const Positions& vertices, const Elements& triangles) {
  fmt::memory_buffer out;
  const auto sink = std::back_inserter(out);
  for (Index i = 0; i < vertices.rows(); ++i)
    fmt::format_to(sink, "v {} {} {}\n", vertices(i, 0), vertices(i, 1),
                   vertices.cols() > 2 ? vertices(i, 2) : 0.0);
  for (Index t = 0; t < triangles.rows(); ++t)
    fmt::format_to(sink, "f {} {} {}\n", triangles(t, 0) + 1, triangles(t, 1) + 1,
                   triangles(t, 2) + 1);
  return fmt::to_string(out);
}

void write_obj_file(const std::string& path, const Positions& vertices, const Elements& triangles) {
  write_file(path, obj_text(vertices, triangles));
}

}  // namespace descant

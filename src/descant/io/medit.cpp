// io/medit.cpp: Medit ASCII `.mesh` files.

#include "descant/io/medit.hpp"

#include <fmt/format.h>

#include <cctype>
#include <limits>
#include <optional>

#include "descant/core/error.hpp"
#include "descant/io/file.hpp"
#include "descant/io/text.hpp"

namespace descant {

namespace {

// What a file has said so far.
struct Sections {
  int dim = 0;  // 0 until Dimension is found
  std::optional<Positions> vertices;
  Elements triangles, tetrahedra;  // 1-based
  std::size_t largest_at = 0;      // where the largest vertex number stands
  int largest = 0;
};

bool is_keyword(std::string_view word) {
  return !word.empty() && std::isalpha(static_cast<unsigned char>(word[0]));
}

int read_dimension(TextCursor& cursor) {
  const std::int64_t dim = cursor.integer("the dimension");
  if (dim != 2 && dim != 3) cursor.fail("Dimension is neither 2 nor 3", "Write 'Dimension 3'");
  return static_cast<int>(dim);
}

// The dimension, wherever in the rest of the file it stands.
int dimension_ahead(TextCursor cursor) {
  const std::string place = cursor.here();
  for (std::string_view word = cursor.word(); !word.empty(); word = cursor.word())
    if (word == "Dimension") return read_dimension(cursor);
  throw InputError(place, "the file has no Dimension", "Write 'Dimension 3' before the vertices");
}

Positions read_vertices(TextCursor& cursor, int dim) {
  const Index n = cursor.count("the number of vertices", dim + 1);
  Positions vertices(n, dim);
  for (Index i = 0; i < n; ++i) {
    for (int a = 0; a < dim; ++a) vertices(i, a) = cursor.number("a coordinate");
    cursor.number("a vertex's reference");
  }
  return vertices;
}

Elements read_elements(TextCursor& cursor, int corners, const char* what, Sections& sections) {
  const Index count = cursor.count(what, corners + 1);
  Elements elements(count, corners);
  for (Index e = 0; e < count; ++e) {
    for (int c = 0; c < corners; ++c) {
      const std::int64_t vertex = cursor.integer("a vertex number");
      if (vertex < 1 || vertex > std::numeric_limits<int>::max())
        cursor.fail(fmt::format("there is no vertex {}", vertex), "Vertices are numbered from 1");
      if (vertex > sections.largest) {
        sections.largest = static_cast<int>(vertex);
        sections.largest_at = cursor.offset();
      }
      elements(e, c) = static_cast<int>(vertex);
    }
    cursor.number("an element's reference");
  }
  return elements;
}

// Reads one section whose keyword is `word`.
void read_section(std::string_view word, TextCursor& cursor, Sections& sections) {
  if (word == "MeshVersionFormatted") {
    const std::int64_t version = cursor.integer("the format version");
    if (version < 1 || version > 4)
      cursor.fail("MeshVersionFormatted is not 1, 2, 3 or 4", "Save the mesh as ASCII Medit");
  } else if (word == "Dimension") {
    const int dim = read_dimension(cursor);
    if (sections.dim != 0 && sections.dim != dim) cursor.fail("Dimension is given twice");
    sections.dim = dim;
  } else if (word == "Vertices") {
    if (sections.vertices) cursor.fail("there are two Vertices sections", "Keep one");
    if (sections.dim == 0) sections.dim = dimension_ahead(cursor);
    sections.vertices = read_vertices(cursor, sections.dim);
  } else if (word == "Tetrahedra") {
    if (sections.tetrahedra.size() > 0) cursor.fail("there are two Tetrahedra sections");
    sections.tetrahedra = read_elements(cursor, 4, "the number of tetrahedra", sections);
  } else if (word == "Triangles") {
    if (sections.triangles.size() > 0) cursor.fail("there are two Triangles sections");
    sections.triangles = read_elements(cursor, 3, "the number of triangles", sections);
  }
}

// The mesh the sections describe.
Mesh assemble(Sections sections, const TextCursor& cursor, const std::string& place) {
  if (!sections.vertices || sections.vertices->rows() == 0)
    throw InputError(place, "the mesh has no vertices", "Export it with its vertices");
  if (sections.largest > sections.vertices->rows())
    throw InputError(cursor.at(sections.largest_at),
                     fmt::format("there is no vertex {}: the file has {}", sections.largest,
                                 sections.vertices->rows()),
                     "Vertices are numbered from 1");

  Mesh mesh;
  if (sections.tetrahedra.rows() > 0) {
    if (sections.dim != 3)
      throw InputError(place, "has tetrahedra in Dimension 2", "Write 'Dimension 3'");
    mesh.vertices = std::move(*sections.vertices);
    mesh.elements = std::move(sections.tetrahedra);
  } else if (sections.triangles.rows() > 0) {
    const Positions& vertices = *sections.vertices;
    if (sections.dim == 3 && (vertices.col(2).array() != vertices(0, 2)).any())
      throw InputError(place, "is a surface in space, without tetrahedra",
                       "Give a tetrahedral mesh, or a flat one with equal z");
    mesh.vertices = vertices.leftCols(2);
    mesh.elements = std::move(sections.triangles);
  } else {
    throw InputError(place, "the mesh has neither tetrahedra nor triangles",
                     "Export it with its elements");
  }
  mesh.elements.array() -= 1;
  return mesh;
}

}  // namespace

Mesh parse_medit(std::string_view text, const std::string& place) {
  TextCursor cursor(text, place, '#');
  Sections sections;
  bool known_any = false;
  for (std::string_view word = cursor.word(); !word.empty() && word != "End";
       word = cursor.word()) {
    // numbers here belong to a section we do not know
    if (!is_keyword(word) && !known_any)
      cursor.fail("expected a Medit keyword, found " + shown(word),
                  "An ASCII .mesh file starts with 'MeshVersionFormatted 1'");
    known_any = true;
    read_section(word, cursor, sections);
  }
  return assemble(std::move(sections), cursor, place);
}

Mesh read_medit_file(const std::string& path) { return parse_medit(read_file(path), path); }

std::string medit_text(const Mesh& mesh) {
  fmt::memory_buffer out;
  const auto sink = std::back_inserter(out);
  fmt::format_to(sink, "MeshVersionFormatted 2\nDimension {}\nVertices\n{}\n", mesh.dim(),
                 mesh.num_vertices());
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    for (int a = 0; a < mesh.dim(); ++a) fmt::format_to(sink, "{} ", mesh.vertices(i, a));
    fmt::format_to(sink, "0\n");
  }
  fmt::format_to(sink, "{}\n{}\n", mesh.dim() == 3 ? "Tetrahedra" : "Triangles",
                 mesh.num_elements());
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    for (Index c = 0; c < mesh.elements.cols(); ++c)
      fmt::format_to(sink, "{} ", mesh.elements(e, c) + 1);
    fmt::format_to(sink, "0\n");
  }
  fmt::format_to(sink, "End\n");
  return fmt::to_string(out);
}

void write_medit_file(const std::string& path, const Mesh& mesh) {
  write_file(path, medit_text(mesh));
}

}  // namespace descant

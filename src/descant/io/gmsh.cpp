// io/gmsh.cpp: one reader for two versions and two encodings.
//
// A section `$Name … $EndName` is either one of ours or skipped. Counts in the file are never
// trusted with memory: lists grow as items are read.

#include "descant/io/gmsh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <unordered_map>
#include <vector>

#include "descant/core/error.hpp"
#include "descant/io/file.hpp"
#include "descant/io/text.hpp"

namespace descant {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// Reads words, and numbers as text or as bytes.
class GmshCursor {
 public:
  GmshCursor(std::string_view bytes, std::string place) : bytes_(bytes), place_(std::move(place)) {}

  void be_binary() { is_binary_ = true; }

  std::string_view word() {
    while (next_ < bytes_.size() && is_space(bytes_[next_])) ++next_;
    last_ = next_;
    while (next_ < bytes_.size() && !is_space(bytes_[next_])) ++next_;
    return bytes_.substr(last_, next_ - last_);
  }

  /// Passes the end of the line that a text part ends with, before bytes follow.
  void end_line() {
    while (next_ < bytes_.size() && bytes_[next_] != '\n') ++next_;
    if (next_ < bytes_.size()) ++next_;
  }

  double number(const char* what) {
    double value = 0;
    if (is_binary_) {
      value = raw<double>(what);
    } else if (!read_number(word(), value)) {
      fail(fmt::format("{} is missing or not a number", what));
    }
    if (!std::isfinite(value)) fail(fmt::format("{} is not finite", what));
    return value;
  }

  std::int64_t integer(const char* what) {
    return is_binary_ ? raw<std::int32_t>(what) : text_integer(what);
  }

  /// A count or a tag of version 4: 8 bytes where it is binary.
  std::int64_t size(const char* what) {
    const std::int64_t value = is_binary_ ? raw<std::int64_t>(what) : text_integer(what);
    if (value < 0) fail(fmt::format("{} is negative", what));
    return value;
  }

  std::int64_t text_integer(const char* what) {
    std::int64_t value = 0;
    if (!read_integer(word(), value)) fail(fmt::format("{} is missing or not whole", what));
    return value;
  }

  /// Goes on behind `mark`; false where there is none.
  bool skip_past(const std::string& mark) {
    const std::size_t found = bytes_.find(mark, next_);
    if (found == std::string_view::npos) return false;
    next_ = found + mark.size();
    return true;
  }

  [[noreturn]] void fail(const std::string& what, const std::string& remedy = {}) const {
    const auto end = bytes_.begin() + static_cast<std::ptrdiff_t>(std::min(last_, bytes_.size()));
    const std::string at =
        is_binary_ ? fmt::format("{}: byte {}", place_, last_)
                   : fmt::format("{}:{}", place_, 1 + std::count(bytes_.begin(), end, '\n'));
    throw InputError(at, what, remedy.empty() ? "Export the mesh from Gmsh again" : remedy);
  }

 private:
  template <class T>
  T raw(const char* what) {
    last_ = next_;
    if (bytes_.size() - next_ < sizeof(T)) fail(fmt::format("the file ends before {}", what));
    T value;
    std::memcpy(&value, bytes_.data() + next_, sizeof(T));
    next_ += sizeof(T);
    return value;
  }

  std::string_view bytes_;
  std::string place_;
  bool is_binary_ = false;
  std::size_t next_ = 0, last_ = 0;
};

/// Nodes of an element of each type, 0 for those Gmsh does not have or we do not know.
constexpr std::array<int, 32> nodes_of_type = {0,  2,  3,  4,  4, 8, 6,  5,  3,  6, 9,
                                               10, 27, 18, 14, 1, 8, 20, 15, 13, 9, 10,
                                               12, 15, 15, 21, 4, 5, 6,  20, 35, 56};

bool is_tetrahedron(std::int64_t type) {
  return type == 4 || type == 11 || (type >= 29 && type <= 31);
}

class GmshReader {
 public:
  GmshReader(std::string_view bytes, const std::string& place)
      : cursor_(bytes, place), place_(place) {}

  Mesh read() {
    read_format();
    for (std::string_view word = cursor_.word(); !word.empty(); word = cursor_.word()) {
      if (word[0] != '$') cursor_.fail(fmt::format("{} is no section", shown(word)));
      const std::string name(word.substr(1));
      if (name == "Nodes") {
        is_old_ ? read_old_nodes() : read_nodes();
      } else if (name == "Elements") {
        is_old_ ? read_old_elements() : read_elements();
      }
      if (!cursor_.skip_past("$End" + name)) {
        cursor_.fail(fmt::format("section {} has no end", shown("$" + name)));
      }
    }
    return assembled();
  }

 private:
  void read_format() {
    if (cursor_.word() != "$MeshFormat") {
      cursor_.fail("is no Gmsh mesh: it does not start with $MeshFormat",
                   "Give a .msh file of version 2.2 or 4.1");
    }
    const std::string_view version = cursor_.word();
    is_old_ = version == "2.2" || version == "2" || version == "2.1";
    if (!is_old_ && version != "4.1") {
      cursor_.fail(fmt::format("version {} is not known", shown(version)),
                   "Save the mesh as version 2.2 or 4.1");
    }
    is_binary_ = cursor_.text_integer("the encoding") == 1;
    if (cursor_.text_integer("the size of a number") != 8) {
      cursor_.fail("numbers are not of 8 bytes", "Save the mesh in double precision");
    }
    if (is_binary_) {
      cursor_.end_line();
      cursor_.be_binary();
      if (cursor_.integer("the mark of the byte order") != 1) {
        cursor_.fail("bytes are in the wrong order", "Save the mesh as text");
      }
    }
    if (!cursor_.skip_past("$EndMeshFormat")) cursor_.fail("section $MeshFormat has no end");
  }

  void add_node(std::int64_t tag) {
    const auto number = static_cast<int>(coordinates_.size() / 3);
    if (!numbers_.emplace(tag, number).second) {
      cursor_.fail(fmt::format("there are two nodes {}", tag));
    }
  }

  void read_place() {
    for (int a = 0; a < 3; ++a) coordinates_.push_back(cursor_.number("a coordinate"));
    if (coordinates_.size() / 3 > std::numeric_limits<int>::max() / 4) {
      cursor_.fail("there are too many nodes");
    }
  }

  void read_old_nodes() {
    const std::int64_t count = cursor_.text_integer("the number of nodes");
    if (is_binary_) cursor_.end_line();
    for (std::int64_t i = 0; i < count; ++i) {
      add_node(cursor_.integer("a node's number"));
      read_place();
    }
  }

  void read_nodes() {
    if (is_binary_) cursor_.end_line();
    const std::int64_t num_blocks = cursor_.size("the number of blocks");
    for (const char* what : {"the number of nodes", "the least tag", "the largest tag"}) {
      cursor_.size(what);
    }
    for (std::int64_t block = 0; block < num_blocks; ++block) {
      const std::int64_t dim = cursor_.integer("a block's dimension");
      cursor_.integer("a block's entity");
      const bool is_parametric = cursor_.integer("whether a block is parametric") != 0;
      const std::int64_t count = cursor_.size("a block's number of nodes");
      if (dim < 0 || dim > 3) cursor_.fail("a block has no dimension from 0 to 3");
      std::vector<std::int64_t> tags;
      for (std::int64_t i = 0; i < count; ++i) tags.push_back(cursor_.size("a node's tag"));
      for (const std::int64_t tag : tags) {
        add_node(tag);
        read_place();
        for (std::int64_t a = 0; is_parametric && a < dim; ++a) cursor_.number("a parameter");
      }
    }
  }

  int num_nodes(std::int64_t type) const {
    const bool is_known = type > 0 && type < static_cast<std::int64_t>(nodes_of_type.size());
    if (!is_known || nodes_of_type[type] == 0) {
      cursor_.fail(fmt::format("elements of type {} are not known", type),
                   "Save the mesh with tetrahedra of first order");
    }
    return nodes_of_type[type];
  }

  /// The nodes of one element; `next` reads a node's number.
  template <class Next>
  void read_element(std::int64_t type, const Next& next) {
    const int count = num_nodes(type);
    for (int k = 0; k < count; ++k) {
      const std::int64_t tag = next();
      if (is_tetrahedron(type) && k < 4) corners_.push_back(tag);
    }
  }

  void read_old_elements() {
    const auto next = [&] { return cursor_.integer("a node of an element"); };
    const std::int64_t count = cursor_.text_integer("the number of elements");
    if (is_binary_) cursor_.end_line();
    for (std::int64_t done = 0; done < count;) {
      if (!is_binary_) cursor_.integer("an element's number");
      const std::int64_t type = cursor_.integer("an element's type");
      const std::int64_t in_block = is_binary_ ? cursor_.integer("a block's size") : 1;
      const std::int64_t num_tags = cursor_.integer("the number of tags");
      if (in_block < 1 || num_tags < 0) cursor_.fail("a block of elements has no size");
      for (std::int64_t e = 0; e < in_block; ++e) {
        if (is_binary_) cursor_.integer("an element's number");
        for (std::int64_t t = 0; t < num_tags; ++t) cursor_.integer("a tag");
        read_element(type, next);
      }
      done += in_block;
    }
  }

  void read_elements() {
    const auto next = [&] { return cursor_.size("a node of an element"); };
    if (is_binary_) cursor_.end_line();
    const std::int64_t num_blocks = cursor_.size("the number of blocks");
    for (const char* what : {"the number of elements", "the least tag", "the largest tag"}) {
      cursor_.size(what);
    }
    for (std::int64_t block = 0; block < num_blocks; ++block) {
      cursor_.integer("a block's dimension");
      cursor_.integer("a block's entity");
      const std::int64_t type = cursor_.integer("a block's type");
      const std::int64_t count = cursor_.size("a block's number of elements");
      for (std::int64_t e = 0; e < count; ++e) {
        cursor_.size("an element's tag");
        read_element(type, next);
      }
    }
  }

  /// The tetrahedra, with the nodes they use in the order of the file.
  Mesh assembled() const {
    if (corners_.empty()) {
      throw InputError(place_, "the mesh has no tetrahedra",
                       "Mesh the volume in Gmsh (3D), and save all elements");
    }
    if (corners_.size() / 4 > static_cast<std::size_t>(std::numeric_limits<int>::max() / 4)) {
      throw InputError(place_, "there are too many tetrahedra", "Make the mesh coarser");
    }
    std::vector<int> corner_node, new_number(coordinates_.size() / 3, -1);
    for (const std::int64_t tag : corners_) {
      const auto found = numbers_.find(tag);
      if (found == numbers_.end()) {
        throw InputError(place_, fmt::format("there is no node {}", tag),
                         "Save the mesh with all its nodes");
      }
      corner_node.push_back(found->second);
      new_number[found->second] = 0;
    }
    int count = 0;
    for (int& number : new_number) number = number < 0 ? -1 : count++;

    Mesh mesh;
    mesh.vertices.resize(count, 3);
    for (std::size_t i = 0; i < new_number.size(); ++i) {
      if (new_number[i] < 0) continue;
      for (int a = 0; a < 3; ++a) mesh.vertices(new_number[i], a) = coordinates_[3 * i + a];
    }
    mesh.elements.resize(static_cast<Index>(corner_node.size() / 4), 4);
    for (std::size_t k = 0; k < corner_node.size(); ++k) {
      mesh.elements.data()[k] = new_number[corner_node[k]];
    }
    return mesh;
  }

  GmshCursor cursor_;
  std::string place_;
  bool is_old_ = false, is_binary_ = false;
  std::unordered_map<std::int64_t, int> numbers_;  ///< of nodes, by tag
  std::vector<double> coordinates_;                ///< 3 a node
  std::vector<std::int64_t> corners_;              ///< 4 tags a tetrahedron
};

}  // namespace

Mesh parse_gmsh(std::string_view bytes, const std::string& place) {
  return GmshReader(bytes, place).read();
}

Mesh read_gmsh_file(const std::string& path) { return parse_gmsh(read_file(path), path); }

}  // namespace descant

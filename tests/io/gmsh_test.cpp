// io/gmsh_test.cpp: Gmsh meshes of both versions and both encodings.

#include "descant/io/gmsh.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "descant/core/error.hpp"
#include "descant/mesh/check.hpp"
#include "support/input_error.hpp"

namespace descant {
namespace {

template <class T>
std::string raw(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <class... T>
std::string ints(T... values) {
  return (raw(static_cast<std::int32_t>(values)) + ...);
}

template <class... T>
std::string sizes(T... values) {
  return (raw(static_cast<std::int64_t>(values)) + ...);
}

std::string point(double x, double y, double z) { return raw(x) + raw(y) + raw(z); }

// two tetrahedra on a common face, a triangle, a node that nobody uses; tags with gaps
const char* const old_text =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n1\n3 1 \"body\"\n$EndPhysicalNames\n"
    "$Nodes\n6\n3 0 0 0\n7 1 0 0\n8 9 9 9\n10 0 1 0\n20 0 0 1\n21 1 1 1\n$EndNodes\n"
    "$Elements\n3\n1 2 2 0 1 3 7 10\n2 4 2 1 1 3 7 10 20\n5 4 0 7 21 10 20\n$EndElements\n";

const char* const new_text =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
    "$Entities\n0 0 0 1\n1 0 0 0 1 1 1 0 0\n$EndEntities\n"
    "$Nodes\n2 6 3 21\n2 1 1 1\n3\n0 0 0 0.5 0.5\n3 1 0 5\n7\n8\n10\n20\n21\n"
    "1 0 0\n9 9 9\n0 1 0\n0 0 1\n1 1 1\n$EndNodes\n"
    "$Elements\n2 3 1 5\n2 1 2 1\n1 3 7 10\n3 1 4 2\n2 3 7 10 20\n5 7 21 10 20\n$EndElements\n";

std::string old_bytes() {
  std::string s = "$MeshFormat\n2.2 1 8\n" + ints(1) + "\n$EndMeshFormat\n$Nodes\n6\n";
  s += ints(3) + point(0, 0, 0) + ints(7) + point(1, 0, 0) + ints(8) + point(9, 9, 9);
  s += ints(10) + point(0, 1, 0) + ints(20) + point(0, 0, 1) + ints(21) + point(1, 1, 1);
  s += "\n$EndNodes\n$Elements\n3\n" + ints(2, 1, 2, 1, 0, 1, 3, 7, 10);
  s += ints(4, 2, 1, 2, 9, 3, 7, 10, 20, 5, 9, 7, 21, 10, 20) + "\n$EndElements\n";
  return s;
}

std::string new_bytes() {
  std::string s = "$MeshFormat\n4.1 1 8\n" + ints(1) + "\n$EndMeshFormat\n$Nodes\n";
  s += sizes(2, 6, 3, 21) + ints(2, 1, 1) + sizes(1, 3) + point(0, 0, 0) + raw(0.5) + raw(0.5);
  s += ints(3, 1, 0) + sizes(5, 7, 8, 10, 20, 21) + point(1, 0, 0) + point(9, 9, 9);
  s += point(0, 1, 0) + point(0, 0, 1) + point(1, 1, 1) + "\n$EndNodes\n$Elements\n";
  s += sizes(2, 3, 1, 5) + ints(2, 1, 2) + sizes(1, 1, 3, 7, 10) + ints(3, 1, 4);
  s += sizes(2, 2, 3, 7, 10, 20, 5, 7, 21, 10, 20) + "\n$EndElements\n";
  return s;
}

class Gmsh : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Encodings, Gmsh,
                         ::testing::Values(old_text, new_text, old_bytes(), new_bytes()));

TEST_P(Gmsh, TetrahedraAndTheirNodes) {
  const Mesh mesh = parse_gmsh(GetParam(), "two.msh");
  Positions vertices(5, 3);
  vertices << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1;
  Elements elements(2, 4);
  elements << 0, 1, 2, 3, 1, 4, 2, 3;
  EXPECT_EQ(mesh.vertices, vertices);
  EXPECT_EQ(mesh.elements, elements);
  EXPECT_NO_THROW(checked(mesh, "two.msh", {}));
}

TEST_P(Gmsh, CutShortAnywhereIsAnInputError) {
  const std::string whole = GetParam();
  for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
    // cut behind the end of a section, what is left may be whole
    try {
      parse_gmsh(whole.substr(0, length), "cut.msh");
      ADD_FAILURE() << length;
    } catch (const InputError& error) {
      EXPECT_EQ(error.place().rfind("cut.msh", 0), 0u);
    }
  }
}

TEST_P(Gmsh, AnyByteChangedIsReadOrTurnedAway) {
  const std::string whole = GetParam();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const char change : {'\x7f', '\0', '9', '-'}) {
      std::string broken = whole;
      broken[i] = change;
      try {
        const Mesh mesh = parse_gmsh(broken, "broken.msh");
        EXPECT_GE(mesh.elements.minCoeff(), 0);
        EXPECT_LT(mesh.elements.maxCoeff(), mesh.num_vertices());
      } catch (const InputError&) {
      }
    }
  }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(GmshErrors, NameThePlace) {
  const auto reading = [](const std::string& text) { return [=] { parse_gmsh(text, "a.msh"); }; };
  expect_input_error(reading("MeshVersionFormatted 1"), "a.msh:1", "$MeshFormat");
  expect_input_error(reading(replaced(old_text, "2.2", "3.0")), "a.msh:2", "version '3.0'");
  expect_input_error(reading(replaced(old_text, "7 1 0 0", "7 1 x 0")), "a.msh:11", "coordinate");
  expect_input_error(reading(replaced(old_text, "7 1 0 0", "3 1 0 0")), "a.msh:11", "two nodes 3");
  expect_input_error(reading(replaced(old_text, "7 1 0 0", "7 inf 0 0")), "a.msh:11", "coordinate");
  expect_input_error(reading(replaced(old_text, "5 4 0 7", "5 4 0 4")), "a.msh", "no node 4");
  expect_input_error(reading(replaced(old_text, "2 4 2", "2 77 2")), "a.msh:20", "type 77");
  expect_input_error(reading(replaced(new_text, "3 1 4 2", "3 1 4 999999999999")), "a.msh:32",
                     "missing or not whole");
  expect_input_error(reading(replaced(old_bytes(), ints(1) + "\n$End", ints(1 << 24) + "\n$End")),
                     "a.msh: byte 20", "wrong order");
  expect_input_error(reading("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"), "a.msh", "no tetrahedra");
}

TEST(GmshErrors, SecondOrderTetrahedraKeepTheirCorners) {
  std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n10\n";
  for (int i = 1; i <= 10; ++i) {
    text += std::to_string(i) + " " + std::to_string(i * i) + " " + std::to_string(i % 3) + " " +
            std::to_string(i % 4) + "\n";
  }
  text += "$EndNodes\n$Elements\n1\n1 11 0 1 2 3 4 5 6 7 8 9 10\n$EndElements\n";
  const Mesh mesh = parse_gmsh(text, "second.msh");
  EXPECT_EQ(mesh.num_vertices(), 4);
  EXPECT_EQ(mesh.elements, (Elements(1, 4) << 0, 1, 2, 3).finished());
}

}  // namespace
}  // namespace descant

// run/preview_test.cpp: a picture shows the body, its ghost, and keeps its frame.

#include "descant/run/preview.hpp"

#include <gtest/gtest.h>

#include "descant/mesh/box.hpp"

namespace descant {
namespace {

struct Colours {
  int paper = 0, grey = 0, coloured = 0;
};

Colours count(const Picture& picture) {
  Colours found;
  for (size_t i = 0; i < picture.rgb.size(); i += 3) {
    const int r = picture.rgb[i], g = picture.rgb[i + 1], b = picture.rgb[i + 2];
    if (r == 255 && g == 255 && b == 255) {
      ++found.paper;
    } else if (std::abs(r - b) < 20) {
      ++found.grey;
    } else {
      ++found.coloured;
    }
  }
  return found;
}

TEST(Preview, ShowsTheBodyOverItsGhost) {
  const Mesh square = box_mesh(Vector{{0, 0}}, Vector{{1, 1}}, {2, 2});
  PreviewShape shape{square.vertices, square.vertices, Vector::Zero(9)};
  shape.body.col(0).array() += 0.5;
  Preview preview(square.elements);
  preview.include(shape.body);
  preview.include(shape.ghost);
  const Picture picture = preview.draw(shape);
  EXPECT_EQ(picture.width, 640);
  const double pixel = 1.5 * 1.12 / 640;  // length of one: the box and its margins
  const Colours found = count(picture);
  // the body covers 1, the ghost sticks out by one half
  EXPECT_NEAR(found.coloured * pixel * pixel, 1, 0.01);
  EXPECT_NEAR(found.grey * pixel * pixel, 0.5, 0.01);
  EXPECT_EQ(found.paper + found.grey + found.coloured, picture.width * picture.height);
}

TEST(Preview, LivelyPartsTurnOrange) {
  const Mesh square = box_mesh(Vector{{0, 0}}, Vector{{1, 1}}, {1, 1});
  Preview preview(square.elements);
  preview.include(square.vertices);
  const auto middle = [&](double heat) {
    const Picture picture =
        preview.draw({square.vertices, square.vertices, Vector::Constant(4, heat)});
    const size_t at = 3 * (size_t(picture.height / 2) * picture.width + picture.width / 2);
    return picture.rgb[at] - picture.rgb[at + 2];  // red − blue
  };
  EXPECT_LT(middle(0), -50);
  EXPECT_GT(middle(1), 50);
}

TEST(Preview, SurvivesPointsThatAreNotFinite) {
  const Mesh square = box_mesh(Vector{{0, 0}}, Vector{{1, 1}}, {1, 1});
  PreviewShape shape{square.vertices, square.vertices, Vector::Zero(4)};
  Preview preview(square.elements);
  preview.include(shape.body);
  shape.body(0, 0) = std::numeric_limits<double>::quiet_NaN();
  shape.body(3, 1) = 1e300;
  EXPECT_EQ(preview.draw(shape).width, 640);
}

TEST(Preview, IsWrittenAsPng) {
  const std::string bytes = png_bytes({2, 1, {255, 0, 0, 0, 0, 255}});
  // the signature, and the header: 2 × 1 pixels of three bytes, neither palette nor interlacing
  using namespace std::string_literals;
  EXPECT_EQ(bytes.substr(0, 29), "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\2\0\0\0\1\x08\2\0\0\0"s);
  EXPECT_EQ(bytes.substr(bytes.size() - 8, 4), "IEND");
}

}  // namespace
}  // namespace descant

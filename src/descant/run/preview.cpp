// run/preview.cpp: a z-buffer rasteriser with smooth shading.
//
//   screen = V x          V turns by −25° about y, then by 18° about x
//   colour = base · (0.5 + 0.6 max(0, (n·l + 0.3)/1.3))      the light reaches a little round the
//   edge

#include "descant/run/preview.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace descant {

namespace {

using Vector2 = Eigen::Vector2d;
using Vector3 = Eigen::Vector3d;
using Points3 = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

constexpr int longest_side = 640;  // pixels
constexpr int samples = 2;         // a pixel, in each direction
constexpr double margin = 0.06;    // of the longest side

const Vector3 paper(1, 1, 1), ghost_colour(0.83, 0.85, 0.88);
const Vector3 calm(0.23, 0.53, 0.69), lively(0.96, 0.55, 0.22);

Points3 seen(const Positions& points) {
  Points3 turned = Points3::Zero(points.rows(), 3);
  if (points.cols() == 2) {
    turned.leftCols(2) = points;
    return turned;
  }
  const double degree = std::numbers::pi / 180;
  const Eigen::Matrix3d V = (Eigen::AngleAxisd(18 * degree, Vector3::UnitX()) *
                             Eigen::AngleAxisd(-25 * degree, Vector3::UnitY()))
                                .toRotationMatrix();
  turned = points * V.transpose();
  return turned;
}

Points3 vertex_normals(const Points3& points, const Elements& triangles) {
  Points3 normals = Points3::Zero(points.rows(), 3);
  for (Index t = 0; t < triangles.rows(); ++t) {
    const Vector3 a = points.row(triangles(t, 0)), b = points.row(triangles(t, 1)),
                  c = points.row(triangles(t, 2));
    const Vector3 area = (b - a).cross(c - a);
    for (int corner : triangles.row(t)) normals.row(corner) += area;
  }
  for (Index i = 0; i < normals.rows(); ++i) {
    const double length = normals.row(i).norm();
    if (length > 0) normals.row(i) /= length;
  }
  return normals;
}

/// A picture in the making: colours and depths, several samples a pixel.
class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width), height_(height), colour_(size_t(width) * height, paper) {}

  void start_layer() { depth_.assign(colour_.size(), -std::numeric_limits<double>::infinity()); }

  // one triangle: corners in samples and depth, a colour at each
  void fill(const Vector3 (&corner)[3], const Vector3 (&colour)[3]) {
    const auto side = [](const Vector3& a, const Vector3& b, double x, double y) {
      return (b.x() - a.x()) * (y - a.y()) - (b.y() - a.y()) * (x - a.x());
    };
    const double area = side(corner[0], corner[1], corner[2].x(), corner[2].y());
    if (!(std::abs(area) > 1e-12)) return;
    const auto [x_low, x_high] = std::minmax({corner[0].x(), corner[1].x(), corner[2].x()});
    const auto [y_low, y_high] = std::minmax({corner[0].y(), corner[1].y(), corner[2].y()});
    const int x_begin = std::max(0, static_cast<int>(std::floor(x_low)));
    const int y_begin = std::max(0, static_cast<int>(std::floor(y_low)));
    const int x_end = std::min(width_, static_cast<int>(std::ceil(x_high)) + 1);
    const int y_end = std::min(height_, static_cast<int>(std::ceil(y_high)) + 1);
    for (int y = y_begin; y < y_end; ++y) {
      for (int x = x_begin; x < x_end; ++x) {
        const double w0 = side(corner[1], corner[2], x + 0.5, y + 0.5) / area;
        const double w1 = side(corner[2], corner[0], x + 0.5, y + 0.5) / area;
        const double w2 = 1 - w0 - w1;
        if (w0 < 0 || w1 < 0 || w2 < 0) continue;
        const size_t at = size_t(y) * width_ + x;
        const double z = w0 * corner[0].z() + w1 * corner[1].z() + w2 * corner[2].z();
        if (z <= depth_[at]) continue;
        depth_[at] = z;
        colour_[at] = w0 * colour[0] + w1 * colour[1] + w2 * colour[2];
      }
    }
  }

  Picture picture() const {
    Picture picture{width_ / samples, height_ / samples, {}};
    for (int y = 0; y < picture.height; ++y) {
      for (int x = 0; x < picture.width; ++x) {
        Vector3 sum = Vector3::Zero();
        for (int s = 0; s < samples * samples; ++s) {
          sum += colour_[size_t(y * samples + s / samples) * width_ + x * samples + s % samples];
        }
        for (double part : sum) {
          const double mean = std::clamp(part / (samples * samples), 0.0, 1.0);
          picture.rgb.push_back(static_cast<unsigned char>(std::lround(255 * mean)));
        }
      }
    }
    return picture;
  }

 private:
  int width_, height_;
  std::vector<Vector3> colour_;
  std::vector<double> depth_;
};

/// Where points of space lie on a canvas.
struct View {
  Vector2 low;
  double scale;  ///< samples a unit of length
  int height;    ///< samples

  Vector3 operator()(const Vector3& point) const {
    return {(point.x() - low.x()) * scale, height - (point.y() - low.y()) * scale, point.z()};
  }
};

double shade(const Vector3& normal, bool is_plane) {
  if (is_plane) return 1;
  const Vector3 light = Vector3(-0.4, 0.7, 0.6).normalized();
  return 0.5 + 0.6 * std::max(0.0, (normal.dot(light) + 0.3) / 1.3);
}

}  // namespace

void Preview::include(const Positions& points) {
  const Points3 turned = seen(points);
  for (Index i = 0; i < turned.rows(); ++i) {
    if (!turned.row(i).allFinite()) continue;
    const Vector2 at = turned.row(i).head<2>();
    low_ = low_.cwiseMin(at);
    high_ = high_.cwiseMax(at);
  }
}

Picture Preview::draw(const PreviewShape& shape) const {
  // the box of the clip, with a margin, fitted into the longest side
  const double longest = std::max((high_ - low_).maxCoeff(), 1e-300);
  const Vector2 low = low_ - Vector2::Constant(margin * longest);
  const Vector2 size = high_ - low_ + Vector2::Constant(2 * margin * longest);
  const double scale = samples * longest_side / size.maxCoeff();
  const auto pixels = [&](double length) {
    return samples * std::max(1, static_cast<int>(std::lround(length * scale / samples)));
  };
  const View view{low, scale, pixels(size.y())};
  Canvas canvas(pixels(size.x()), view.height);

  const bool is_plane = shape.body.cols() == 2;
  const auto draw_layer = [&](const Positions& points, const auto& base_colour) {
    const Points3 turned = seen(points);
    const Points3 normals = vertex_normals(turned, triangles_);
    canvas.start_layer();
    for (Index t = 0; t < triangles_.rows(); ++t) {
      Vector3 corner[3], colour[3];
      bool is_finite = true;
      for (int c = 0; c < 3; ++c) {
        const int vertex = triangles_(t, c);
        corner[c] = view(turned.row(vertex));
        colour[c] = base_colour(vertex) * shade(normals.row(vertex), is_plane);
        is_finite = is_finite && corner[c].allFinite() && corner[c].cwiseAbs().maxCoeff() < 1e6;
      }
      if (is_finite) canvas.fill(corner, colour);
    }
  };
  draw_layer(shape.ghost, [](int) { return ghost_colour; });
  draw_layer(shape.body, [&](int vertex) -> Vector3 {
    return calm + std::clamp(shape.heat[vertex], 0.0, 1.0) * (lively - calm);
  });
  return canvas.picture();
}

}  // namespace descant

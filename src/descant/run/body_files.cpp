// run/body_files.cpp: x = X + u_r(p_t) + amount · u_c, frame by frame into files.

#include "descant/run/body_files.hpp"

#include <algorithm>
#include <cstdio>

#include "descant/io/file.hpp"
#include "descant/io/npy.hpp"
#include "descant/io/obj.hpp"
#include "descant/io/pc2.hpp"
#include "descant/io/png.hpp"
#include "descant/prepare/shown_surface.hpp"
#include "descant/run/preview.hpp"

namespace descant {

bool has(const std::vector<SaveFormat>& formats, SaveFormat format) {
  return std::find(formats.begin(), formats.end(), format) != formats.end();
}

namespace {

void write_arrays(const BuiltBody& built, const BodyProgress& done, const BodyFiles& files,
                  StagedFiles& staged) {
  const Mesh& mesh = built.body.mesh;
  const ShownSurface surface = shown_surface(mesh);
  NpyWriter complement(staged.stage(files.folder + "/u_c.npy"), {mesh.num_vertices(), mesh.dim()});
  NpyWriter shown(staged.stage(files.folder + "/surface.npy"),
                  {static_cast<Index>(surface.vertices.size()), mesh.dim()});
  for (size_t i = 0; i < done.frames.size(); ++i) {
    const Vector u_c = files.amount * done.u_c[i];
    const Vector u_r = built.body.rig->displacement(built.drive.params(done.frames[i].time));
    complement.append(u_c);
    shown.append(flat(surface.positions(mesh, u_r + u_c)));
  }
  complement.finish();
  shown.finish();
}

void write_surfaces(const BuiltBody& built, const BodyProgress& done, const BodyFiles& files,
                    StagedFiles& staged) {
  const ShownSurface surface = shown_surface(built.body.mesh);
  for (size_t i = 0; i < done.frames.size(); ++i) {
    const Vector u_r = built.body.rig->displacement(built.drive.params(done.frames[i].time));
    const Vector u = u_r + files.amount * done.u_c[i];
    const std::string path = files.folder + "/" + frame_name(done.frames[i].frame, "obj");
    write_obj_file(staged.stage(path), surface.positions(built.body.mesh, u), surface.triangles);
  }
}

void write_caches(const BuiltBody& built, const BodyProgress& done, const BodyFiles& files,
                  StagedFiles& staged) {
  const ShownSurface surface = shown_surface(built.body.mesh);
  TimedCache cache;
  for (size_t i = 0; i < done.frames.size(); ++i) {
    const Vector u_r = built.body.rig->displacement(built.drive.params(done.frames[i].time));
    const Positions shown = surface.positions(built.body.mesh, u_r + files.amount * done.u_c[i]);
    cache.frames.push_back(Positions::Zero(shown.rows(), 3));
    cache.frames.back().leftCols(shown.cols()) = shown;
    cache.times.push_back(done.frames[i].time);
  }
  write_point_caches(cache, files.folder + "/surface", files.save, staged);
}

void write_pictures(const BuiltBody& built, const BodyProgress& done, const BodyFiles& files,
                    StagedFiles& staged) {
  const Mesh& mesh = built.body.mesh;
  const ShownSurface surface = shown_surface(mesh);
  Preview preview(surface.triangles);
  double largest = 1e-300;  // secondary motion of any vertex [m]
  const auto shape_of = [&](size_t i) {
    const Vector u_c = files.amount * done.u_c[i];
    const Vector u_r = built.body.rig->displacement(built.drive.params(done.frames[i].time));
    PreviewShape shape{surface.positions(mesh, u_r + u_c), surface.positions(mesh, u_r), {}};
    shape.heat = (shape.body - shape.ghost).rowwise().norm();
    return shape;
  };
  for (size_t i = 0; i < done.frames.size(); ++i) {
    const PreviewShape shape = shape_of(i);
    preview.include(shape.body);
    preview.include(shape.ghost);
    largest = std::max(largest, shape.heat.maxCoeff());
  }
  for (size_t i = 0; i < done.frames.size(); ++i) {
    PreviewShape shape = shape_of(i);
    shape.heat /= largest;
    const std::string path = files.folder + "/" + frame_name(done.frames[i].frame, "png");
    write_file(staged.stage(path), png_bytes(preview.draw(shape)));
  }
}

}  // namespace

void write_point_caches(const TimedCache& cache, const std::string& stem,
                        const std::vector<SaveFormat>& formats, StagedFiles& staged) {
  if (has(formats, SaveFormat::pc2))
    write_file(staged.stage(stem + ".pc2"), pc2_bytes({.frames = cache.frames}));
  if (has(formats, SaveFormat::mdd)) write_file(staged.stage(stem + ".mdd"), mdd_bytes(cache));
}

std::string frame_name(int frame, const std::string& extension) {
  char name[32];
  std::snprintf(name, sizeof name, "frame_%04d.", frame);
  return name + extension;
}

std::vector<std::string> body_file_paths(const BodyFiles& files, int begin, int end) {
  std::vector<std::string> paths;
  if (has(files.save, SaveFormat::npy)) {
    paths = {files.folder + "/u_c.npy", files.folder + "/surface.npy"};
  }
  if (has(files.save, SaveFormat::pc2)) paths.push_back(files.folder + "/surface.pc2");
  if (has(files.save, SaveFormat::mdd)) paths.push_back(files.folder + "/surface.mdd");
  for (int frame = begin; frame < end; ++frame) {
    if (has(files.save, SaveFormat::obj)) {
      paths.push_back(files.folder + "/" + frame_name(frame, "obj"));
    }
    if (has(files.save, SaveFormat::png)) {
      paths.push_back(files.folder + "/" + frame_name(frame, "png"));
    }
  }
  return paths;
}

void write_body_files(const BuiltBody& built, const BodyProgress& done, const BodyFiles& files,
                      StagedFiles& staged) {
  if (has(files.save, SaveFormat::npy)) write_arrays(built, done, files, staged);
  if (has(files.save, SaveFormat::obj)) write_surfaces(built, done, files, staged);
  if (has(files.save, SaveFormat::png)) write_pictures(built, done, files, staged);
  if (has(files.save, SaveFormat::pc2) || has(files.save, SaveFormat::mdd))
    write_caches(built, done, files, staged);
}

}  // namespace descant

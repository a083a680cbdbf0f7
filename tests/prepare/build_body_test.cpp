// prepare/build_body_test.cpp: scenes made into bodies: materials, pins, weights, forces.

#include "descant/prepare/build_body.hpp"

#include <gtest/gtest.h>

#include "descant/mesh/box.hpp"
#include "descant/prepare/material_field.hpp"
#include "support/input_error.hpp"
#include "support/scene_files.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

BodySpec square() { return test::plane_scene().read().bodies[0]; }

BuiltBody build(const BodySpec& spec, const RunSettings& run = {}, const Log& log = {}) {
  return build_body(spec, run, Workers(1), log);
}

TEST(MaterialField, YoungWinsAndThreeHertzIsTheDefault) {
  BodySpec body = square();
  const Matrix weights = handle_weights(body, HandleUse::blended, {});
  body.settings.young = 700;
  EXPECT_FALSE(material_field(body, weights).frequency);
  EXPECT_EQ(material_field(body, weights).material.lame[0].mu,
            lame_parameters(700, body.settings.poisson).mu);
  body.settings.young.reset();
  EXPECT_EQ(material_field(body, weights).frequency, 3);
  body.settings.frequency = 5;
  EXPECT_EQ(material_field(body, weights).frequency, 5);
}

TEST(MaterialField, LaterRegionsWin) {
  BodySpec body = square();
  body.settings.young = 1000;
  Region left, corner;
  left.box_min = Vector{{-1, -1}};
  left.box_max = Vector{{0.5, 2}};
  left.young = 10;
  left.density = 7;
  corner.center = Vector{{0, 0}};
  corner.radius = 0.3;
  corner.stiffness = 5;
  corner.poisson = 0;
  body.regions = {left, corner};
  const MaterialField field = material_field(body, handle_weights(body, HandleUse::blended, {}));
  int in_left = 0, in_corner = 0, outside = 0;
  for (Index e = 0; e < body.mesh.num_elements(); ++e) {
    Vector c = Vector::Zero(2);
    for (int i = 0; i < 3; ++i) c += body.mesh.vertices.row(body.mesh.elements(e, i)) / 3.0;
    const double mu = field.material.lame[e].mu;
    if (c.norm() <= 0.3) {
      EXPECT_EQ(mu, lame_parameters(5000, 0).mu);
      EXPECT_EQ(field.density[e], 7);
      ++in_corner;
    } else if (c[0] <= 0.5) {
      EXPECT_EQ(mu, lame_parameters(10, 0.35).mu);
      EXPECT_EQ(field.density[e], 7);
      ++in_left;
    } else {
      EXPECT_EQ(mu, lame_parameters(1000, 0.35).mu);
      EXPECT_EQ(field.density[e], 1000);
      ++outside;
    }
  }
  EXPECT_GT(in_left, 0);
  EXPECT_GT(in_corner, 0);
  EXPECT_GT(outside, 0);
}

TEST(MaterialField, AModulusBesideAFrequencyIsRefused) {
  BodySpec body = square();
  body.settings.young.reset();
  Region all;
  all.center = Vector{{0, 0}};
  all.radius = 10;
  all.young = 5;
  body.regions = {all};
  expect_input_error([&] { material_field(body, handle_weights(body, HandleUse::blended, {})); },
                     "body square", "`stiffness`");
}

TEST(MaterialField, StiffHandlesBlendByTheirWeights) {
  BodySpec body = square();
  body.settings.young = 100;
  body.settings.poisson = 0;
  body.settings.stiff = {{"left", 3}};
  const Matrix weights = handle_weights(body, HandleUse::blended, {});
  const MaterialField field = material_field(body, weights);
  for (Index e = 0; e < body.mesh.num_elements(); ++e) {
    double mean = 0;
    for (int i = 0; i < 3; ++i) mean += weights(body.mesh.elements(e, i), 0) / 3;
    EXPECT_NEAR(field.material.lame[e].mu, 50 * (1 + 2 * mean), 1e-10);
  }
  body.settings.stiff = {{"lefft", 3}};
  expect_input_error([&] { material_field(body, weights); }, "stiff", "`left`");
}

TEST(BuildBody, PinsWhatIsPinnedOrRigid) {
  BodySpec spec = square();
  spec.pinned = {2};
  spec.settings.rigid = {"left"};  // its weights are i/15
  const BuiltBody built = build(spec);
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(built.body.space.pinned[i], i == 2 || i / 15.0 > 0.5) << i;
  }
  spec.settings.rigid = {"middle"};
  expect_input_error([&] { build(spec); }, "rigid", "no handle `middle`");
  spec.settings.rigid = {};
  spec.pinned = {16};
  expect_input_error([&] { build(spec); }, "body square", "no vertex 16");
}

TEST(BuildBody, GravityPullsDownOrAsGiven) {
  const BodySpec spec = square();
  EXPECT_FALSE(build(spec).drive.force);
  RunSettings run;
  run.gravity = {9.81};
  const BuiltBody built = build(spec, run);
  const Vector f = built.drive.force(0, Motion());
  EXPECT_EQ(f[1], -9.81 * built.body.space.mass[0]);
  EXPECT_EQ(f[0], 0);
  run.gravity = {1, 2};
  EXPECT_EQ(build(spec, run).drive.force(0, Motion())[0], built.body.space.mass[0]);
  run.gravity = {1, 2, 3};
  expect_input_error([&] { build(spec, run); }, "gravity", "2 coordinates");
}

TEST(BuildBody, ChecksTheWeights) {
  BodySpec spec = square();
  std::string warning;
  const Log log = [&](Severity, const std::string& text) { warning += text; };
  build(spec, {}, log);
  EXPECT_EQ(warning, "");
  spec.rig.weights *= 1.5;
  const Matrix weights = handle_weights(spec, HandleUse::blended, log);
  EXPECT_NE(warning, "");
  EXPECT_LE((weights.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-15);
  spec.rig.weights = Matrix::Ones(16, 3) / 3;
  expect_input_error([&] { build(spec); }, "weights.npy", "");
  spec.rig.weights.resize(0, 0);
  spec.rig.weights_place.clear();
  EXPECT_EQ(handle_weights(spec, HandleUse::blended, {}).cols(), 2);
}

TEST(BuildBody, LeakFromAFileIsScaledAndMixedSignsAreRefused) {
  const TemporaryFolder folder;
  BodySpec spec = square();
  spec.settings.leak_file = folder.file("leak.npy");
  NpyArray leak{{16}, std::vector<double>(16, -2)};
  leak.values[3] = -1;
  write_npy_file(spec.settings.leak_file, leak);
  const BuiltBody built = build(spec);
  EXPECT_EQ(built.body.space.leak[0], 1);
  EXPECT_EQ(built.body.space.leak[3], 0.5);
  leak.values[5] = 1;
  write_npy_file(spec.settings.leak_file, leak);
  expect_input_error([&] { build(spec); }, spec.settings.leak_file, "sign");
}

TEST(BuildBody, ParametersMustFitTheRig) {
  BodySpec spec = square();
  spec.rig.animation = ParamTrack{10, Matrix::Zero(3, 11)};
  expect_input_error([&] { build(spec); }, "body square", "11 parameters");
  spec.rig.kind = "rigid";
  spec.rig.animation = ParamTrack{10, Matrix::Zero(3, 3)};
  EXPECT_EQ(build(spec).drive.params(0.1), Vector::Zero(3));
}

TEST(BuildBody, EveryRigStartsAtRest) {
  for (const char* kind : {"affine", "rigid", "lbs"}) {
    BodySpec spec = square();
    spec.rig.kind = kind;
    if (spec.rig.kind != "lbs") {
      spec.rig.weights.resize(0, 0);
      spec.rig.weights_place.clear();
      spec.rig.handles.clear();
      spec.rig.animation = std::vector<HandleTrack>{};
    }
    const BuiltBody built = build(spec);
    EXPECT_LE(built.body.rig->displacement(built.drive.params(0)).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace descant

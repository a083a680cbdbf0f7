// tests/bench/bench_bodies_test.cpp: the bodies to measure on have the sizes the paper's had.

#include "descant/bench/bench_bodies.hpp"

#include <gtest/gtest.h>

#include "descant/bench/bench_catalogue.hpp"
#include "descant/core/error.hpp"
#include "descant/mesh/check.hpp"
#include "descant/mesh/quality.hpp"
#include "descant/mesh/topology.hpp"
#include "descant/rig/check_jacobian.hpp"

namespace descant {
namespace {

/// A row of the paper's table.
struct Row {
  const char* name;
  int dim;
  Index n, m;
  BenchShape (*make)();
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

using namespace bench_bodies;
const Row small_rows[] = {{"roller_coaster", 2, 39, 6, roller_coaster},
                          {"bird", 2, 639, 18, bird},
                          {"carpet", 3, 239, 18, carpet},
                          {"worm", 2, 438, 6, worm},
                          {"daisy", 2, 702, 6, daisy},
                          {"monkey", 3, 1244, 12, monkey},
                          {"plumber", 3, 1502, 6, plumber},
                          {"bar", 3, 1519, 16, bar},
                          {"walrus", 2, 1559, 18, walrus},
                          {"hedgehog", 2, 1528, 24, hedgehog},
                          {"staypuft", 3, 3258, 72, staypuft}};
const Row large_rows[] = {{"cow", 3, 3922, 12, cow},
                          {"amoeba", 2, 4918, 6, amoeba},
                          {"fish", 3, 6142, 24, fish},
                          {"elephant", 3, 8919, 288, elephant},
                          {"trex", 3, 15623, 600, trex}};

double largest(const BenchShape& shape, double time) {
  return shape.rig->displacement(shape.params(time)).cwiseAbs().maxCoeff();
}

/// The size claimed, a sound mesh in one piece, at rest in the beginning and far from it later.
void expect_sound(const Row& row) {
  const BenchShape shape = row.make();
  EXPECT_EQ(shape.mesh.dim(), row.dim);
  EXPECT_GE(shape.mesh.num_vertices(), row.n);
  EXPECT_LE(static_cast<double>(shape.mesh.num_vertices()), 1.05 * static_cast<double>(row.n));
  EXPECT_EQ(shape.rig->num_params(), row.m);
  checked(shape.mesh, row.name, [](Severity, const std::string& text) { FAIL() << text; });
  const std::vector<int> component = vertex_components(shape.mesh);
  EXPECT_EQ(*std::max_element(component.begin(), component.end()), 0);
  EXPECT_GT(smallest_angle(shape.mesh), 10);

  ASSERT_EQ(shape.rest_params.size(), row.m);
  EXPECT_LT(shape.rig->displacement(shape.rest_params).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT(largest(shape, 0), 1e-14);
  EXPECT_GT(std::max(largest(shape, 0.25), largest(shape, 0.6)), 0.3);
  EXPECT_LT((shape.params(0.3) - shape.params(0.3 + 1e-6)).norm(), 1e-3);  // and smoothly so
  EXPECT_LT((shape.weights.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-12);
  EXPECT_GE(shape.weights.minCoeff(), 0);
}

std::string name_of_row(const ::testing::TestParamInfo<Row>& info) { return info.param.name; }

class BenchBody : public ::testing::TestWithParam<Row> {};
INSTANTIATE_TEST_SUITE_P(All, BenchBody, ::testing::ValuesIn(small_rows), name_of_row);
TEST_P(BenchBody, HasTheSizeOfThePapers) { expect_sound(GetParam()); }

class SlowBenchBody : public ::testing::TestWithParam<Row> {};
INSTANTIATE_TEST_SUITE_P(All, SlowBenchBody, ::testing::ValuesIn(large_rows), name_of_row);
TEST_P(SlowBenchBody, HasTheSizeOfThePapers) { expect_sound(GetParam()); }

TEST(BenchBodies, BonesMoveAVertexFourAtATime) {
  const BenchShape shape = staypuft();
  const auto influences = (shape.weights.array() > 0).rowwise().count();
  EXPECT_EQ(influences.maxCoeff(), 4);
  for (Index k = 0; k < shape.weights.cols(); ++k) EXPECT_GT(shape.weights.col(k).maxCoeff(), 0.5);
}

TEST(BenchBodies, CurvesHaveAJacobianThatMoves) {
  for (const BenchShape& shape : {daisy(), bar()}) {
    const Vector p = shape.params(0.4);
    EXPECT_FALSE(shape.rig->has_constant_jacobian());
    EXPECT_LT(jacobian_error(*shape.rig, p), 1e-6);
    const Matrix moved =
        shape.rig->jacobian(p).dense() - shape.rig->jacobian(shape.rest_params).dense();
    EXPECT_GT(moved.cwiseAbs().maxCoeff(), 0.05);
  }
}

TEST(BenchBodies, AContrastStiffensHalfTheElements) {
  const BenchProblem problem =
      bench_problem(roller_coaster(), {.young = 100, .contrast = 1000}, Workers(1));
  int num_stiff = 0;
  for (const Lame& lame : problem.built.body.material.lame)
    num_stiff += lame.mu > 1000 * 100 / 2.8 * 0.999;
  const Index count = problem.built.body.mesh.num_elements();
  EXPECT_GT(num_stiff, count / 5);
  EXPECT_LT(num_stiff, count * 4 / 5);
}

TEST(BenchCatalogue, NamesAreUniqueAndGroupsAreKnown) {
  const std::vector<BenchCase> catalogue = bench_catalogue("data");
  std::vector<std::string> names, groups;
  for (const BenchGroup& group : bench_groups()) groups.push_back(group.name);
  for (const BenchCase& item : catalogue) {
    EXPECT_EQ(std::count(names.begin(), names.end(), item.name), 0) << item.name;
    names.push_back(item.name);
    EXPECT_EQ(std::count(groups.begin(), groups.end(), item.group), 1) << item.group;
    EXPECT_EQ(std::count(groups.begin(), groups.end(), item.name), 0) << item.name;
    EXPECT_GT(item.num_vertices, 0);
    EXPECT_TRUE(item.build);
  }
}

TEST(BenchCatalogue, ThePapersTableIsTheDefaultAndNamesChoose) {
  const std::vector<BenchCase> catalogue = bench_catalogue("");
  EXPECT_EQ(chosen_cases(catalogue, {}).size(), 16u);
  EXPECT_EQ(chosen_cases(catalogue, {"all"}).size(), catalogue.size());
  EXPECT_EQ(chosen_cases(bench_catalogue("data"), {}).size(), 22u);
  const std::vector<BenchCase> two = chosen_cases(catalogue, {"trex", "bird", "trex"});
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0].name, "bird");
  EXPECT_EQ(two[1].paper_seconds, 49.2);
  EXPECT_EQ(chosen_cases(catalogue, {"growth", "growth-10k"}).size(), 3u);
}

TEST(BenchCatalogue, UnknownNamesAreExplained) {
  const auto message = [](const std::string& name) -> std::string {
    try {
      chosen_cases(bench_catalogue(""), {name});
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(message("hedghog").find("Did you mean `hedgehog`?"), std::string::npos);
  EXPECT_NE(message("pubished").find("Did you mean `published`?"), std::string::npos);
  EXPECT_NE(message("published-fish").find("DESCANT_DATA"), std::string::npos);
}

}  // namespace
}  // namespace descant

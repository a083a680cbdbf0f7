// tests/app/published_test.cpp: the authors' examples through the program, against converged
// trajectories of the same problems. Needs DESCANT_DATA.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "descant/io/npy.hpp"
#include "support/published_fixture.hpp"
#include "support/temporary_folder.hpp"

namespace descant::test {
namespace {

class PublishedRun : public test::PublishedFixture {
 protected:
  /// Runs an example, which must move; every frame must have converged and kept the contract.
  nlohmann::json simulate(const std::string& example, const std::string& options) const {
    const Outcome outcome =
        run_descant(folder_.path(), "simulate '" + paper(example) +
                                        "' -o out --report report.json --progress none " + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto report = nlohmann::json::parse(text_of(folder_.file("report.json")));
    double largest = 0;
    for (const auto& frame : report["bodies"][0]["clips"][0]["frames"]) {
      EXPECT_EQ(frame["status"], "converged") << "frame " << frame["frame"];
      EXPECT_LE(frame["contract"].get<double>(), 1e-9) << "frame " << frame["frame"];
      largest = std::max(largest, frame["rms"].get<double>());
    }
    EXPECT_GT(largest, 1e-4) << "of a body of size one: it does not keep the contract by rest";
    return report;
  }

  NpyArray trajectory(const std::string& body) const {
    return read_npy_file(folder_.file("out/" + body + "/u_c.npy"));
  }

  /// `simulate` with the modulus, ratio and leak of a reference trajectory, against it.
  void expect_reference(const std::string& reference, const std::string& body,
                        const std::string& options) const {
    const std::string folder = data_ + "/reference/" + reference;
    const NpyArray expected = read_npy_file(folder + "/u_c.npy");
    simulate(body + "/" + body + ".json", options + " --leak '" + folder + "/leak.npy' --frames :" +
                                              std::to_string(expected.shape[0]));
    expect_within_a_percent(trajectory(body), expected);
  }

  /// At every frame, RMS of the difference ≤ 1% of the RMS of the reference over the clip.
  static void expect_within_a_percent(const NpyArray& actual, const NpyArray& expected) {
    ASSERT_EQ(actual.shape, expected.shape);
    const Eigen::Map<const Matrix> a(actual.values.data(), actual.shape[1] * actual.shape[2],
                                     actual.shape[0]);
    const Eigen::Map<const Matrix> b(expected.values.data(), a.rows(), a.cols());
    const double clip = b.norm() / std::sqrt(static_cast<double>(b.size()));
    ASSERT_GT(clip, 0);
    for (Index f = 0; f < a.cols(); ++f) {
      const double difference =
          (a.col(f) - b.col(f)).norm() / std::sqrt(static_cast<double>(a.rows()));
      EXPECT_LE(difference, 0.01 * clip) << "frame " << f;
    }
  }

  TemporaryFolder folder_;
};

TEST_F(PublishedRun, SphereArapMatchesTheReference) {
  expect_reference("sphere-arap", "sphere", "--material arap --young 1e5 --poisson 0.4");
}

TEST_F(PublishedRun, SphereNeohookeanMatchesTheReference) {
  expect_reference("sphere-neohookean", "sphere",
                   "--material neohookean --volume quadratic --young 166666.667 "
                   "--poisson 0.1666667");
}

TEST_F(PublishedRun, SlowFrogNeohookeanMatchesTheReference) {
  expect_reference("frog-neohookean", "frog",
                   "--material neohookean --volume quadratic --young 2666666.67 "
                   "--poisson 0.1666667");
}

TEST_F(PublishedRun, SlowBirdAndHedgehogRunToTheEnd) {
  EXPECT_EQ(simulate("bird/bird_mouth.json", "")["summary"]["frames"], 140);
  EXPECT_EQ(simulate("hedgehog/hedgehog.json", "")["summary"]["frames"], 132);
}

TEST_F(PublishedRun, SlowFishRunsToTheEnd) {
  EXPECT_EQ(simulate("fish/fish.json", "")["summary"]["frames"], 180);
}

TEST_F(PublishedRun, SlowElephantDoesNotDependOnTheRankCutoff) {
  // freed at the surface, 97 inner vertices carry 96 scalar rows of C
  const std::string options = "--leak 1 --frames :40 --rank-cutoff ";
  const auto report = simulate("elephant/elephant.json", options + "1e-10");
  EXPECT_EQ(report["bodies"][0]["rig"]["parameters"], 288);
  EXPECT_EQ(report["bodies"][0]["rig"]["rank"], 288);
  const NpyArray expected = trajectory("elephant");
  for (const char* cutoff : {"1e-8", "1e-12"}) {
    simulate("elephant/elephant.json", options + cutoff);
    expect_within_a_percent(trajectory("elephant"), expected);
  }
}

}  // namespace
}  // namespace descant::test

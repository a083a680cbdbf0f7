// scene/settings_test.cpp: the table of settings: names, ranges, places, and options over scenes.

#include "descant/scene/settings.hpp"

#include <gtest/gtest.h>

#include <set>

#include "descant/core/error.hpp"
#include "descant/scene/enrich_settings.hpp"
#include "support/input_error.hpp"

namespace descant {
namespace {

Scene one_body_scene() {
  Scene scene;
  scene.name = "test";
  scene.num_frames = 31;
  scene.bodies.emplace_back();
  return scene;
}

std::string message_of(const std::vector<GivenOption>& options) {
  try {
    Scene scene = one_body_scene();
    apply_options(scene, options);
    output_settings_of(options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

template <class Target>
void check_infos(const std::vector<Setting<Target>>& table, std::set<std::string>& names) {
  for (const Setting<Target>& setting : table) {
    EXPECT_TRUE(names.insert(setting.info.name).second) << setting.info.name << " stands twice";
    EXPECT_FALSE(setting.info.help.empty()) << setting.info.name;
    EXPECT_FALSE(setting.info.fallback.empty()) << setting.info.name;
    if (setting.info.kind == SettingKind::flag) continue;
    // the example in the help is a legal value, and reads back as it was given
    const std::string place = option_name(setting.info.name);
    const SettingValue value = parse_setting(setting.info, {setting.info.example}, place);
    Target target;
    EXPECT_NO_THROW(setting.assign(target, value, place)) << setting.info.name;
    EXPECT_EQ(setting.value(target), value) << setting.info.name;
  }
}

TEST(Settings, EveryOneIsExplainedAndItsExampleIsLegal) {
  std::set<std::string> names;
  check_infos(body_settings(), names);
  check_infos(run_settings(), names);
  check_infos(output_settings(), names);
  check_infos(character_settings(), names);
}

struct BadValue {
  const char* setting;
  const char* text;
  const char* says;
};

void PrintTo(const BadValue& bad, std::ostream* out) { *out << bad.setting; }

class BadValues : public testing::TestWithParam<BadValue> {};

TEST_P(BadValues, AreTurnedAwayAtTheirPlace) {
  const auto& [setting, text, says] = GetParam();
  const std::string message = message_of({{setting, {text}}});
  EXPECT_TRUE(message.starts_with(option_name(setting) + ": ")) << message;
  EXPECT_NE(message.find(says), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Settings, BadValues,
    testing::Values(
        BadValue{"young", "0", "at least 1e-30 and at most 1e+30 Pa, not 0"},
        BadValue{"young", "-1e5", "at least 1e-30"}, BadValue{"young", "soft", "not a number"},
        BadValue{"young", "nan", "at least 1e-30"}, BadValue{"young", "inf", "at most 1e+30 Pa"},
        BadValue{"young", "", "not a number"}, BadValue{"young", "1e5x", "not a number"},
        BadValue{"frequency", "0", "at least 1e-06"}, BadValue{"poisson", "0.5", "less than 0.5"},
        BadValue{"poisson", "-1", "greater than -1"},
        BadValue{"density", "0", "at most 1e+12 kg/m^3"}, BadValue{"damping", "-0.1", "at least 0"},
        BadValue{"leak", "1.01", "at most 1"}, BadValue{"leak", "-0.1", "at least 0"},
        BadValue{"material", "arpa", "Did you mean `arap`?"},
        BadValue{"volume", "cubic", "Known here: log, quadratic"},
        BadValue{"pose", "holt", "Did you mean `hold`?"},
        BadValue{"stiff", "tail", "not NAME=NUMBER"}, BadValue{"stiff", "tail=0", "at least 1e-30"},
        BadValue{"stiff", "=2", "not NAME=NUMBER"},
        BadValue{"gravity", "1,2,3,4", "one a coordinate"},
        BadValue{"gravity", "0,down,0", "not a number"}, BadValue{"fps", "0", "at least 0.001"},
        BadValue{"fps", "1e7", "at most"}, BadValue{"density", "1e13", "at most 1e+12 kg/m^3"},
        BadValue{"frequency", "1e7", "at most"}, BadValue{"stiff", "tail=1e31", "at most"},
        BadValue{"rank_cutoff", "1e-5", "at most 1e-06"}, BadValue{"substeps", "0", "at least 1"},
        BadValue{"substeps", "1.5", "whole number"},
        BadValue{"integrator", "bdf1", "Did you mean `bdf2`?"},
        BadValue{"frames", "5", "not a range"}, BadValue{"frames", "5:5", "no frame"},
        BadValue{"frames", "5:3", "no frame"}, BadValue{"frames", ":0", "no frame"},
        BadValue{"frames", "-1:3", "not a frame number"},
        BadValue{"frames", "a:b", "not a frame number"}, BadValue{"preroll", "-1", "at least 0"},
        BadValue{"solver", "exakt", "Did you mean `exact`?"},
        BadValue{"quality", "finale", "Did you mean `final`?"},
        BadValue{"tolerance", "0", "greater than 0"}, BadValue{"max_iterations", "0", "at least 1"},
        BadValue{"rank_cutoff", "1", "at most 1e-06"}, BadValue{"amount", "inf", "finite"},
        BadValue{"seed", "-1", "at least 0"}, BadValue{"threads", "0", "at least 1"},
        BadValue{"save", "npy,objj", "Did you mean `obj`?"},
        BadValue{"progress", "jsno", "Did you mean `json`?"}));

TEST(Settings, TakeTheEndsOfFramesAsGiven) {
  const auto frames = [](const std::string& text) {
    Scene scene = one_body_scene();
    apply_options(scene, {{"frames", {text}}});
    return std::pair(scene.run.first_frame, scene.run.end_frame);
  };
  EXPECT_EQ(frames("2:5"), std::pair(std::optional(2), std::optional(5)));
  EXPECT_EQ(frames(":5"), std::pair(std::optional<int>(), std::optional(5)));
  EXPECT_EQ(frames("2:"), std::pair(std::optional(2), std::optional<int>()));
  EXPECT_EQ(frames(":"), std::pair(std::optional<int>(), std::optional<int>()));
}

TEST(Settings, OfYoungAndFrequencyTheLastWordCounts) {
  Scene scene = one_body_scene();
  scene.bodies[0].settings.young = 1e5;
  apply_options(scene, {{"frequency", {"2"}}});
  EXPECT_FALSE(scene.bodies[0].settings.young);
  EXPECT_EQ(scene.bodies[0].settings.frequency, 2);
  apply_options(scene, {{"young", {"7"}}});
  EXPECT_FALSE(scene.bodies[0].settings.frequency);
  EXPECT_NE(message_of({{"young", {"1"}}, {"frequency", {"1"}}}).find("--young"),
            std::string::npos);
}

TEST(Settings, ALeakOptionWinsOverPaintAndFile) {
  Scene scene = one_body_scene();
  scene.bodies[0].painted_leak = Vector::Ones(3);
  scene.bodies[0].settings.leak_file = "leak.npy";
  apply_options(scene, {{"leak", {"0.25"}}});
  EXPECT_EQ(scene.bodies[0].settings.leak, 0.25);
  EXPECT_EQ(scene.bodies[0].settings.leak_file, "");
  EXPECT_EQ(scene.bodies[0].painted_leak.size(), 0);
  apply_options(scene, {{"leak", {"d.npy"}}});
  EXPECT_EQ(scene.bodies[0].settings.leak_file, "d.npy");
}

TEST(Settings, ANewFrameRateKeepsTheDuration) {
  Scene scene = one_body_scene();  // 31 frames at 30 frames/s: one second
  apply_options(scene, {{"fps", {"60"}}});
  EXPECT_EQ(scene.num_frames, 61);
  apply_options(scene, {{"fps", {"10"}}});
  EXPECT_EQ(scene.num_frames, 11);
  scene.num_frames = 111;  // eleven seconds
  expect_input_error(
      [&] {
        apply_options(scene, {{"fps", {"1e6"}}});
      },
      "--fps", "more than ten million frames");
}

TEST(Settings, NamesAndFactorsMayBeRepeatedOthersNot) {
  Scene scene = one_body_scene();
  apply_options(scene, {{"rigid", {"a", "b"}}, {"stiff", {"c=2", "d=e=0.5"}}});
  EXPECT_EQ(scene.bodies[0].settings.rigid, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(scene.bodies[0].settings.stiff[1], (std::pair<std::string, double>{"d=e", 0.5}));
  EXPECT_NE(message_of({{"young", {"1", "2"}}}).find("given twice"), std::string::npos);
}

TEST(Settings, SomeOptionsExcludeEachOther) {
  const std::vector<GivenOption> stiffness{{"young", {"1e5"}}, {"frequency", {"2"}}};
  Scene scene = one_body_scene();
  expect_input_error([&] { apply_options(scene, stiffness); }, "--frequency",
                     "cannot stand beside --young");
  expect_input_error([&] { enrich_settings_of(stiffness); }, "--frequency",
                     "cannot stand beside --young");
  expect_input_error(
      [&] {
        enrich_settings_of({{"loop", {}}, {"once", {}}});
      },
      "--once", "cannot stand beside --loop");
  expect_input_error(
      [&] {
        enrich_settings_of({{"error", {"0.1"}}, {"targets", {"3"}}});
      },
      "--error", "cannot stand beside --targets");
}

TEST(Settings, FlagsAreOffUntilTheyAreGiven) {
  const EnrichSettings without = enrich_settings_of({});
  EXPECT_FALSE(without.character.normals);
  EXPECT_EQ(without.character.cycles, Cycles::found);
  EXPECT_EQ(without.run.playback, Playback::once);
  const EnrichSettings with = enrich_settings_of({{"normals", {}}, {"once", {}}});
  EXPECT_TRUE(with.character.normals);
  EXPECT_EQ(with.character.cycles, Cycles::ignored);
  EXPECT_EQ(enrich_settings_of({{"loop", {}}}).run.playback, Playback::loop);
}

TEST(Settings, ResumeNeedsACheckpoint) {
  EXPECT_NE(message_of({{"resume", {}}}).find("--checkpoint"), std::string::npos);
  EXPECT_TRUE(output_settings_of({{"resume", {}}, {"checkpoint", {"c"}}}).resume);
}

}  // namespace
}  // namespace descant

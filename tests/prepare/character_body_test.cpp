// tests/prepare/character_body_test.cpp: what a character's body is made of, and what drives it.

#include "descant/prepare/character_body.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "descant/examples/examples.hpp"
#include "descant/io/file.hpp"
#include "descant/io/gltf.hpp"
#include "descant/mesh/thickness.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

struct Pup {
  Pup() {
    const TemporaryFolder folder;
    write_file(folder.file("pup.glb"), make_character_file("pup"));
    character = character_of(read_gltf_document(folder.file("pup.glb")), {});
    for (int c = 0; c < static_cast<int>(character.clips.size()); ++c) clips.push_back(c);
    rest = character_rest(character, character_groups(character, clips).at(0), clips, "pup");
  }

  CharacterBody body(double stiff_paint, double stiff_thin = 0) const {
    EnrichSettings settings = default_enrich_settings();
    settings.character.stiff_paint = stiff_paint;
    settings.character.stiff_thin = stiff_thin;
    return build_character_body(rest, settings, 800, Workers(1), {});
  }

  Character character;
  std::vector<int> clips;
  CharacterRest rest;
};

TEST(CharacterBody, PaintMakesItStiffer) {
  Pup pup;
  const auto x = pup.rest.surface.vertices.col(0);
  pup.rest.paint = (x.array() > x.mean()).cast<double>();
  const std::vector<Lame> plain = pup.body(1).body.material.lame;
  const std::vector<Lame> painted = pup.body(20).body.material.lame;
  ASSERT_EQ(plain.size(), painted.size());
  double least = HUGE_VAL, most = 0;
  for (size_t e = 0; e < plain.size(); ++e) {
    least = std::min(least, painted[e].mu / plain[e].mu);
    most = std::max(most, painted[e].mu / plain[e].mu);
  }
  EXPECT_NEAR(most / least, 20, 4) << "black against white, smoothed in between";
}

TEST(CharacterBody, ThinPartsAreStiffer) {
  const Pup pup;
  const Body even = pup.body(1).body, firm = pup.body(1, 2).body;
  ASSERT_EQ(even.material.lame.size(), firm.material.lame.size());
  const Vector d = thickness(even.mesh);
  // by the square of how much thinner they are, and not more than a hundred times
  std::vector<double> factor(d.size());
  for (Index e = 0; e < d.size(); ++e)
    factor[e] = firm.material.lame[e].mu / even.material.lame[e].mu;
  const double least = *std::min_element(factor.begin(), factor.end());
  double most = 0, law = 0;
  for (Index e = 0; e < d.size(); ++e) {
    most = std::max(most, factor[e] / least);
    if (factor[e] < 1.001 * least || factor[e] > 99 * least) continue;
    if (law == 0) law = factor[e] * d[e] * d[e];
    ASSERT_NEAR(factor[e] * d[e] * d[e] / law, 1, 1e-9) << "element " << e;
  }
  EXPECT_GT(law, 0);
  EXPECT_GT(most, 4) << "the pup has ears";
  EXPECT_LT(most, 100.001);
}

TEST(ClipDrive, AClipThatIsCutOffDoesNotComeToAHalt) {
  const Pup pup;
  const CharacterBody body = pup.body(1);
  for (const CharacterClip& clip : pup.character.clips) {
    if (clip.name != "Walk") continue;
    const ClipFrames frames = clip_frames(clip, 0);
    const Drive drive = clip_drive(pup.character, clip, body, frames, Playback::once);
    const double end = (frames.num_frames - 1) / frames.fps, h = 1e-3 / frames.fps;
    const Vector pace = (drive.params(end) - drive.params(end - 1 / frames.fps)) * frames.fps;
    const Vector at_the_end = (drive.params(end) - drive.params(end - h)) / h;
    EXPECT_GT(pace.norm(), 0);
    EXPECT_LE((at_the_end - pace).norm(), 0.01 * pace.norm());
    return;
  }
  FAIL() << "there is no such clip";
}

}  // namespace
}  // namespace descant

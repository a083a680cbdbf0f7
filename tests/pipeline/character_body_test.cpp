// tests/pipeline/character_body_test.cpp: what a character's body is made of, and what drives it.

#include "descant/pipeline/character_body.hpp"

#include <gtest/gtest.h>

#include "descant/examples/examples.hpp"
#include "descant/io/file.hpp"
#include "descant/io/gltf.hpp"
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

  CharacterBody body(double stiff_paint) const {
    EnrichSettings settings = default_enrich_settings();
    settings.character.stiff_paint = stiff_paint;
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

// scene/enrich_settings.hpp: what `descant enrich` was asked for, with the defaults it has.

#pragma once

#include "descant/scene/settings.hpp"

namespace descant {

/// What becomes of clips whose last pose is their first again.
enum class Cycles {
  found,   ///< they are played until the motion repeats, and loop without a seam
  ignored  ///< they are played once, from rest
};

/// What only `enrich` knows.
struct CharacterSettings {
  std::string clip = "all";    ///< a clip's name
  int detail = 12000;          ///< elements of the simulation meshes, about
  std::string tet_mesh;        ///< a tetrahedral mesh to use instead; empty for none
  std::optional<int> targets;  ///< this many morph targets a mesh
  double error = 1e-3;         ///< worst error of what is written, relative to the diagonal
  bool normals = false;        ///< write NORMAL deltas too
  double stiff_paint = 1;      ///< how many times stiffer white vertex colours make the body
  double stiff_thin = 2;       ///< thin parts are stiffer by this power of their thinness
  Cycles cycles = Cycles::found;
};

struct EnrichSettings {
  BodySettings body;
  RunSettings run;  ///< fps 0: each clip's own rate, else 30
  CharacterSettings character;
};

/// Where neither frequency nor young is given [Hz]: plainly visible on a person walking, and not
/// too much on an animal running.
inline constexpr double default_enrich_frequency = 1.2;

/// The defaults: corotational, held poses, BDF2, a second of pre-roll.
EnrichSettings default_enrich_settings();

const std::vector<Setting<CharacterSettings>>& character_settings();

/// Those settings of the other tables that `enrich` takes, with its own defaults in words.
std::vector<SettingInfo> enrich_body_infos();
std::vector<SettingInfo> enrich_run_infos();
std::vector<SettingInfo> enrich_output_infos();

/// The defaults with options laid over them. Throws InputError.
EnrichSettings enrich_settings_of(const std::vector<GivenOption>& options);

}  // namespace descant

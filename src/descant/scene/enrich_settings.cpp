// scene/enrich_settings.cpp: the table of what only `enrich` knows, and its defaults for the rest.

#include "descant/scene/enrich_settings.hpp"

#include <algorithm>
#include <map>

#include "descant/scene/setting_makers.hpp"

namespace descant {
namespace {

using namespace setting_makers;
using Own = CharacterSettings;

Setting<Own> clip_setting() {
  return {{.name = "clip",
           .kind = SettingKind::name,
           .fallback = "all",
           .help = "the clip to enrich, by its name in the file, or all of them",
           .example = "Run"},
          [](Own& own, const SettingValue& value, const std::string& place) {
            own.clip = held<std::string>(value, "a name", place);
          },
          [](const Own& own) { return std::optional<SettingValue>(own.clip); }};
}

std::vector<Setting<Own>> make_table() {
  return {
      clip_setting(),
      integer({.name = "detail",
               .fallback = "12000",
               .help = "elements of the simulation meshes of all bodies together, about",
               .example = "30000"},
              &Own::detail, Range{100, 10000000}),
      path({.name = "tet_mesh",
            .fallback = "made from the surface",
            .help = "a tetrahedral mesh around the character at rest, in world units: Medit .mesh "
                    "or Gmsh .msh",
            .example = "fox.msh"},
           &Own::tet_mesh),
      number({.name = "stiff_paint",
              .fallback = "1: colours are only colours",
              .help = "how many times stiffer white vertex colours make the body; black leaves it, "
                      "grey lies between",
              .example = "20"},
             &Own::stiff_paint, factor_range),
      number({.name = "stiff_thin",
              .fallback = "2: ears are as steady as they are long",
              .help = "the power of (usual thickness / thickness) by which thin parts are stiffer; "
                      "0 for the same material everywhere, so that they flap",
              .example = "1"},
             &Own::stiff_thin, Range{0, 4}),
      integer({.name = "targets",
               .fallback = "as many as the error asks for",
               .help = "morph targets to add to each mesh",
               .example = "12"},
              &Own::targets, Range{1, 1000}),
      number({.name = "error",
              .fallback = "0.001",
              .help = "the most a vertex may be off in what is written, relative to the diagonal",
              .example = "0.0005"},
             &Own::error, Range{1e-7, 1, Range::End::closed, Range::End::closed}),
      flag({.name = "normals",
            .fallback = "positions only",
            .help = "write NORMAL deltas too: shading follows the wobble, at twice the size"},
           &Own::normals, {.off = false, .on = true}),
      flag({.name = "once",
            .fallback = "a clip whose last pose is its first again loops without a seam",
            .help = "play every clip once, from rest, also where it is a cycle"},
           &Own::cycles, {.off = Cycles::found, .on = Cycles::ignored}),
  };
}

/// The infos of a table, some with another default, some left out.
template <class Target>
std::vector<SettingInfo> infos(const std::vector<Setting<Target>>& table,
                               const std::map<std::string, std::string>& fallbacks,
                               const std::vector<std::string>& left_out = {}) {
  std::vector<SettingInfo> result;
  for (const Setting<Target>& setting : table) {
    if (std::find(left_out.begin(), left_out.end(), setting.info.name) != left_out.end()) continue;
    result.push_back(setting.info);
    const auto found = fallbacks.find(setting.info.name);
    if (found != fallbacks.end()) result.back().fallback = found->second;
  }
  return result;
}

template <class Target>
void assign(const std::vector<Setting<Target>>& table, const GivenOption& option, Target& target) {
  for (const Setting<Target>& setting : table) {
    if (setting.info.name != option.setting) continue;
    const std::string place = option_name(option.setting);
    setting.assign(target, parse_setting(setting.info, option.texts, place), place);
  }
}

}  // namespace

const std::vector<Setting<CharacterSettings>>& character_settings() {
  static const std::vector<Setting<CharacterSettings>> table = make_table();
  return table;
}

EnrichSettings default_enrich_settings() {
  EnrichSettings settings;
  settings.body.law = LawKind::corotational;
  settings.body.pose = Pose::hold;
  settings.run.fps = 0;
  settings.run.integrator = Integrator::bdf2;
  settings.run.preroll = 1;
  return settings;
}

std::vector<SettingInfo> enrich_body_infos() {
  return infos(body_settings(), {{"material", "corotational"},
                                 {"pose", "hold"},
                                 {"frequency", number_text(default_enrich_frequency) +
                                                   ", more where it would swing too wide"}});
}

std::vector<SettingInfo> enrich_run_infos() {
  return infos(run_settings(),
               {{"fps", "the clip's own rate, else 30"},
                {"integrator", "bdf2"},
                {"preroll", "1"},
                {"loop", "clips that are cycles loop, others do not"}},
               {"frames"});
}

std::vector<SettingInfo> enrich_output_infos() {
  return infos(output_settings(), {{"save", "nothing beside the file"}}, {"checkpoint", "resume"});
}

EnrichSettings enrich_settings_of(const std::vector<GivenOption>& options) {
  EnrichSettings settings = default_enrich_settings();
  expect_one_stiffness(options);
  expect_one_of(options, "error", "targets", "Both say how many targets there are: give one");
  expect_one_of(options, "once", "loop", "Give one of them");
  for (const GivenOption& option : options) {
    assign(body_settings(), option, settings.body);
    assign(run_settings(), option, settings.run);
    assign(character_settings(), option, settings.character);
  }
  return settings;
}

}  // namespace descant

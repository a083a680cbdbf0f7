// scene/body_settings.cpp: the table of what can be set for one body.

#include "descant/scene/setting_makers.hpp"

namespace descant {

namespace {

using namespace setting_makers;
using Body = BodySettings;

// Whichever of young and frequency is said last, and closest to the body, is what counts.
Setting<Body> young_setting() {
  const SettingInfo info{.name = "young",
                         .unit = "Pa",
                         .fallback = "`frequency` sets the stiffness",
                         .help = "Young's modulus; replaces frequency",
                         .example = "1e5"};
  Setting<Body> setting = number(info, &Body::young, young_range);
  setting.assign = [info](Body& body, const SettingValue& value, const std::string& place) {
    body.young = checked_number(held<double>(value, "a number", place), young_range, info, place);
    body.frequency.reset();
  };
  return setting;
}

Setting<Body> frequency_setting() {
  const SettingInfo info{.name = "frequency",
                         .unit = "Hz",
                         .fallback = "3, unless young is given",
                         .help = "how fast the body wobbles; replaces young",
                         .example = "2.5"};
  Setting<Body> setting = number(info, &Body::frequency, frequency_range);
  setting.assign = [info](Body& body, const SettingValue& value, const std::string& place) {
    body.frequency =
        checked_number(held<double>(value, "a number", place), frequency_range, info, place);
    body.young.reset();
  };
  return setting;
}

Setting<Body> leak_setting() {
  const SettingInfo info{.name = "leak",
                         .kind = SettingKind::amount_or_file,
                         .fallback = "0.95",
                         .help =
                             "how much momentum may leak at the surface, between 0 (none: the "
                             "strict contract) and 1; or a .npy file of one number a "
                             "simulation vertex, D itself (1 strict, 0 free)",
                         .example = "0.5"};
  return {info,
          [info](Body& body, const SettingValue& value, const std::string& place) {
            if (const auto* amount = std::get_if<double>(&value)) {
              body.leak = checked_number(*amount, unit_interval, info, place);
              body.leak_file.clear();
              return;
            }
            const auto& file = held<std::string>(value, "a number or the path of a file", place);
            if (file.empty()) throw InputError(place, "the path is empty");
            body.leak_file = file;
          },
          [](const Body& body) -> std::optional<SettingValue> {
            if (!body.leak_file.empty()) return SettingValue{body.leak_file};
            return SettingValue{body.leak};
          }};
}

Setting<Body> rigid_setting() {
  return {{.name = "rigid",
           .kind = SettingKind::names,
           .fallback = "none",
           .help = "handle whose part of the body gets no secondary motion (where its weight is "
                   "above one half)",
           .example = "head"},
          [](Body& body, const SettingValue& value, const std::string& place) {
            body.rigid = held<std::vector<std::string>>(value, "names of handles", place);
          },
          [](const Body& body) -> std::optional<SettingValue> {
            if (body.rigid.empty()) return std::nullopt;
            return SettingValue{body.rigid};
          }};
}

Setting<Body> stiff_setting() {
  return {{.name = "stiff",
           .kind = SettingKind::factors,
           .fallback = "1 everywhere",
           .help = "handle and a factor greater than 0 on the stiffness of its part of the body",
           .example = "tail=4"},
          [](Body& body, const SettingValue& value, const std::string& place) {
            body.stiff.clear();
            for (const auto& text :
                 held<std::vector<std::string>>(value, "handles with factors", place)) {
              body.stiff.push_back(parse_factor(text, place));
            }
          },
          [](const Body& body) -> std::optional<SettingValue> {
            if (body.stiff.empty()) return std::nullopt;
            std::vector<std::string> texts;
            for (const auto& [name, factor] : body.stiff) {
              texts.push_back(name + "=" + number_text(factor));
            }
            return SettingValue{texts};
          }};
}

std::vector<Setting<Body>> make_table() {
  return {
      choice({.name = "material",
              .fallback = "arap",
              .help = "law of the material",
              .example = "stable-neohookean"},
             &Body::law, law_names),
      choice({.name = "volume",
              .fallback = "log",
              .help = "volume term of neohookean: (ln J)^2 or (J-1)^2",
              .example = "quadratic"},
             &Body::volume, volume_names),
      frequency_setting(),
      young_setting(),
      number({.name = "poisson",
              .fallback = "0.35",
              .help = "Poisson's ratio: how much a stretched body thins",
              .example = "0.4"},
             &Body::poisson, Range{-1, 0.5, Range::End::open, Range::End::open}),
      number({.name = "density",
              .unit = "kg/m^3",
              .fallback = "1000",
              .help = "mass by volume (in 2D by area, kg/m^2)",
              .example = "1000"},
             &Body::density, density_range),
      number(
          {.name = "damping",
           .fallback = "0.05",
           .help = "damping ratio of the secondary motion at the body's frequency; 1 is critical",
           .example = "0.1"},
          &Body::damping, damping_range),
      choice({.name = "pose",
              .fallback = "relax",
              .help = "relax lets a posed body seek its rest shape; hold takes the pose as it is",
              .example = "hold"},
             &Body::pose, pose_names),
      leak_setting(),
      rigid_setting(),
      stiff_setting(),
  };
}

}  // namespace

const std::vector<Setting<BodySettings>>& body_settings() {
  static const std::vector<Setting<BodySettings>> table = make_table();
  return table;
}

}  // namespace descant

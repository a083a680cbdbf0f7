// scene/output_settings.hpp: what a run writes and how it reports; options only, never scene keys.

#pragma once

#include <array>
#include <string>
#include <vector>

#include "descant/scene/names.hpp"

namespace descant {

enum class SaveFormat { npy, obj, png, pc2, mdd };
enum class ProgressStyle { automatic, plain, json, none };

inline constexpr std::array<Named<SaveFormat>, 5> save_names{{{SaveFormat::npy, "npy"},
                                                              {SaveFormat::obj, "obj"},
                                                              {SaveFormat::png, "png"},
                                                              {SaveFormat::pc2, "pc2"},
                                                              {SaveFormat::mdd, "mdd"}}};

inline constexpr std::array<Named<ProgressStyle>, 4> progress_names{
    {{ProgressStyle::automatic, "auto"},
     {ProgressStyle::plain, "plain"},
     {ProgressStyle::json, "json"},
     {ProgressStyle::none, "none"}}};

struct OutputSettings {
  int threads = 0;  ///< 0: all cores
  std::vector<SaveFormat> save{SaveFormat::npy};
  std::string report;      ///< path of the report; empty for none
  std::string checkpoint;  ///< path of the checkpoint; empty for none
  bool resume = false;     ///< go on from the checkpoint where it exists
  ProgressStyle progress = ProgressStyle::automatic;
};

}  // namespace descant

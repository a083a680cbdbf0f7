// io/gltf_animation.cpp: the clips of a file.
//
//   output of a cubic spline: in-tangent, value, out-tangent, key by key

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "descant/core/error.hpp"
#include "descant/io/gltf_parts.hpp"
#include "descant/io/text.hpp"

namespace descant {

namespace {

constexpr const char* export_again = "Export the file again";
constexpr double least_quaternion = 1e-6;  // norm

ChannelPath path_of(const JsonNode& node) {
  const std::string path = node.text();
  if (path == "translation") return ChannelPath::translation;
  if (path == "rotation") return ChannelPath::rotation;
  if (path == "scale") return ChannelPath::scale;
  if (path == "weights") return ChannelPath::weights;
  node.fail(shown(path) + " cannot be animated",
            "Known are translation, rotation, scale and weights");
}

Interpolation interpolation_of(const JsonNode& sampler) {
  if (!sampler.has("interpolation")) return Interpolation::linear;
  const JsonNode node = sampler.at("interpolation");
  const std::string name = node.text();
  if (name == "STEP") return Interpolation::step;
  if (name == "LINEAR") return Interpolation::linear;
  if (name == "CUBICSPLINE") return Interpolation::cubic_spline;
  node.fail(shown(name) + " is not known", "Known are STEP, LINEAR and CUBICSPLINE");
}

std::vector<double> read_times(GltfFile& file, const JsonNode& reference) {
  const GltfArray array = read_array(file, reference, {.numbers = NumberKind::real});
  std::vector<double> times(array.values.data(), array.values.data() + array.values.size());
  if (times.front() < 0)
    throw InputError(array.place, fmt::format("key 0 is at {} s, before the start", times.front()),
                     "Move the clip to start at 0 or later");
  for (std::size_t k = 1; k < times.size(); ++k)
    if (!(times[k] > times[k - 1]))
      throw InputError(array.place,
                       fmt::format("key {} at {} s does not come after key {} at {} s", k, times[k],
                                   k - 1, times[k - 1]),
                       "Key times must increase; remove the key");
  return times;
}

// The numbers a channel's path has a key.
Index width_of(ChannelPath path, const CharacterNode& node, const JsonNode& target) {
  switch (path) {
    case ChannelPath::rotation:
      return 4;
    case ChannelPath::weights:
      if (node.morph_weights.size() == 0)
        target.fail("animates morph targets of a node that has none", export_again);
      return node.morph_weights.size();
    default:
      return 3;
  }
}

void read_values(GltfFile& file, const JsonNode& reference, Index width, Channel& channel) {
  const bool is_rotation = channel.path == ChannelPath::rotation;
  const char* type = channel.path == ChannelPath::weights ? "SCALAR"
                     : is_rotation                        ? "VEC4"
                                                          : "VEC3";
  const GltfArray array = read_array(file, reference, {.type = type});
  const bool is_cubic = channel.interpolation == Interpolation::cubic_spline;
  const Index keys = static_cast<Index>(channel.times.size()), sets = is_cubic ? 3 : 1;
  if (array.values.size() / width != keys * sets || array.values.size() % width != 0)
    throw InputError(array.place,
                     fmt::format("holds {} numbers; {} keys of {} need {}", array.values.size(),
                                 keys, width * sets, keys * width * sets),
                     export_again);

  const Eigen::Map<const Positions> rows(array.values.data(), keys, width * sets);
  channel.values = rows.middleCols(is_cubic ? width : 0, width);
  if (is_cubic) {
    channel.in_tangents = rows.leftCols(width);
    channel.out_tangents = rows.rightCols(width);
  }
  for (Index k = 0; is_rotation && k < keys; ++k) {
    const double norm = channel.values.row(k).norm();
    if (!(norm > least_quaternion))
      throw InputError(array.place,
                       fmt::format("key {} is no rotation: a quaternion of length 0", k),
                       export_again);
    if (!is_cubic) channel.values.row(k) /= norm;
  }
}

// A channel that says nothing about a node, as extensions write them, is nothing.
std::optional<Channel> read_channel(GltfFile& file, const JsonNode& node,
                                    const std::vector<JsonNode>& samplers,
                                    const std::vector<CharacterNode>& nodes) {
  const JsonNode target = node.required("target", "what is animated");
  target.expect_object();
  const JsonNode path = target.required("path", "what is animated");
  if (!target.has("node") || path.text() == "pointer") {
    warn(file.log, target.place() + ": animates no node, and is left out");
    return std::nullopt;
  }
  Channel channel;
  channel.node = static_cast<int>(index_of(target.at("node"), nodes.size(), "node"));
  channel.path = path_of(path);
  const JsonNode sampler =
      samplers[index_of(node.required("sampler", "the keys"), samplers.size(), "sampler")];
  channel.interpolation = interpolation_of(sampler);
  channel.times = read_times(file, sampler.required("input", "the key times"));
  const CharacterNode& animated = nodes[static_cast<std::size_t>(channel.node)];
  read_values(file, sampler.required("output", "the values"),
              width_of(channel.path, animated, target), channel);
  return channel;
}

}  // namespace

CharacterClip read_clip(GltfFile& file, std::size_t animation,
                        const std::vector<CharacterNode>& nodes) {
  const JsonNode& node = file.animations[animation];
  CharacterClip clip;
  clip.name = text_or_empty(node, "name");
  const std::vector<JsonNode> samplers = items_or_none(node, "samplers");
  const std::vector<JsonNode> channels = items_or_none(node, "channels");
  if (channels.empty())
    node.fail("is an empty clip: it has no channel", "Remove it, or export the file again");

  std::set<std::pair<int, ChannelPath>> animated;
  for (const JsonNode& item : channels) {
    std::optional<Channel> channel = read_channel(file, item, samplers, nodes);
    if (!channel) continue;
    if (!animated.insert({channel->node, channel->path}).second)
      item.fail(fmt::format("node {} is animated twice in one clip", channel->node),
                "Remove one of the channels");
    clip.duration = std::max(clip.duration, channel->times.back());
    clip.channels.push_back(std::move(*channel));
  }
  return clip;
}

}  // namespace descant

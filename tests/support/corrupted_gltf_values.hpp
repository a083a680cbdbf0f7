// tests/support/corrupted_gltf_values.hpp: files whose arrays are sound and say what cannot be.

#pragma once

#include <limits>
#include <vector>

#include "support/corrupted_gltf.hpp"

namespace descant::test {

using nlohmann::json;

inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
inline constexpr float infinite = std::numeric_limits<float>::infinity();

/// Vertices, triangles, morph targets.
inline std::vector<Corruption> corrupted_meshes() {
  return {
      {"PositionNotANumber", [](SmallGltf& f) { f.put(small_positions, 7, not_a_number); },
       "#/accessors/0", "element 2 is not a finite number"},
      {"PositionInfinite", [](SmallGltf& f) { f.put(small_positions, 0, infinite); },
       "#/accessors/0", "element 0 is not a finite number"},
      {"TargetNotANumber", [](SmallGltf& f) { f.put(small_target, 3, not_a_number); },
       "#/accessors/4", "element 1 is not a finite number"},
      {"TargetOfAnotherLength", [](SmallGltf& f) { f.accessor(small_target)["count"] = 3; },
       "#/accessors/4", "holds 3 elements, and the vertices are 4"},
      {"TargetsOfNothingTakeRoomToo",
       [](SmallGltf& f) {
         f.accessor(small_positions).erase("bufferView");
         f.accessor(small_positions)["count"] = 1000000;
         f.primitive()["targets"][0] = json::object();
       },
       "#/meshes/0/primitives/0/targets/0", "more than a file of this size can use"},
      {"TargetsOfAnotherNumber",
       [](SmallGltf& f) {
         f.json["meshes"][0]["primitives"].push_back(f.primitive());
         f.json["meshes"][0]["primitives"][1].erase("targets");
       },
       "#/meshes/0/primitives/1", "has 0 morph targets"},
      {"WeightsOfAnotherNumber",
       [](SmallGltf& f) {
         f.json["meshes"][0]["weights"] = json::array({0, 1});
       },
       "#/meshes/0/weights", "2 weights for 1 morph targets"},
      {"IndexPastTheVertices", [](SmallGltf& f) { f.put<std::uint16_t>(small_indices, 5, 4); },
       "#/accessors/3", "element 5 names vertex 4 of 4"},
      {"IndicesAreReal", [](SmallGltf& f) { f.primitive()["indices"] = small_morphs; },
       "#/accessors/8/componentType", "whole numbers"},
      {"ModeUnknown", [](SmallGltf& f) { f.primitive()["mode"] = 7; },
       "#/meshes/0/primitives/0/mode", "from 0 to 6"},
      {"NoPositions", [](SmallGltf& f) { f.primitive()["attributes"].erase("POSITION"); },
       "#/meshes/0/primitives/0/attributes", "`POSITION` is missing"},
      {"AttributesAList", [](SmallGltf& f) { f.primitive()["attributes"] = json::array({0}); },
       "#/meshes/0/primitives/0/attributes", "expected an object, not a list"},
      {"AttributePastTheAccessors",
       [](SmallGltf& f) { f.primitive()["attributes"]["POSITION"] = 50; },
       "#/meshes/0/primitives/0/attributes/POSITION", "names accessor 50"},
      {"NoPrimitives", [](SmallGltf& f) { f.json["meshes"][0].erase("primitives"); }, "#/meshes/0",
       "`primitives` is missing"},
      {"MeshANumber", [](SmallGltf& f) { f.json["meshes"][0] = 1; }, "#/meshes/0",
       "expected an object, not a number"},
      {"StiffnessZero",
       [](SmallGltf& f) {
         f.primitive()["attributes"]["_DESCANT_STIFFNESS"] = f.add_floats({1, 1, 0, 1}, "SCALAR");
       },
       "#/accessors/9", "vertex 2: the stiffness"},
  };
}

/// Joints and weights.
inline std::vector<Corruption> corrupted_skins() {
  return {
      {"JointOutOfRange", [](SmallGltf& f) { f.put<std::uint8_t>(small_joints, 8, 2); },
       "#/accessors/1", "vertex 2: joint 2 of a skin with 2"},
      {"JointsAreReal",
       [](SmallGltf& f) { f.primitive()["attributes"]["JOINTS_0"] = small_weights; },
       "#/accessors/2/componentType", "whole numbers"},
      {"WeightsSumToZero", [](SmallGltf& f) { f.put(small_weights, 4, 0.0f); }, "#/accessors/2",
       "vertex 1: the weights sum to 0"},
      {"WeightNotANumber", [](SmallGltf& f) { f.put(small_weights, 5, not_a_number); },
       "#/accessors/2", "element 1 is not a finite number"},
      {"WeightNegative", [](SmallGltf& f) { f.put(small_weights, 5, -0.5f); }, "#/accessors/2",
       "vertex 1: a weight of -0.5"},
      {"WeightsMissing", [](SmallGltf& f) { f.primitive()["attributes"].erase("WEIGHTS_0"); },
       "#/meshes/0/primitives/0/attributes", "`WEIGHTS_0` is missing"},
      {"WeightsOfAnotherLength", [](SmallGltf& f) { f.accessor(small_weights)["count"] = 3; },
       "#/accessors/2", "holds 3 elements, and the vertices are 4"},
      {"NoJoints", [](SmallGltf& f) { f.json["skins"][0]["joints"] = json::array(); },
       "#/skins/0/joints", "no joint"},
      {"JointPastTheNodes", [](SmallGltf& f) { f.json["skins"][0]["joints"][1] = 3; },
       "#/skins/0/joints/1", "names node 3"},
      {"TooFewBindMatrices", [](SmallGltf& f) { f.accessor(small_binds)["count"] = 1; },
       "#/accessors/5", "1 inverse bind matrices for 2 joints"},
      {"BindMatrixNotANumber", [](SmallGltf& f) { f.put(small_binds, 20, not_a_number); },
       "#/accessors/5", "element 1 is not a finite number"},
      {"BindMatrixProjective", [](SmallGltf& f) { f.put(small_binds, 19, 1.0f); }, "#/accessors/5",
       "matrix 1 does not end in the row 0 0 0 1"},
  };
}

/// The tree.
inline std::vector<Corruption> corrupted_nodes() {
  return {
      {"OwnChild", [](SmallGltf& f) { f.json["nodes"][2]["children"] = json::array({2}); },
       "#/nodes/2/children/0", "already is a child"},
      {"Cycle", [](SmallGltf& f) { f.json["nodes"][2]["children"] = json::array({1}); },
       "#/nodes/1", "its own ancestor"},
      {"TwoParents", [](SmallGltf& f) { f.json["nodes"][0]["children"] = json::array({2}); },
       "#/nodes/1/children/0", "already is a child of node 0"},
      {"ChildPastTheEnd", [](SmallGltf& f) { f.json["nodes"][0]["children"] = json::array({3}); },
       "#/nodes/0/children/0", "names node 3"},
      {"ChildrenANumber", [](SmallGltf& f) { f.json["nodes"][0]["children"] = 2; },
       "#/nodes/0/children", "expected a list"},
      {"MeshPastTheEnd", [](SmallGltf& f) { f.json["nodes"][0]["mesh"] = 1; }, "#/nodes/0/mesh",
       "names mesh 1"},
      {"MeshAText", [](SmallGltf& f) { f.json["nodes"][0]["mesh"] = "0"; }, "#/nodes/0/mesh",
       "expected a number"},
      {"SkinPastTheEnd", [](SmallGltf& f) { f.json["nodes"][0]["skin"] = 1; }, "#/nodes/0/skin",
       "names skin 1"},
      {"QuaternionOfZeros",
       [](SmallGltf& f) {
         f.json["nodes"][1]["rotation"] = json::array({0, 0, 0, 0});
       },
       "#/nodes/1/rotation", "no rotation"},
      {"TranslationTooShort",
       [](SmallGltf& f) {
         f.json["nodes"][2]["translation"] = json::array({0, 1});
       },
       "#/nodes/2/translation", "must be 3 numbers, not 2"},
      {"TranslationTooLarge",
       [](SmallGltf& f) {
         f.json["nodes"][2]["translation"] = json::array({0, 1e300, 0});
       },
       "#/nodes/2/translation", "too large"},
      {"MatrixTooShort",
       [](SmallGltf& f) { f.json["nodes"][2]["matrix"] = std::vector<int>(15, 0); },
       "#/nodes/2/matrix", "must be 16 numbers, not 15"},
      {"MatrixProjective",
       [](SmallGltf& f) { f.json["nodes"][2]["matrix"] = std::vector<int>(16, 1); },
       "#/nodes/2/matrix", "0 0 0 1"},
      {"WeightsOfAnotherNumber",
       [](SmallGltf& f) { f.json["nodes"][0]["weights"] = json::array(); }, "#/nodes/0/weights",
       "0 weights for 1 morph targets"},
  };
}

inline nlohmann::json& first_channel(SmallGltf& file) {
  return file.json["animations"][0]["channels"][0];
}
inline nlohmann::json& first_sampler(SmallGltf& file) {
  return file.json["animations"][0]["samplers"][0];
}

/// Channels and keys.
inline std::vector<Corruption> corrupted_clips() {
  return {
      {"Empty", [](SmallGltf& f) { f.json["animations"][0]["channels"] = json::array(); },
       "#/animations/0", "empty clip"},
      {"NoChannels", [](SmallGltf& f) { f.json["animations"][0].erase("channels"); },
       "#/animations/0", "empty clip"},
      {"NoKeys", [](SmallGltf& f) { f.accessor(small_times)["count"] = 0; }, "#/accessors/6/count",
       "empty"},
      {"TimeBackwards", [](SmallGltf& f) { f.put(small_times, 2, 0.25f); }, "#/accessors/6",
       "key 2 at 0.25 s does not come after key 1 at 0.5 s"},
      {"TimeTwice", [](SmallGltf& f) { f.put(small_times, 2, 0.5f); }, "#/accessors/6",
       "key 2 at 0.5 s does not come after"},
      {"TimeNegative", [](SmallGltf& f) { f.put(small_times, 0, -1.0f); }, "#/accessors/6",
       "before the start"},
      {"TimeNotANumber", [](SmallGltf& f) { f.put(small_times, 1, not_a_number); }, "#/accessors/6",
       "element 1 is not a finite number"},
      {"TimesAreWhole", [](SmallGltf& f) { first_sampler(f)["input"] = small_indices; },
       "#/accessors/3/componentType", "real numbers"},
      {"ValueInfinite", [](SmallGltf& f) { f.put(small_turns, 5, infinite); }, "#/accessors/7",
       "element 1 is not a finite number"},
      {"RotationOfZeros", [](SmallGltf& f) { f.put(small_turns, 3, 0.0f); }, "#/accessors/7",
       "key 0 is no rotation"},
      {"ValuesOfAnotherNumber", [](SmallGltf& f) { f.accessor(small_turns)["count"] = 2; },
       "#/accessors/7", "holds 8 numbers; 3 keys of 4 need 12"},
      {"CubicWithoutTangents",
       [](SmallGltf& f) { first_sampler(f)["interpolation"] = "CUBICSPLINE"; }, "#/accessors/7",
       "3 keys of 12 need 36"},
      {"InterpolationUnknown", [](SmallGltf& f) { first_sampler(f)["interpolation"] = "BEZIER"; },
       "#/animations/0/samplers/0/interpolation", "BEZIER"},
      {"PathUnknown", [](SmallGltf& f) { first_channel(f)["target"]["path"] = "colour"; },
       "#/animations/0/channels/0/target/path", "cannot be animated"},
      {"NodePastTheEnd", [](SmallGltf& f) { first_channel(f)["target"]["node"] = 9; },
       "#/animations/0/channels/0/target/node", "names node 9"},
      {"SamplerPastTheEnd", [](SmallGltf& f) { first_channel(f)["sampler"] = 2; },
       "#/animations/0/channels/0/sampler", "names sampler 2"},
      {"NoTarget", [](SmallGltf& f) { first_channel(f).erase("target"); },
       "#/animations/0/channels/0", "`target` is missing"},
      {"NoOutput", [](SmallGltf& f) { first_sampler(f).erase("output"); },
       "#/animations/0/samplers/0", "`output` is missing"},
      {"WeightsOfANodeWithoutTargets",
       [](SmallGltf& f) { first_channel(f)["target"]["path"] = "weights"; },
       "#/animations/0/channels/0/target", "a node that has none"},
      {"OneQuantityTwice",
       [](SmallGltf& f) { f.json["animations"][0]["channels"].push_back(first_channel(f)); },
       "#/animations/0/channels/2", "animated twice"},
  };
}

}  // namespace descant::test

// tests/support/corrupted_gltf_arrays.hpp: files whose arrays, or whose whole, cannot be right.

#pragma once

#include <vector>

#include "support/corrupted_gltf.hpp"

namespace descant::test {

using nlohmann::json;

/// Accessors, views and buffers.
inline std::vector<Corruption> corrupted_arrays() {
  return {
      {"AccessorOffsetPastTheView",
       [](SmallGltf& f) { f.accessor(small_positions)["byteOffset"] = 4; }, "#/accessors/0",
       "do not fit a bufferView of 48 bytes"},
      {"AccessorOffsetNearTwoToThe53",
       [](SmallGltf& f) { f.accessor(small_positions)["byteOffset"] = 9007199254740991; },
       "#/accessors/0", "do not fit"},
      {"AccessorOffsetNegative",
       [](SmallGltf& f) { f.accessor(small_positions)["byteOffset"] = -4; },
       "#/accessors/0/byteOffset", "whole number"},
      {"AccessorOffsetAText", [](SmallGltf& f) { f.accessor(small_positions)["byteOffset"] = "0"; },
       "#/accessors/0/byteOffset", "expected a number, not a text"},
      {"CountOneTooMany", [](SmallGltf& f) { f.accessor(small_positions)["count"] = 5; },
       "#/accessors/0", "5 elements of 12 bytes"},
      {"CountFourBillion", [](SmallGltf& f) { f.accessor(small_positions)["count"] = 4000000000; },
       "#/accessors/0/count", "more than a file of this size can use"},
      {"CountFourBillionOfZeros",
       [](SmallGltf& f) {
         f.accessor(small_target).erase("bufferView");
         f.accessor(small_target)["count"] = 4000000000;
       },
       "#/accessors/4/count", "more than a file of this size can use"},
      {"CountBeyondAnyInteger", [](SmallGltf& f) { f.accessor(small_positions)["count"] = 1e300; },
       "#/accessors/0/count", "whole number"},
      {"CountZero", [](SmallGltf& f) { f.accessor(small_positions)["count"] = 0; },
       "#/accessors/0/count", "empty"},
      {"CountAFraction", [](SmallGltf& f) { f.accessor(small_positions)["count"] = 3.5; },
       "#/accessors/0/count", "whole number"},
      {"CountMissing", [](SmallGltf& f) { f.accessor(small_positions).erase("count"); },
       "#/accessors/0", "`count` is missing"},
      {"ComponentTypeUnknown",
       [](SmallGltf& f) { f.accessor(small_positions)["componentType"] = 5124; },
       "#/accessors/0/componentType", "no component type"},
      {"TypeUnknown", [](SmallGltf& f) { f.accessor(small_positions)["type"] = "VEC7"; },
       "#/accessors/0/type", "must be VEC3"},
      {"TypeOfAnotherWidth", [](SmallGltf& f) { f.accessor(small_positions)["type"] = "VEC2"; },
       "#/accessors/0/type", "must be VEC3"},
      {"NormalizedANumber", [](SmallGltf& f) { f.accessor(small_positions)["normalized"] = 1; },
       "#/accessors/0/normalized", "true or false"},
      {"ViewNumberPastTheEnd", [](SmallGltf& f) { f.accessor(small_positions)["bufferView"] = 99; },
       "#/accessors/0/bufferView", "names bufferView 99"},
      {"ViewNumberWrapsAround",
       [](SmallGltf& f) { f.accessor(small_positions)["bufferView"] = 4294967296; },
       "#/accessors/0/bufferView", "names bufferView 4294967296"},
      {"ViewPastTheBuffer", [](SmallGltf& f) { f.view_of(small_positions)["byteLength"] = 100000; },
       "#/bufferViews/0", "ends at byte 100000"},
      {"ViewOffsetPastTheBuffer",
       [](SmallGltf& f) { f.view_of(small_positions)["byteOffset"] = 9007199254740991; },
       "#/bufferViews/0", "of a buffer of"},
      {"ViewLengthMissing", [](SmallGltf& f) { f.view_of(small_positions).erase("byteLength"); },
       "#/bufferViews/0", "`byteLength` is missing"},
      {"ViewBufferPastTheEnd", [](SmallGltf& f) { f.view_of(small_positions)["buffer"] = 1; },
       "#/bufferViews/0/buffer", "names buffer 1"},
      {"StrideSmallerThanAnElement",
       [](SmallGltf& f) { f.view_of(small_positions)["byteStride"] = 4; }, "#/accessors/0",
       "byteStride of 4"},
      {"StrideHuge", [](SmallGltf& f) { f.view_of(small_positions)["byteStride"] = 4294967295; },
       "#/bufferViews/0/byteStride", "252"},
      {"StrideRunsPastTheView", [](SmallGltf& f) { f.view_of(small_positions)["byteStride"] = 16; },
       "#/accessors/0", "do not fit"},
      {"BufferLongerThanItsBytes",
       [](SmallGltf& f) {
         f.json["buffers"] = {{{"byteLength", 1000000}}};
       },
       "#/buffers/0", "promises 1000000 bytes"},
      {"SecondBufferWithoutBytes",
       [](SmallGltf& f) {
         f.json["buffers"] = {{{"byteLength", f.bytes.size()}}, {{"byteLength", 4}}};
       },
       "#/buffers/1", "neither a uri nor a binary chunk"},
  };
}

/// Two values for the morph target at the elements `where`.
inline SmallGltf& with_sparse(SmallGltf& file, const std::vector<std::uint8_t>& where) {
  const int indices = file.add_view(where);
  const int values = file.add_view<float>({0, 0, 1, 0, 0, 2});
  file.accessor(small_target)["sparse"] = {
      {"count", where.size()},
      {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
      {"values", {{"bufferView", values}}}};
  return file;
}

/// Sparse accessors.
inline std::vector<Corruption> corrupted_sparse() {
  return {
      {"IndexPastTheEnd",
       [](SmallGltf& f) {
         with_sparse(f, {1, 4});
       },
       "#/accessors/4/sparse/indices", "entry 1 names element 4 of 4"},
      {"IndexTwice",
       [](SmallGltf& f) {
         with_sparse(f, {1, 1});
       },
       "#/accessors/4/sparse/indices", "must increase"},
      {"MoreValuesThanBytes",
       [](SmallGltf& f) {
         with_sparse(f, {0, 1, 2});
       },
       "#/accessors/4/sparse/values", "do not fit"},
      {"CountLargerThanTheArray",
       [](SmallGltf& f) {
         with_sparse(f, {0, 1}).accessor(4)["sparse"]["count"] = 4000000000;
       },
       "#/accessors/4/sparse/count", "from 1 to 4"},
      {"IndicesAreReal",
       [](SmallGltf& f) {
         with_sparse(f, {0, 1}).accessor(4)["sparse"]["indices"]["componentType"] = 5126;
       },
       "#/accessors/4/sparse/indices/componentType", "must be 5121"},
      {"NoIndices",
       [](SmallGltf& f) {
         with_sparse(f, {0, 1}).accessor(4)["sparse"].erase("indices");
       },
       "#/accessors/4/sparse", "`indices` is missing"},
      {"AList", [](SmallGltf& f) { f.accessor(4)["sparse"] = json::array(); },
       "#/accessors/4/sparse", "expected an object"},
  };
}

/// The file as a whole, and what it requires.
inline std::vector<Corruption> corrupted_whole() {
  return {
      {"NoAsset", [](SmallGltf& f) { f.json.erase("asset"); }, "", "`asset` is missing"},
      {"AssetAText", [](SmallGltf& f) { f.json["asset"] = "2.0"; }, "#/asset",
       "expected an object"},
      {"Version1", [](SmallGltf& f) { f.json["asset"]["version"] = "1.0"; }, "#/asset/version",
       "glTF '1.0' is not read"},
      {"NewerVersionNeeded", [](SmallGltf& f) { f.json["asset"]["minVersion"] = "2.1"; },
       "#/asset/minVersion", "needs a reader of glTF '2.1'"},
      {"NodesAnObject", [](SmallGltf& f) { f.json["nodes"] = json::object(); }, "#/nodes",
       "expected a list of nodes, not an object"},
      {"NodesOfNumbers",
       [](SmallGltf& f) {
         f.json["nodes"] = json::array({1, 2, 3});
       },
       "#/nodes/0", "expected an object"},
      {"AccessorsAText", [](SmallGltf& f) { f.json["accessors"] = "none"; }, "#/accessors",
       "expected a list of accessors, not a text"},
      {"BuffersANumber", [](SmallGltf& f) { f.json["buffers"] = 1; }, "#/buffers",
       "expected a list of buffers"},
      {"AnimationsNull", [](SmallGltf& f) { f.json["animations"] = nullptr; }, "#/animations",
       "expected a list of animations, not null"},
      {"Draco",
       [](SmallGltf& f) {
         f.json["extensionsRequired"] = json::array({"KHR_draco_mesh_compression"});
       },
       "#/extensionsRequired/0", "npx @gltf-transform/cli copy in.glb out.glb"},
      {"DracoOnAPrimitive",
       [](SmallGltf& f) {
         f.primitive()["extensions"]["KHR_draco_mesh_compression"] = 0;
         f.accessor(small_positions).erase("bufferView");
       },
       "#/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression", "Decompress it first"},
      {"Meshopt",
       [](SmallGltf& f) {
         f.json["extensionsRequired"] = json::array({"EXT_meshopt_compression"});
       },
       "#/extensionsRequired/0", "Decompress it first"},
      {"MeshoptBufferWithoutBytes",
       [](SmallGltf& f) {
         f.json["buffers"] = {{{"byteLength", f.bytes.size()}}, {{"byteLength", 4}}};
         f.json["buffers"][1]["extensions"]["EXT_meshopt_compression"]["fallback"] = true;
       },
       "#/buffers/1/extensions/EXT_meshopt_compression", "Decompress it first"},
      {"UnknownExtensionRequired",
       [](SmallGltf& f) {
         f.json["extensionsRequired"] = json::array({"KHR_mesh_quantization", "ACME_cloth"});
       },
       "#/extensionsRequired/1", "ACME_cloth"},
      {"NestedTooDeep",
       [](SmallGltf& f) {
         json deep = json::array();
         for (int i = 0; i < 100; ++i) deep = json::array({deep});
         f.json["extras"] = deep;
       },
       "", "nested deeper than 64"},
  };
}

}  // namespace descant::test

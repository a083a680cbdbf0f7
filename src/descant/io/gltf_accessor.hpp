// io/gltf_accessor.hpp: a glTF file being read, and the arrays its accessors stand for.
//
//   accessor → bufferView → buffer        offset, stride and count, each inside the next
//
// tinygltf 2.7 was tried for this and left out: it reads fields of a wrong type as if they were
// missing, cuts wide integers, drops channels, overflows the stack on nested extras, and its
// messages name no place.

#pragma once

#include <string>
#include <vector>

#include "descant/core/log.hpp"
#include "descant/core/types.hpp"
#include "descant/io/gltf_json.hpp"

namespace descant {

/// The lists of a glTF document, and what is left of the room its arrays may take.
struct GltfFile {
  JsonNode root;
  const std::vector<std::string>& buffers;
  const Log& log;
  std::vector<JsonNode> buffer_views, accessors, nodes, meshes, skins, animations;
  std::size_t numbers_left;  ///< so that a small file cannot ask for all memory
};

/// The lists of `root`; both outlive the result.
GltfFile gltf_file(const JsonNode& root, const std::vector<std::string>& buffers, const Log& log);

/// Takes room for `count` × `width` numbers; throws at `node`, which asks for them, if there is
/// none.
void take_room(GltfFile& file, const JsonNode& node, std::size_t count, std::size_t width);

enum class NumberKind { any, real, unsigned_integer };
enum class NotFinite { is_an_error, becomes_zero };

/// What the reader of an array expects of it.
struct ArrayWish {
  const char* type = "SCALAR";  ///< SCALAR, VEC3, VEC4 or MAT4
  NumberKind numbers = NumberKind::any;
  NotFinite not_finite = NotFinite::is_an_error;
};

/// An accessor written out: normalised integers divided, sparse entries put in place.
struct GltfArray {
  std::string place;  ///< file#/accessors/3
  Positions values;   ///< count × 1, 3, 4 or 16
};

/// The array of the accessor that `reference` names by its number. Throws InputError at the
/// accessor, view or buffer that is wrong.
GltfArray read_array(GltfFile& file, const JsonNode& reference, const ArrayWish& wish);

}  // namespace descant

// io/gltf_document.hpp: a glTF file as it lies on the disk: its JSON text and its buffers.

#pragma once

#include <string>
#include <vector>

#include "descant/io/file.hpp"

namespace descant {

/// The container taken apart, nothing interpreted. Writing starts from this, so that what is not
/// understood survives.
struct GltfDocument {
  std::string path;
  bool is_binary = false;            ///< `.glb`; the first buffer may then be its binary chunk
  std::string json;                  ///< the JSON text as it stands in the file
  std::vector<std::string> buffers;  ///< bytes, exactly `byteLength` of each
  std::vector<std::string> files;    ///< all that were read; a run never writes over them
};

/// Takes a `.glb` or `.gltf` apart; buffers embedded as data URIs are decoded, those in files
/// beside it are read by `read`. Throws InputError naming the file and the chunk or buffer.
GltfDocument parse_gltf_document(const std::string& bytes, const std::string& path,
                                 const FileReader& read = read_file);
GltfDocument read_gltf_document(const std::string& path);

}  // namespace descant

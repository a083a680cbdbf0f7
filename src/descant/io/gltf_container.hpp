// io/gltf_container.hpp: the files a glTF document is written to, and the buffer that grows.

#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "descant/io/gltf_edit.hpp"

namespace descant {

/// The one buffer of a document that new bytes go to.
struct GrowingBuffer {
  int index = 0;          ///< in `buffers`
  std::string file_name;  ///< beside the file; empty inside a `.glb`
  std::string bytes;      ///< begins with what it already held
  void align() { bytes.resize((bytes.size() + 3) / 4 * 4, '\0'); }  ///< to four bytes
};

/// Makes `root` ready to be written to `out_path` and says which buffer takes what is new: the
/// binary chunk, into which other buffers (and the image files of a `.gltf`) are packed; or, for
/// `.gltf`, the former binary chunk as a file, or else a new file. Throws InputError at `out_path`
/// for any other ending.
GrowingBuffer prepared_buffer(nlohmann::ordered_json& root, const GltfDocument& document,
                              const std::string& out_path);

/// The files; `root` gets the buffer's length. `.gltf` text is spread over lines where the
/// original's is. Throws InputError at `out_path` when a `.glb` would pass 4 GiB.
GltfFiles container_files(nlohmann::ordered_json& root, GrowingBuffer buffer,
                          const GltfDocument& document, const std::string& out_path);

}  // namespace descant

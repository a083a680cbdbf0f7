// io/file.hpp: whole files in, whole files out.
//
// What is written goes to a temporary name beside the target and is renamed once complete, so that
// an interrupted or failed run leaves the old file whole.

#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

namespace descant {

/// The bytes of the file at `path`. Throws InputError naming the path when it is missing, a folder,
/// unreadable, or larger than 4 GiB.
std::string read_file(const std::string& path);

/// How a reader that follows file names gets at their bytes; `read_file`, or a stand-in.
using FileReader = std::function<std::string(const std::string& path)>;

/// `name` as seen from the folder that holds the file `from`; absolute names stay as they are.
std::string path_beside(const std::string& from, const std::string& name);

/// Writes `bytes` to `path`, all or nothing. Throws InputError when that is not possible.
void write_file(const std::string& path, std::string_view bytes);

/// True for what must not be replaced by a new file: devices, pipes, the program's own output.
bool is_written_directly(const std::string& path);

/// A file that appears under its name only when `commit` is called; else nothing is left behind.
/// Devices and pipes, which must not be replaced, are written directly.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);  ///< at the end of what has been written
  void rewind();                       ///< the next write starts at the beginning again
  void commit();                       ///< closes and renames; call once, last

  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;       ///< as the user gave it
  std::string target_;     ///< with symbolic links followed
  std::string temporary_;  ///< empty when written directly, or once committed
  std::FILE* file_ = nullptr;
};

}  // namespace descant

// io/file.cpp: whole files in, whole files out.

#include "descant/io/file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "descant/core/error.hpp"

namespace descant {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{4} << 30;  // [bytes]

[[noreturn]] void fail_too_large(const std::string& path) {
  throw InputError(path, "is larger than 4 GiB",
                   "Split it, or use a coarser mesh or a shorter clip");
}

// The open stream a path stands for, or −1. To open it anew would write over what it holds where
// it has been directed into a file.
int own_stream(const std::string& path) {
  return path == "/dev/stdout" ? STDOUT_FILENO : path == "/dev/stderr" ? STDERR_FILENO : -1;
}

// Opens a new file beside `target` under a name nobody else uses.
std::FILE* open_beside(const std::string& target, std::string& temporary) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    temporary = target + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    if (std::FILE* file = std::fopen(temporary.c_str(), "wbx")) return file;
    if (errno != EEXIST) break;
  }
  const int error = errno;
  temporary.clear();
  errno = error;
  return nullptr;
}

}  // namespace

std::string read_file(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status))
    throw InputError(path, "cannot be found", "Check the name and the folder it is in");
  if (fs::is_directory(status)) throw InputError(path, "is a folder", "Name a file inside it");

  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) throw InputError(path, std::string("cannot be opened: ") + std::strerror(errno));

  // a regular file says how much to expect; devices and pipes do not
  std::string bytes;
  if (fs::is_regular_file(status)) {
    const std::uintmax_t size = fs::file_size(path, error);
    if (!error && size > largest_file) fail_too_large(path);
    if (!error) bytes.reserve(static_cast<std::size_t>(size));
  }
  char chunk[1 << 16];
  while (const std::size_t got = std::fread(chunk, 1, sizeof chunk, file.get())) {
    bytes.append(chunk, got);
    if (bytes.size() > largest_file) fail_too_large(path);
  }
  if (std::ferror(file.get()))
    throw InputError(path, std::string("cannot be read: ") + std::strerror(errno));
  return bytes;
}

std::string path_beside(const std::string& from, const std::string& name) {
  return (fs::path(from).parent_path() / name).string();
}

bool is_written_directly(const std::string& path) {
  if (own_stream(path) >= 0) return true;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

void write_file(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), target_(path_) {
  std::error_code error;
  const fs::file_status status = fs::status(path_, error);
  if (fs::is_directory(status))
    throw InputError(path_, "is a folder, and cannot be written as a file", "Give a file name");
  const fs::path folder = fs::path(path_).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error))
    throw InputError(path_, "cannot be written: there is no folder " + folder.string(),
                     "Make the folder first");

  if (is_written_directly(path_)) {
    const int stream = own_stream(path_);
    file_ = stream >= 0 ? ::fdopen(::dup(stream), "wb") : std::fopen(path_.c_str(), "wb");
  } else {
    if (fs::exists(status)) {
      const fs::path resolved = fs::canonical(path_, error);
      if (!error) target_ = resolved.string();
    }
    file_ = open_beside(target_, temporary_);
  }
  if (!file_) fail(errno);
}

AtomicFile::~AtomicFile() {
  if (file_) std::fclose(file_);
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  if (bytes.empty()) return;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail(errno);
}

void AtomicFile::rewind() {
  if (std::fseek(file_, 0, SEEK_SET) != 0) fail(errno);
}

void AtomicFile::commit() {
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail(errno);
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void AtomicFile::fail(int error) const {
  throw InputError(path_, std::string("cannot be written: ") + std::strerror(error),
                   "Check the folder's permissions and the free space");
}

}  // namespace descant

// run/checkpoint.cpp: the file: a line of text, counts and numbers, a hash of all before it.
//
//   "descant checkpoint 3\n"  version  fingerprint  bodies…  FNV-1a of everything before
//
// Little-endian doubles and 64-bit integers, each list after its length.

#include "descant/run/checkpoint.hpp"

#include <bit>
#include <cstring>
#include <fstream>

#include "descant/core/error.hpp"
#include "descant/run/fingerprint.hpp"

namespace descant {

namespace {

static_assert(std::endian::native == std::endian::little);
constexpr std::string_view magic = "descant checkpoint 3\n";

class Writer {
 public:
  void raw(std::string_view bytes) { bytes_ += bytes; }
  void integer(std::int64_t value) { pod(value); }
  void number(double value) { pod(value); }
  void text(const std::string& value) {
    integer(static_cast<std::int64_t>(value.size()));
    raw(value);
  }
  void vector(const Vector& values) {
    integer(values.size());
    raw({reinterpret_cast<const char*>(values.data()), sizeof(double) * values.size()});
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class T>
  void pod(T value) {
    raw({reinterpret_cast<const char*>(&value), sizeof value});
  }
  std::string bytes_;
};

class Reader {
 public:
  Reader(std::string_view bytes, const std::string& place) : bytes_(bytes), place_(place) {}

  std::string_view raw(size_t count) {
    if (count > bytes_.size() - at_) fail();
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }
  std::int64_t integer() { return pod<std::int64_t>(); }
  double number() { return pod<double>(); }
  size_t count(size_t bytes_each) {
    const std::int64_t value = integer();
    if (value < 0 || static_cast<size_t>(value) > (bytes_.size() - at_) / bytes_each) fail();
    return static_cast<size_t>(value);
  }
  std::string text() { return std::string(raw(count(1))); }
  Vector vector() {
    const size_t size = count(sizeof(double));
    Vector values(static_cast<Index>(size));
    const std::string_view from = raw(size * sizeof(double));
    if (size > 0) std::memcpy(values.data(), from.data(), from.size());
    return values;
  }
  size_t at() const { return at_; }
  [[noreturn]] void fail() const {
    throw InputError(place_, "is not a whole checkpoint of this program",
                     "Leave out --resume, or remove the file, to start at frame 0");
  }

 private:
  template <class T>
  T pod() {
    T value;
    std::memcpy(&value, raw(sizeof value).data(), sizeof value);
    return value;
  }
  std::string_view bytes_;
  const std::string& place_;
  size_t at_ = 0;
};

void write_frame(Writer& out, const FrameReport& frame) {
  out.integer(frame.frame);
  out.integer(frame.iterations);
  out.integer(frame.fallbacks);
  out.integer(static_cast<int>(frame.status));
  for (double value : {frame.time, frame.seconds, frame.energy, frame.contract, frame.momentum,
                       frame.rms, frame.max}) {
    out.number(value);
  }
}

FrameReport read_frame(Reader& in) {
  FrameReport frame;
  frame.frame = static_cast<int>(in.integer());
  frame.iterations = static_cast<int>(in.integer());
  frame.fallbacks = static_cast<int>(in.integer());
  const std::int64_t status = in.integer();
  if (status < 0 || status > static_cast<int>(StepStatus::not_finite)) in.fail();
  frame.status = static_cast<StepStatus>(status);
  for (double* value : {&frame.time, &frame.seconds, &frame.energy, &frame.contract,
                        &frame.momentum, &frame.rms, &frame.max}) {
    *value = in.number();
  }
  return frame;
}

std::uint64_t hash_of(std::string_view bytes) {
  Fingerprint fingerprint;
  fingerprint.add(bytes);
  return fingerprint.value();
}

}  // namespace

std::string checkpoint_bytes(const Checkpoint& checkpoint) {
  Writer out;
  out.raw(magic);
  out.text(checkpoint.version);
  out.integer(static_cast<std::int64_t>(checkpoint.fingerprint));
  out.integer(static_cast<std::int64_t>(checkpoint.bodies.size()));
  for (const BodyProgress& body : checkpoint.bodies) {
    out.integer(body.state.next_frame);
    out.integer(body.state.motion.num_steps);
    visit_dofs(body.state.motion, [&](const Vector& part) { out.vector(part); });
    out.integer(static_cast<std::int64_t>(body.state.motion.bounds.size()));
    for (const Vector& bound : body.state.motion.bounds) out.vector(bound);
    out.integer(static_cast<std::int64_t>(body.frames.size()));
    for (size_t i = 0; i < body.frames.size(); ++i) {
      write_frame(out, body.frames[i]);
      out.vector(body.u_c[i]);
    }
  }
  out.integer(static_cast<std::int64_t>(hash_of(out.bytes())));
  return out.bytes();
}

Checkpoint parse_checkpoint(std::string_view bytes, const std::string& place) {
  Reader in(bytes, place);
  if (in.raw(std::min(magic.size(), bytes.size())) != magic) in.fail();
  Checkpoint checkpoint;
  checkpoint.version = in.text();
  checkpoint.fingerprint = static_cast<std::uint64_t>(in.integer());
  const size_t num_bodies = in.count(sizeof(std::int64_t));
  for (size_t b = 0; b < num_bodies; ++b) {
    BodyProgress body;
    body.state.next_frame = static_cast<int>(in.integer());
    body.state.motion.num_steps = in.integer();
    visit_dofs(body.state.motion, [&](Vector& part) { part = in.vector(); });
    const size_t num_bounds = in.count(sizeof(std::int64_t));
    for (size_t i = 0; i < num_bounds; ++i) body.state.motion.bounds.push_back(in.vector());
    const size_t num_frames = in.count(sizeof(double));
    for (size_t i = 0; i < num_frames; ++i) {
      body.frames.push_back(read_frame(in));
      body.u_c.push_back(in.vector());
    }
    checkpoint.bodies.push_back(std::move(body));
  }
  const size_t hashed = in.at();
  if (static_cast<std::uint64_t>(in.integer()) != hash_of(bytes.substr(0, hashed))) in.fail();
  if (in.at() != bytes.size()) in.fail();
  return checkpoint;
}

bool is_checkpoint_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(magic.size(), '\0');
  return file.read(start.data(), static_cast<std::streamsize>(start.size())) && start == magic;
}

}  // namespace descant

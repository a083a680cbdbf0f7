// tests/io/npy_test.cpp: NumPy arrays of every kind we read, and broken ones.

#include "descant/io/npy.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "support/input_error.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

// A .npy file of the given version, header dictionary and values.
template <class T>
std::string npy(int version, const std::string& header, const std::vector<T>& values) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (int b = 0; b < (version == 1 ? 2 : 4); ++b)
    bytes += static_cast<char>(header.size() >> (8 * b) & 255);
  bytes += header;
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof(T) * values.size());
  if (!values.empty()) std::memcpy(bytes.data() + at, values.data(), sizeof(T) * values.size());
  return bytes;
}

std::string dictionary(const std::string& type, const std::string& order,
                       const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

TEST(Npy, ReadsEveryTypeAndVersion) {
  const std::vector<double> expected = {1, 0, 1, 1, 0, 1};
  const std::vector<Index> shape = {2, 3};
  const auto check = [&](const std::string& bytes) {
    const NpyArray array = parse_npy(bytes, "a.npy");
    EXPECT_EQ(array.shape, shape);
    EXPECT_EQ(array.values, expected);
  };
  check(npy<double>(1, dictionary("<f8", "False", "(2, 3)"), {1, 0, 1, 1, 0, 1}));
  check(npy<float>(2, dictionary("<f4", "False", "(2,3)"), {1, 0, 1, 1, 0, 1}));
  check(npy<std::int64_t>(3, dictionary("<i8", "False", "(2, 3,)"), {1, 0, 1, 1, 0, 1}));
  check(npy<std::int32_t>(1, dictionary("=i4", "False", "(2, 3)"), {1, 0, 1, 1, 0, 1}));
  check(npy<std::uint8_t>(1, dictionary("|b1", "False", "(2, 3)"), {1, 0, 1, 1, 0, 1}));
  check(npy<double>(1, "{\"shape\": (2, 3), \"fortran_order\": False, \"descr\": \"<f8\"}",
                    {1, 0, 1, 1, 0, 1}));
}

TEST(Npy, TurnsFortranOrderAround) {
  // a[i][j][k] = 100 i + 10 j + k, first index fastest in the file
  std::vector<double> fortran, expected;
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i) fortran.push_back(100 * i + 10 * j + k);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k) expected.push_back(100 * i + 10 * j + k);
  EXPECT_EQ(parse_npy(npy(1, dictionary("<f8", "True", "(2, 3, 4)"), fortran), "a").values,
            expected);
}

TEST(Npy, ReadsAnyRank) {
  const NpyArray scalar = parse_npy(npy<double>(1, dictionary("<f8", "False", "()"), {7}), "a");
  EXPECT_TRUE(scalar.shape.empty());
  EXPECT_EQ(scalar.values, std::vector<double>{7});
  EXPECT_EQ(parse_npy(npy<double>(1, dictionary("<f8", "True", "(1,)"), {7}), "a").shape,
            std::vector<Index>{1});
  EXPECT_TRUE(
      parse_npy(npy<double>(1, dictionary("<f8", "True", "(9000000000000000000, 9, 0)"), {}), "a")
          .values.empty());
}

TEST(Npy, WritesWhatItReads) {
  for (const NpyArray& array : {NpyArray{{2, 3}, {0.1, -2, 1e300, 4, 5, 1.0 / 3}},
                                NpyArray{{2}, {1, 2}}, NpyArray{{}, {5}}, NpyArray{{0, 4}, {}}}) {
    const std::string bytes = npy_bytes(array);
    const NpyArray back = parse_npy(bytes, "a");
    EXPECT_EQ(back.shape, array.shape);
    EXPECT_EQ(back.values, array.values);
    // numbers are aligned, as NumPy promises to its readers
    EXPECT_EQ((bytes.size() - 8 * array.values.size()) % 64, 0u);
  }
}

TEST(Npy, StreamsFramesToTheSameBytes) {
  const TemporaryFolder folder;
  NpyArray array{{12, 2, 3}, {}};
  NpyWriter writer(folder.file("u.npy"), {2, 3});
  for (int frame = 0; frame < 12; ++frame) {
    const Vector values = Vector::LinSpaced(6, frame, frame + 0.5);
    array.values.insert(array.values.end(), values.begin(), values.end());
    writer.append(values);
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file("u.npy")));
  writer.finish();
  EXPECT_EQ(read_file(folder.file("u.npy")), npy_bytes(array));
  EXPECT_EQ(folder.num_files(), 1);
  EXPECT_EQ(read_npy_file(folder.file("u.npy")).shape, array.shape);
}

TEST(Npy, LeavesNothingOfAnUnfinishedStream) {
  const TemporaryFolder folder;
  {
    NpyWriter writer(folder.file("u.npy"), {2});
    writer.append(Vector::Zero(2));
    EXPECT_THROW(writer.append(Vector::Zero(3)), BugError);
  }
  EXPECT_EQ(folder.num_files(), 0);
}

TEST(Npy, SaysWhatIsWrong) {
  const std::string good = npy<double>(1, dictionary("<f8", "False", "(2,)"), {1, 2});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const struct {
    std::string bytes;
    const char* what;
  } cases[] = {
      {"", "is not a .npy file"},
      {"PK\x03\x04 an archive", "is not a .npy file"},
      {good.substr(0, 7), "truncated in its header"},
      {good.substr(0, 30), "truncated in its header"},
      {npy<double>(2, "", {}).substr(0, 10), "truncated in its header"},
      {npy<double>(9, "", {}), "format version 9"},
      {good.substr(0, good.size() - 1), "promises 2 numbers of 8 bytes, the file holds 15 bytes"},
      {good + "x", "the file holds 17 bytes"},
      {npy<double>(1, "{}", {}), "has no 'descr'"},
      {npy<double>(1, "{'descr': '<f8", {}), "'descr' is not a text"},
      {npy<double>(1, dictionary(">f8", "False", "(1,)"), {1}), "big-endian"},
      {npy<double>(1, dictionary("<c16", "False", "(1,)"), {1, 1}), "type '<c16'"},
      {npy<double>(1, dictionary("<f8", "False", "2"), {1, 2}), "'shape' is not a tuple"},
      {npy<double>(1, dictionary("<f8", "False", "(-2,)"), {1, 2}), "'shape' holds '-2'"},
      {npy<double>(1, dictionary("<f8", "False", "(99999999999999999999,)"), {}), "'shape' holds"},
      {npy<double>(1, dictionary("<f8", "False", "(4000000000, 4000000000)"), {1}), "promises"},
      {npy<double>(1, dictionary("<f8", "False", "(2,)"), {1, nan}), "entry 1 is not a finite"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.what);
    expect_input_error([&] { parse_npy(bad.bytes, "a.npy"); }, "a.npy", bad.what);
  }
}

}  // namespace
}  // namespace descant

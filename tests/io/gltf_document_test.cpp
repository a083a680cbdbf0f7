// io/gltf_document_test.cpp: the container, whole and broken.

#include "descant/io/gltf_document.hpp"

#include <gtest/gtest.h>

#include "descant/io/base64.hpp"
#include "support/input_error.hpp"
#include "support/small_gltf.hpp"
#include "support/temporary_folder.hpp"

namespace descant {
namespace {

using test::small_gltf;
using test::SmallGltf;

std::string no_file(const std::string& path) { throw InputError(path, "cannot be found"); }

TEST(Base64, DecodesWhatTheStandardShows) {
  // RFC 4648, section 10
  EXPECT_EQ(decoded_base64(""), "");
  EXPECT_EQ(decoded_base64("Zg=="), "f");
  EXPECT_EQ(decoded_base64("Zm8="), "fo");
  EXPECT_EQ(decoded_base64("Zm9v"), "foo");
  EXPECT_EQ(decoded_base64("Zm9vYg=="), "foob");
  EXPECT_EQ(decoded_base64("Zm9vYmFy"), "foobar");
  EXPECT_EQ(decoded_base64("Zm8"), "fo") << "padding may be left out";
  EXPECT_EQ(decoded_base64("+/+/"), "\xfb\xff\xbf");
}

TEST(Base64, TurnsOtherTextsAway) {
  for (const char* text : {"Zg===", "Z", "Zm9v!", "Zm 9", "Z=g=", "====", "Zm9vZ"})
    EXPECT_FALSE(decoded_base64(text)) << text;
}

TEST(GltfDocument, TakesABinaryFileApart) {
  const SmallGltf small = small_gltf();
  const GltfDocument document = parse_gltf_document(small.glb(), "a/small.glb", no_file);
  EXPECT_TRUE(document.is_binary);
  ASSERT_EQ(document.buffers.size(), 1u);
  EXPECT_EQ(document.buffers[0], small.bytes);
  EXPECT_EQ(document.files, std::vector<std::string>{"a/small.glb"});
  EXPECT_EQ(nlohmann::json::parse(document.json)["nodes"], small.json["nodes"]);
}

TEST(GltfDocument, ReadsEmbeddedBuffers) {
  const SmallGltf small = small_gltf();
  const GltfDocument document = parse_gltf_document(small.gltf(), "small.gltf", no_file);
  EXPECT_FALSE(document.is_binary);
  ASSERT_EQ(document.buffers.size(), 1u);
  EXPECT_EQ(document.buffers[0], small.bytes);
  EXPECT_EQ(document.json, small.gltf());
}

TEST(GltfDocument, ReadsBuffersBesideTheFile) {
  const SmallGltf small = small_gltf();
  std::string asked;
  const FileReader read = [&](const std::string& path) {
    asked = path;
    return small.bytes + "more";
  };
  const GltfDocument document =
      parse_gltf_document(small.gltf("my%20fox%2Dskin.bin"), "folder/small.gltf", read);
  EXPECT_EQ(asked, "folder/my fox-skin.bin");
  EXPECT_EQ(document.files, (std::vector<std::string>{"folder/small.gltf", asked}));
  EXPECT_EQ(document.buffers[0], small.bytes) << "exactly byteLength";
}

TEST(GltfDocument, LeavesALonePercentSignInAName) {
  std::string asked;
  const FileReader read = [&](const std::string& path) {
    asked = path;
    return small_gltf().bytes;
  };
  parse_gltf_document(small_gltf().gltf("100%fox%4.bin"), "small.gltf", read);
  EXPECT_EQ(asked, "100%fox%4.bin");
}

TEST(GltfDocument, ReadsFromTheDisk) {
  const TemporaryFolder folder;
  write_file(folder.file("small.gltf"), small_gltf().gltf("small.bin"));
  write_file(folder.file("small.bin"), small_gltf().bytes);
  const GltfDocument document = read_gltf_document(folder.file("small.gltf"));
  EXPECT_EQ(document.buffers[0], small_gltf().bytes);
  EXPECT_EQ(document.files.back(), folder.file("small.bin"));
}

TEST(GltfDocument, IgnoresChunksAndBytesItDoesNotKnow) {
  std::string bytes = small_gltf().glb();
  bytes += SmallGltf::word(4) + "ABCD" + "efgh";
  bytes.replace(8, 4, SmallGltf::word(bytes.size()));
  bytes += "after the end";
  EXPECT_EQ(parse_gltf_document(bytes, "small.glb").buffers[0], small_gltf().bytes);
}

struct BrokenFile {
  std::string name, bytes, path, place, says;
};

std::ostream& operator<<(std::ostream& out, const BrokenFile& file) { return out << file.name; }

class BrokenGltfFile : public testing::TestWithParam<BrokenFile> {};

TEST_P(BrokenGltfFile, IsTurnedAwayAtItsPlace) {
  const BrokenFile& file = GetParam();
  expect_input_error([&] { parse_gltf_document(file.bytes, file.path, no_file); }, file.place,
                     file.says);
}

// The small file with `bytes` written at `at`.
std::string patched(std::size_t at, const std::string& bytes) {
  return small_gltf().glb().replace(at, bytes.size(), bytes);
}

// The first byte of the second chunk's header.
std::size_t second_chunk() {
  const std::string bytes = small_gltf().glb();
  return bytes.find(std::string("BIN\0", 4)) - 4;
}

std::vector<BrokenFile> broken_files() {
  const std::string glb = small_gltf().glb(), data = "data:application/octet-stream;base64,";
  const auto with_uri = [](const std::string& uri) { return small_gltf().gltf(uri); };
  return {
      {"Empty", "", "x.glb", "x.glb", "does not start with `glTF`"},
      {"BadMagic", patched(0, "glTG"), "x.glb", "x.glb", "does not start with `glTF`"},
      {"HeaderCutShort", glb.substr(0, 11), "x.glb", "x.glb", "12-byte header"},
      {"HeaderAlone", glb.substr(0, 8) + SmallGltf::word(12), "x.glb", "x.glb: chunk 0", "missing"},
      {"Version1", patched(4, SmallGltf::word(1)), "x.glb", "x.glb", "version 1"},
      {"LengthPastTheEnd", patched(8, SmallGltf::word(0xffffffff)), "x.glb", "x.glb", "promises"},
      {"CutShort", glb.substr(0, glb.size() - 1), "x.glb", "x.glb", "promises"},
      {"LengthInsideAChunk", patched(8, SmallGltf::word(40)), "x.glb", "x.glb: chunk 0",
       "promises"},
      {"LengthInsideAChunkHeader", patched(8, SmallGltf::word(16)), "x.glb", "x.glb: chunk 0",
       "ends inside its header"},
      {"FirstChunkTooLong", patched(12, SmallGltf::word(0xfffffff0)), "x.glb", "x.glb: chunk 0",
       "promises 4294967280 bytes"},
      {"FirstChunkNotJson", patched(16, "JSIN"), "x.glb", "x.glb: chunk 0", "is not JSON"},
      {"SecondChunkTooLong", patched(second_chunk(), SmallGltf::word(0xffffffff)), "x.glb",
       "x.glb: chunk 1", "promises 4294967295 bytes"},
      {"SecondChunkOfAnotherKind", patched(second_chunk() + 4, "BIM"), "x.glb", "x.glb#/buffers/0",
       "neither a uri nor a binary chunk"},
      {"JsonBroken", patched(20, "["), "x.glb", "x.glb", "not valid JSON"},
      {"JsonAList", "[]", "x.gltf", "x.gltf", "expected an object"},
      {"JsonNotUtf8", "{\"asset\": \"\xff\"}", "x.gltf", "x.gltf", "not valid JSON"},
      {"NumberTooLarge", "{\"buffers\": [{\"byteLength\": 1e999}]}", "x.gltf", "x.gltf",
       "not valid JSON"},
      {"Base64Letter", with_uri(data + "AA!A"), "x.gltf", "x.gltf#/buffers/0/uri",
       "not valid base64"},
      {"Base64Length", with_uri(data + "AAAAA"), "x.gltf", "x.gltf#/buffers/0/uri",
       "not valid base64"},
      {"Base64TooShort", with_uri(data + "AAAA"), "x.gltf", "x.gltf#/buffers/0",
       "promises 388 bytes and holds 3"},
      {"DataNotBase64", with_uri("data:text/plain,hello"), "x.gltf", "x.gltf#/buffers/0/uri",
       "not base64"},
      {"DataWithoutComma", with_uri("data:"), "x.gltf", "x.gltf#/buffers/0/uri", "not base64"},
      {"OnTheWeb", with_uri("https://example.com/fox.bin"), "x.gltf", "x.gltf#/buffers/0/uri",
       "only files beside"},
      {"FileScheme", with_uri("file:///fox.bin"), "x.gltf", "x.gltf#/buffers/0/uri",
       "only files beside"},
      {"NameHoldsAZero", with_uri("fox%00.bin"), "x.gltf", "x.gltf#/buffers/0/uri", "no file name"},
      {"FileMissing", with_uri("fox.bin"), "folder/x.gltf", "folder/fox.bin", "cannot be found"},
      {"UriANumber", R"({"buffers": [{"byteLength": 1, "uri": 2}]})", "x.gltf",
       "x.gltf#/buffers/0/uri", "expected a text"},
      {"LengthMissing", R"({"buffers": [{"uri": "x.bin"}]})", "x.gltf", "x.gltf#/buffers/0",
       "`byteLength` is missing"},
      {"LengthNegative", R"({"buffers": [{"byteLength": -1}]})", "x.gltf",
       "x.gltf#/buffers/0/byteLength", "whole number"},
  };
}

INSTANTIATE_TEST_SUITE_P(Containers, BrokenGltfFile, testing::ValuesIn(broken_files()),
                         [](const auto& tested) { return tested.param.name; });

TEST(GltfDocument, EveryTruncationIsTurnedAway) {
  const std::string bytes = small_gltf().glb();
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_THROW(parse_gltf_document(bytes.substr(0, length), "x.glb"), InputError) << length;
}

}  // namespace
}  // namespace descant

// Contract of every codec: it restores compressed data, and everything else is an error.

#include <gtest/gtest.h>
#include <lz4.h>
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include <random>
#include <string>
#include <vector>

#include "codec/codec.h"

namespace cif::internal {
namespace {

/// Makes LZO literals only. A run has at most 238 bytes, so that each starts a stream in its own
/// form.
std::string LzoLiterals(const std::string& raw) {
  std::string out;
  size_t first = std::min<size_t>(raw.size(), 238);
  if (first >= 4) {
    out += static_cast<char>(first + 17);
    out += raw.substr(0, first);
  }
  return out + std::string("\x11\0\0", 3);
}

std::string Compress(int codec, const std::string& raw) {
  std::string out;
  switch (codec) {
    case 1: {
      uLongf size = compressBound(raw.size());
      out.resize(size);
      compress(reinterpret_cast<Bytef*>(out.data()), &size,
               reinterpret_cast<const Bytef*>(raw.data()), raw.size());
      out.resize(size);
      return out;
    }
    case 2:
      snappy::Compress(raw.data(), raw.size(), &out);
      return out;
    case 3:
      out.resize(static_cast<size_t>(LZ4_compressBound(static_cast<int>(raw.size()))));
      out.resize(static_cast<size_t>(LZ4_compress_default(
          raw.data(), out.data(), static_cast<int>(raw.size()), static_cast<int>(out.size()))));
      return out;
    case 4:
      out.resize(ZSTD_compressBound(raw.size()));
      out.resize(ZSTD_compress(out.data(), out.size(), raw.data(), raw.size(), 3));
      return out;
    case 5:
      return LzoLiterals(raw);
    default:
      return raw;
  }
}

/// Decompresses bytes. Returns an empty string and sets `*error` if they are refused.
std::string Unpacked(int codec, const std::string& data, size_t raw_length, std::string* error) {
  // Memory of the exact size, with the slack of the contract.
  std::vector<uint8_t> padded(data.begin(), data.end());
  padded.resize(data.size() + kSlack);
  Buffer out;
  error->clear();
  try {
    Decompress(codec, Input(padded.data(), data.size()), static_cast<int64_t>(raw_length), &out);
  } catch (const CorruptData& e) {
    *error = e.message();
    return "";
  }
  return {reinterpret_cast<const char*>(out.data()), out.size()};
}

class CodecsTest : public testing::TestWithParam<int> {
 protected:
  static std::vector<std::string> Samples() {
    std::mt19937 random(5);
    std::vector<std::string> samples = {"abcd", std::string(200, 'x'), "the quick brown fox "};
    std::string noise;
    for (int i = 0; i < 230; i++) {
      noise += static_cast<char>(random());
    }
    samples.push_back(noise);
    return samples;
  }
};

TEST_P(CodecsTest, GiveBackWhatWasCompressed) {
  std::string error;
  for (const std::string& raw : Samples()) {
    EXPECT_EQ(Unpacked(GetParam(), Compress(GetParam(), raw), raw.size(), &error), raw) << error;
  }
}

TEST_P(CodecsTest, RefuseAnotherLength) {
  std::string error;
  for (const std::string& raw : Samples()) {
    for (int64_t d : {-1, 1, 40}) {
      auto length = static_cast<size_t>(static_cast<int64_t>(raw.size()) + d);
      Unpacked(GetParam(), Compress(GetParam(), raw), length, &error);
      EXPECT_FALSE(error.empty()) << raw.size() << " as " << length;
    }
  }
}

TEST_P(CodecsTest, RefuseTruncatedData) {
  std::string error;
  for (const std::string& raw : Samples()) {
    std::string data = Compress(GetParam(), raw);
    for (size_t size = 0; size < data.size(); size++) {
      std::string got = Unpacked(GetParam(), data.substr(0, size), raw.size(), &error);
      EXPECT_FALSE(error.empty()) << "codec " << GetParam() << " cut to " << size;
    }
  }
}

TEST_P(CodecsTest, RefuseBytesBehindTheData) {
  std::string error;
  for (const std::string& raw : Samples()) {
    Unpacked(GetParam(), Compress(GetParam(), raw) + "z", raw.size(), &error);
    EXPECT_FALSE(error.empty());
  }
}

TEST_P(CodecsTest, SurviveDamage) {
  std::mt19937 random(6);
  std::string error;
  for (const std::string& raw : Samples()) {
    const std::string data = Compress(GetParam(), raw);
    for (int k = 0; k < 2000; k++) {
      std::string bad = data;
      for (unsigned flips = random() % 3 + 1; flips > 0; flips--) {
        bad[random() % bad.size()] = static_cast<char>(random());
      }
      Unpacked(GetParam(), bad, raw.size(), &error);
    }
  }
}

TEST_P(CodecsTest, SurviveRandomBytes) {
  std::mt19937 random(7);
  std::string error;
  for (int k = 0; k < 5000; k++) {
    std::string data(random() % 300, ' ');
    for (char& c : data) {
      c = static_cast<char>(random());
    }
    Unpacked(GetParam(), data, random() % 3000, &error);
  }
}

INSTANTIATE_TEST_SUITE_P(All, CodecsTest, testing::Range(0, 6));

TEST(CodecTest, RefusesUnknownOnesAndGreatClaims) {
  std::string error;
  Unpacked(6, "abc", 3, &error);
  EXPECT_NE(error.find("unknown"), std::string::npos);
  Unpacked(4, "abc", (1 << 20) + 3 * 2048 + 1, &error);
  EXPECT_NE(error.find("more than the format allows"), std::string::npos);
}

std::string Lzo(const std::string& data, size_t raw_length) {
  std::string error;
  std::string raw = Unpacked(5, data, raw_length, &error);
  return error.empty() ? raw : "error: " + error;
}

std::string Bytes(std::initializer_list<int> bytes) {
  std::string out;
  for (int b : bytes) {
    out += static_cast<char>(b);
  }
  return out;
}

TEST(LzoTest, OverlappingMatchRepeats) {
  // 4 literals, then a match of 8 at distance 1: 111 1 11.. 0001 1 000 of 2 KiB, M2.
  std::string data =
      "\x15"
      "abcd" +
      Bytes({0x80 | 3 << 5, 0x00}) + Bytes({0x11, 0, 0});
  EXPECT_EQ(Lzo(data, 12), "abcd" + std::string(8, 'd'));
}

TEST(LzoTest, LongLengthsAndDistances) {
  // 4 literals; a match within 16 KiB of 2 + 31 + 255 + 10 bytes at distance 4, and 2 literals.
  std::string data =
      "\x15"
      "abcd" +
      Bytes({0x20, 0, 10, 3 << 2 | 2, 0}) + "xy" + Bytes({0x11, 0, 0});
  std::string wanted = "abcd";
  while (wanted.size() < 4 + 298) {
    wanted += wanted[wanted.size() - 4];
  }
  EXPECT_EQ(Lzo(data, wanted.size() + 2), wanted + "xy");
}

TEST(LzoTest, ShortMatchesDependOnWhatCameBefore) {
  // After a match that left 1 literal: two bytes at distance 4 * 1 + 1.
  std::string data =
      "\x15"
      "abcd" +
      Bytes({0x20 | 2, 3 << 2 | 1, 0}) + "z" + Bytes({0x00, 0x01}) + Bytes({0x11, 0, 0});
  EXPECT_EQ(Lzo(data, 11), "abcdabcdzab");
}

TEST(LzoTest, MatchBeforeTheStartIsRefused) {
  EXPECT_EQ(Lzo("\x15"
                "abcd" +
                    Bytes({0xE0, 0x01, 0x11, 0, 0}),
                12),
            "error: lzo: a match beyond the data");
}

}  // namespace
}  // namespace cif::internal

// Bits, checksums and hashes: special instructions and portable code give the same results.

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "row/dcsl.h"
#include "util/bits.h"
#include "util/cpu.h"
#include "util/crc32c.h"
#include "util/find.h"
#include "util/integer_range.h"

namespace cif::internal {
namespace {

std::vector<uint8_t> RandomBytes(size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> bytes(size);
  for (uint8_t& b : bytes) {
    b = static_cast<uint8_t>(random());
  }
  return bytes;
}

TEST(Crc32cTest, OfTheSpecification) {
  const auto* text = reinterpret_cast<const uint8_t*>("123456789");
  EXPECT_EQ(Crc32c(text, 9), 0xE3069283U);
  EXPECT_EQ(Crc32cPortable(text, 9), 0xE3069283U);
  EXPECT_EQ(Crc32c(text, 0), 0U);
}

/// Fixture with and without AVX-512, where the machine has it.
class InstructionsTest : public testing::TestWithParam<Instructions> {
 protected:
  void SetUp() override { LimitInstructions(GetParam()); }
  void TearDown() override { LimitInstructions(Instructions::kAll); }
};

INSTANTIATE_TEST_SUITE_P(All, InstructionsTest,
                         testing::Values(Instructions::kPortable, Instructions::kNoAvx512,
                                         Instructions::kAll),
                         [](const auto& p) {
                           return p.param == Instructions::kAll        ? "all"
                                  : p.param == Instructions::kPortable ? "portable"
                                                                       : "no_avx512";
                         });

TEST_P(InstructionsTest, Crc32cEqualsPortableCode) {
  std::vector<uint8_t> bytes = RandomBytes(100000, 1);
  for (size_t size :
       {0, 1, 7, 8, 255, 511, 512, 513, 767, 768, 769, 4096, 12287, 12288, 12289, 30000, 99991}) {
    EXPECT_EQ(Crc32c(bytes.data() + size % 9, size), Crc32cPortable(bytes.data() + size % 9, size))
        << size;
  }
}

TEST(KeyHashTest, OfTheSpecification) {
  EXPECT_EQ(KeyHash(Key{true, "ab", 0}), 0xDA71CBD11DD9BDE4U);
}

/// Reads the bits one by one.
uint64_t Slow(const std::vector<uint8_t>& bytes, int width, int64_t i) {
  uint64_t value = 0;
  for (int b = 0; b < width; b++) {
    auto bit = static_cast<size_t>(i * width + b);
    value |= uint64_t{static_cast<uint8_t>(bytes[bit / 8] >> (bit % 8) & 1)} << b;
  }
  return value;
}

TEST(Unpack64Test, EveryWidthAndStart) {
  for (int width = 0; width <= 64; width = width == 56 ? 64 : width + 1) {
    // Exactly the bytes of the numbers, and the slack.
    auto size = static_cast<size_t>(PackedBytes(1000, width));
    std::vector<uint8_t> bytes = RandomBytes(size + kSlack, 2);
    for (int64_t from : {0, 1, 7, 8, 13}) {
      for (int64_t count : {int64_t{0}, int64_t{1}, int64_t{8}, int64_t{9}, 1000 - from}) {
        std::vector<int64_t> fast(static_cast<size_t>(count));
        std::vector<int64_t> portable(static_cast<size_t>(count));
        const int64_t base = INT64_MAX - 5;  // sums wrap
        Unpack64(bytes.data(), width, base, from, count, fast.data());
        Unpack64Portable(bytes.data(), width, base, from, count, portable.data());
        EXPECT_EQ(fast, portable) << width;
        for (int64_t i = 0; i < count; i++) {
          ASSERT_EQ(static_cast<uint64_t>(fast[static_cast<size_t>(i)]),
                    static_cast<uint64_t>(base) + Slow(bytes, width, from + i))
              << width << " " << i;
        }
      }
    }
  }
}

TEST(Unpack32Test, EveryWidthAndStart) {
  for (int width = 0; width <= 32; width++) {
    auto size = static_cast<size_t>(PackedBytes(1000, width));
    std::vector<uint8_t> bytes = RandomBytes(size + kSlack, 3);
    for (int64_t from : {0, 1, 7, 8, 13}) {
      for (int64_t count : {int64_t{0}, int64_t{1}, int64_t{8}, int64_t{9}, 1000 - from}) {
        std::vector<int32_t> fast(static_cast<size_t>(count));
        Unpack32(bytes.data(), width, -3, from, count, fast.data());
        for (int64_t i = 0; i < count; i++) {
          ASSERT_EQ(fast[static_cast<size_t>(i)],
                    static_cast<int32_t>(static_cast<uint32_t>(Slow(bytes, width, from + i)) - 3U))
              << width << " " << i;
        }
      }
    }
  }
}

TEST_P(InstructionsTest, LettersEqualPortableCode) {
  uint8_t alphabet[128];
  for (int i = 0; i < 128; i++) {
    alphabet[i] = static_cast<uint8_t>(255 - i);
  }
  for (int bits = 1; bits <= 7; bits++) {
    std::vector<uint8_t> bytes =
        RandomBytes(static_cast<size_t>(PackedBytes(3000, bits)) + kSlack, 4);
    for (int64_t from : {0, 1, 5, 8, 1001}) {
      for (int64_t count : {0, 1, 31, 32, 33, 63, 64, 65, 1999}) {
        std::vector<uint8_t> fast(static_cast<size_t>(count) + 32);
        std::vector<uint8_t> portable(static_cast<size_t>(count) + 32);
        UnpackLetters(bytes.data(), bits, from, count, fast.data());
        UnpackLettersPortable(bytes.data(), bits, from, count, portable.data());
        ASSERT_EQ(0, std::memcmp(fast.data(), portable.data(), static_cast<size_t>(count)));
        for (int64_t i = 0; i < count; i++) {
          ASSERT_EQ(fast[static_cast<size_t>(i)], Slow(bytes, bits, from + i));
        }
        uint8_t most = MapLetters(alphabet, count, fast.data());
        EXPECT_EQ(most, MapLettersPortable(alphabet, count, portable.data()));
        ASSERT_EQ(0, std::memcmp(fast.data(), portable.data(), static_cast<size_t>(count)));
        std::vector<uint8_t> text(static_cast<size_t>(count) + 32);
        EXPECT_EQ(most, UnpackText(bytes.data(), bits, from, count, alphabet, text.data()));
        ASSERT_EQ(0, std::memcmp(text.data(), portable.data(), static_cast<size_t>(count)));
      }
    }
  }
}

TEST_P(InstructionsTest, FindEqualsPortableCode) {
  std::mt19937 random(8);
  for (int k = 0; k < 3000; k++) {
    // Few letters, so that there are many places where the needle almost stands.
    size_t size = random() % 200;
    std::vector<uint8_t> bytes(size + kSlack);
    for (uint8_t& b : bytes) {
      b = static_cast<uint8_t>('a' + random() % 3);
    }
    std::string needle(1 + random() % (k % 2 == 0 ? 4 : 40), 'a');
    for (char& c : needle) {
      c = static_cast<char>('a' + random() % 3);
    }
    const uint8_t* end = bytes.data() + size;
    ASSERT_EQ(FindBytes(bytes.data(), end, needle), FindBytesPortable(bytes.data(), end, needle));
  }
}

TEST_P(InstructionsTest, SelectInEqualsOneByOne) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; round++) {
    std::vector<int32_t> values(random() % 70);
    for (int32_t& value : values) {
      value = static_cast<int32_t>(round % 2 == 0 ? random() : random() % 16);
    }
    const bool is_unsigned = random() % 2 == 0;
    auto wide = [&](int32_t value) {
      return is_unsigned ? int64_t{static_cast<uint32_t>(value)} : int64_t{value};
    };
    const IntegerRange range{
        values.empty() ? 0 : wide(values[0]) - static_cast<int64_t>(random() % 3),
        values.empty() ? 5 : wide(values.back()) + static_cast<int64_t>(random() % 5),
        random() % 2 == 0};
    std::vector<int32_t> wanted = {42};
    for (size_t k = 0; k < values.size(); k++) {
      const int64_t value = wide(values[k]);
      if ((range.least <= value && value <= range.most) != range.is_inverted) {
        wanted.push_back(static_cast<int32_t>(k + 7));
      }
    }
    std::vector<int32_t> found = {42};
    SelectIn32(values.data(), is_unsigned, static_cast<int64_t>(values.size()), range, 7, &found);
    ASSERT_EQ(found, wanted);
  }
}

TEST(CpuTest, CanBeForcedToPortableCode) {
  LimitInstructions(Instructions::kPortable);
  EXPECT_FALSE(cpu().avx2 || cpu().crc32c || cpu().pdep || cpu().neon);
  LimitInstructions(Instructions::kAll);
}

}  // namespace
}  // namespace cif::internal

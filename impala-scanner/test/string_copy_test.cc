// Copies of strings: of every length, out of a dictionary, and up to the end of a buffer.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "encoding/strings.h"
#include "streams.h"
#include "util/cpu.h"
#include "vector/gather.h"
#include "vector/string_view.h"
#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

using test::Sized;
using test::Uvarint;

constexpr int kMostLength = 300;

/// Text of a length, which differs from its neighbours in every byte.
std::string TextOf(size_t length) {
  std::string text;
  for (size_t i = 0; i < length; i++) {
    text += static_cast<char>('!' + (7 * length + i) % 90);
  }
  return text;
}

/// Stream of numbers of two bytes each.
std::string Shorts(const std::vector<int16_t>& values) {
  std::string bytes(2 * values.size(), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return Sized("\x05\x02" + bytes);
}

/// Stream of a dictionary of these texts, and of ids into it.
std::string Dictionary(const std::vector<std::string>& texts, const std::vector<int16_t>& ids) {
  std::vector<int16_t> lengths;
  std::string bytes;
  for (const std::string& text : texts) {
    lengths.push_back(static_cast<int16_t>(text.size()));
    bytes += text;
  }
  return Sized("\x03" + Uvarint(texts.size()) + Sized("\x01" + Shorts(lengths) + bytes) +
               Shorts(ids));
}

/// Returns all values of a stream as one vector of offsets.
Vector ReadAll(const std::string& stream, int64_t n) {
  Buffer memory;
  memory.Resize(stream.size());
  std::memcpy(memory.data(), stream.data(), stream.size());
  Input in(memory.data(), memory.size());
  StringsPtr strings = OpenStrings(&in, n);
  Budget budget;
  budget.Set(1 << 24);
  Vector v(Type::Primitive(Kind::kBinary));
  strings->Append(Rows::Range(0, n), &v, &budget);
  AppendValid(&v, n);
  return v;
}

TEST(CopyStringTest, EveryLengthIsCopiedUpToTheEndOfABuffer) {
  for (size_t length = 0; length <= kMostLength; length++) {
    const std::string text = TextOf(length);
    // Buffers of no more than the text and the slack, which valgrind and sanitizers watch.
    const auto from = std::make_unique<uint8_t[]>(length + kSlack);
    const auto to = std::make_unique<uint8_t[]>(length + kSlack);
    std::copy(text.begin(), text.end(), from.get());
    CopyString({from.get(), static_cast<int32_t>(length)}, to.get());
    EXPECT_TRUE(std::equal(text.begin(), text.end(), to.get())) << length;
  }
}

/// Runs with the instructions of the processor, and without.
class StringCopyTest : public testing::TestWithParam<Instructions> {
 protected:
  void SetUp() override { LimitInstructions(GetParam()); }
  void TearDown() override { LimitInstructions(Instructions::kAll); }
};

INSTANTIATE_TEST_SUITE_P(Machines, StringCopyTest,
                         testing::Values(Instructions::kPortable, Instructions::kAll));

TEST_P(StringCopyTest, TextsOfADictionaryFollowEachOtherWhateverTheirLengths) {
  // Texts that are short in the mean, that are long, and that are empty or long.
  const std::vector<std::vector<size_t>> kinds = {
      {0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 4},
      {64, 65, 66, 96, 127, 128, 129, 191, 192, 193, 255, 256, 257, kMostLength},
      {0, kMostLength, 0, 0, 200}};
  for (const std::vector<size_t>& lengths : kinds) {
    std::vector<std::string> texts;
    std::transform(lengths.begin(), lengths.end(), std::back_inserter(texts), TextOf);
    for (const size_t n : {15, 16, 17, 500}) {
      std::vector<int16_t> ids;
      std::string expected;
      std::vector<std::string> values;
      for (size_t i = 0; i < n; i++) {
        ids.push_back(static_cast<int16_t>((n - 1 - i) * 5 % texts.size()));
        values.push_back(texts[static_cast<size_t>(ids.back())]);
        expected += values.back();
      }
      const Vector v = ReadAll(Dictionary(texts, ids), static_cast<int64_t>(n));
      EXPECT_EQ(std::string(v.values.as<char>(), v.values.size()), expected);
      for (size_t i = 0; i < n; i++) {
        ASSERT_EQ(v.bytes(static_cast<int64_t>(i)), values[i]) << i << " of " << n;
      }
    }
  }
}

TEST(CopyStringTest, GatheredTextsKeepTheirBytesAndNulls) {
  std::vector<std::string> texts;
  std::vector<int16_t> ids;
  for (size_t length = 0; length <= kMostLength; length++) {
    texts.push_back(TextOf(length));
    ids.push_back(static_cast<int16_t>(length));
  }
  Vector from = ReadAll(Dictionary(texts, ids), kMostLength + 1);
  AppendNulls(&from, 1);
  std::vector<int32_t> source;
  for (int32_t i = 0; i <= kMostLength + 1; i++) {
    source.push_back(i * 101 % (kMostLength + 2));
  }
  Budget budget;
  budget.Set(1 << 24);
  Vector out(Type::Primitive(Kind::kBinary));
  Gather(from, source.data(), static_cast<int64_t>(source.size()), &out, &budget);
  ASSERT_EQ(out.null_count, 1);
  for (size_t k = 0; k < source.size(); k++) {
    const auto i = static_cast<size_t>(source[k]);
    const auto at = static_cast<int64_t>(k);
    EXPECT_EQ(out.IsNull(at), i > kMostLength);
    EXPECT_EQ(out.bytes(at), i > kMostLength ? "" : texts[i]);
  }
}

}  // namespace
}  // namespace cif::internal

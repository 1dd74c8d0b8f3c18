// Strings as views: sharing, copying, and the knowledge about them.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "encoding/strings.h"
#include "streams.h"
#include "vector/fill.h"
#include "vector/gather.h"
#include "vector/vector_ops.h"
#include "vector/views.h"
#include "vectors.h"

namespace cif::internal {
namespace {

using test::Constant;
using test::Plain;
using test::Sized;
using test::Uvarint;

std::string PlainStrings(const std::vector<std::string>& values) {
  std::vector<int8_t> lengths;
  std::string bytes;
  for (const std::string& value : values) {
    lengths.push_back(static_cast<int8_t>(value.size()));
    bytes += value;
  }
  return Sized("\x01" + Plain(lengths) + bytes);
}

std::string DictionaryStrings(const std::vector<std::string>& values,
                              const std::vector<int8_t>& ids) {
  return Sized("\x03" + Uvarint(values.size()) + PlainStrings(values) + Plain(ids));
}

/// Bytes of a stream in memory that vectors may share, like that of a block.
class Stream {
 public:
  Stream(const std::string& bytes, int64_t n) : memory_(std::make_shared<Buffer>()) {
    memory_->Resize(bytes.size());
    std::memcpy(memory_->data(), bytes.data(), bytes.size());
    shared_memory_ = SharedMemory(memory_);
    Input in(memory_->data(), memory_->size());
    in.set_shared_memory(&shared_memory_);
    strings_ = OpenStrings(&in, n);
    budget_.Set(1 << 20);
  }

  Vector Read(const Rows& rows, Kind kind = Kind::kString) {
    Vector v(Type::Primitive(kind), StringForm::kViews);
    Append(rows, &v);
    return v;
  }

  void Append(const Rows& rows, Vector* v) {
    strings_->Append(rows, v, &budget_);
    AppendValid(v, rows.count);
  }

  const SharedMemory& shared_memory() const { return shared_memory_; }
  int64_t budget_left() const { return budget_.left(); }

 private:
  std::shared_ptr<Buffer> memory_;
  SharedMemory shared_memory_;
  Budget budget_;
  StringsPtr strings_;
};

std::vector<std::string> Texts(const Vector& v) {
  std::vector<std::string> texts;
  for (int64_t i = 0; i < v.length; i++) {
    texts.emplace_back(v.bytes(i));
  }
  return texts;
}

std::vector<std::string> LongTexts(size_t count) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < count; i++) {
    texts.push_back("http://a.example/page/" + std::to_string(i));
  }
  return texts;
}

TEST(ViewsTest, TextsOfEveryLengthAreShown) {
  std::vector<std::string> texts;
  for (size_t length = 0; length < 100; length++) {
    texts.push_back(std::string(length, static_cast<char>('a' + length % 26)));
  }
  Stream stream(PlainStrings(texts), 100);
  const Vector v = stream.Read(Rows::Range(0, 100));
  EXPECT_EQ(Texts(v), texts);
  const auto* views = v.values.as<BytesView>();
  for (int64_t i = 0; i < 12; i++) {
    const auto* bytes = reinterpret_cast<const char*>(views[i].words);
    EXPECT_EQ(std::string(bytes + i, static_cast<size_t>(12 - i)),
              std::string(static_cast<size_t>(12 - i), '\0'))
        << "behind a text of " << i;
  }
}

TEST(ViewsTest, TextsOfOneLengthAreShownAndNothingBehindThem) {
  for (size_t length : {0, 1, 3, 4, 5, 8, 11, 12, 13}) {
    std::vector<std::string> texts;
    std::string bytes;
    for (char c = 'a'; c <= 'z'; c++) {
      texts.push_back(std::string(length, c));
      bytes += texts.back();
    }
    Stream stream(Sized("\x01" + Constant(static_cast<int64_t>(length)) + bytes), 26);
    Vector v = stream.Read(Rows::Range(0, 26));
    EXPECT_EQ(Texts(v), texts) << length;
    const int32_t some[] = {0, 7, 8, 25};
    stream.Append(Rows::List(some, 4), &v);
    EXPECT_EQ(v.bytes(28), texts[8]) << length;
    for (int64_t i = 0; length <= 12 && i < v.length; i++) {
      const auto* held = reinterpret_cast<const char*>(v.values.as<BytesView>()[i].words);
      EXPECT_EQ(std::string(held + length, 12 - length), std::string(12 - length, '\0'));
    }
  }
}

TEST(ViewsTest, ManyValuesShareTheirStreamAndNothingIsCopied) {
  Stream stream(PlainStrings(LongTexts(50)), 50);
  const int64_t before = stream.budget_left();
  const Vector v = stream.Read(Rows::Range(0, 50));
  EXPECT_EQ(Texts(v), LongTexts(50));
  EXPECT_EQ(v.own_bytes.size(), 0U);
  ASSERT_EQ(v.shared.size(), 1U);
  EXPECT_EQ(v.shared[0].data, stream.shared_memory().data());
  EXPECT_LE(v.shared[0].needed, stream.shared_memory().size());
  EXPECT_EQ(stream.budget_left(), before);
}

TEST(ViewsTest, FewValuesOfManyAreCopiedSoThatTheyDoNotKeepTheStream) {
  Stream stream(PlainStrings(LongTexts(100)), 100);
  Vector v = stream.Read(Rows::Range(40, 1));
  EXPECT_TRUE(v.shared.empty());
  EXPECT_FALSE(stream.shared_memory().is_shared());
  EXPECT_EQ(v.own_bytes.size(), LongTexts(41)[40].size());
  const int32_t far[] = {0, 30, 60, 90};
  stream.Append(Rows::List(far, 4), &v);
  EXPECT_TRUE(v.shared.empty());
  const std::vector<std::string> all = LongTexts(100);
  EXPECT_EQ(Texts(v), (std::vector<std::string>{all[40], all[0], all[30], all[60], all[90]}));
}

TEST(ViewsTest, ShortValuesShareNothing) {
  Stream stream(PlainStrings({"a", "bc", "", "twelve bytes"}), 4);
  const Vector v = stream.Read(Rows::Range(0, 4));
  EXPECT_EQ(Texts(v), (std::vector<std::string>{"a", "bc", "", "twelve bytes"}));
  EXPECT_TRUE(v.shared.empty());
  EXPECT_FALSE(stream.shared_memory().is_shared());
}

TEST(ViewsTest, RepeatedValuesStandOnce) {
  const std::vector<std::string> words = LongTexts(3);
  std::vector<int8_t> ids;
  std::vector<std::string> texts;
  for (size_t i = 0; i < 600; i++) {
    ids.push_back(static_cast<int8_t>(i * 7 % 3));
    texts.push_back(words[i * 7 % 3]);
  }
  Stream stream(DictionaryStrings(words, ids), 600);
  Vector v = stream.Read(Rows::Range(0, 600));
  EXPECT_EQ(Texts(v), texts);
  EXPECT_EQ(v.own_bytes.size(), 0U);
  ASSERT_EQ(v.shared.size(), 1U);
  EXPECT_LE(v.memory(), 600 * 16 + stream.shared_memory().size());
  // Behind values of another stream, the dictionary is another buffer.
  Stream other(PlainStrings(LongTexts(50)), 50);
  Vector both = other.Read(Rows::Range(0, 50));
  stream.Append(Rows::Range(0, 600), &both);
  stream.Append(Rows::Range(0, 600), &v);
  EXPECT_EQ(both.shared.size(), 2U);
  EXPECT_EQ(v.shared.size(), 1U);
  std::vector<std::string> expected = LongTexts(50);
  expected.insert(expected.end(), texts.begin(), texts.end());
  EXPECT_EQ(Texts(both), expected);
}

TEST(ViewsTest, AConstantStandsOnce) {
  const std::string text = "the same in every row";
  Stream stream(Sized(std::string(1, '\0') + Sized(text)), 1000);
  const Vector v = stream.Read(Rows::Range(0, 1000));
  EXPECT_EQ(v.own_bytes.size(), text.size());
  EXPECT_EQ(v.bytes(999), text);
  Vector partition(Type::Primitive(Kind::kString), StringForm::kViews);
  AppendCopies(&partition, Literal(text), 500);
  EXPECT_EQ(partition.own_bytes.size(), text.size());
  EXPECT_EQ(partition.bytes(499), text);
}

TEST(ViewsTest, LettersAreUnpackedWhereATextIsLong) {
  // Letters a, b, c of 2 bits.
  auto packed = [](const std::vector<int8_t>& lengths, size_t letters) {
    return Sized("\x02" + Plain(lengths) +
                 "\x02\x03"
                 "abc" +
                 std::string(letters / 4, '\x55'));
  };
  Stream shorts(packed({8, 12}, 20), 2);
  const Vector two = shorts.Read(Rows::Range(0, 2));
  EXPECT_EQ(Texts(two), (std::vector<std::string>{std::string(8, 'b'), std::string(12, 'b')}));
  EXPECT_EQ(two.own_bytes.size(), 0U);
  Stream longs(packed({8, 16, 0}, 24), 3);
  const Vector three = longs.Read(Rows::Range(0, 3));
  EXPECT_EQ(Texts(three),
            (std::vector<std::string>{std::string(8, 'b'), std::string(16, 'b'), ""}));
}

TEST(ViewsTest, ADictionaryOfEmptyTextsHasMemoryToLoadFrom) {
  // No letters at all: of 2 bits, one letter, two values without any.
  const std::string values = Sized("\x02" + Plain({0, 0}) +
                                   "\x02\x01"
                                   "a");
  Stream stream(Sized("\x03\x02" + values + Plain({1, 0, 1})), 3);
  EXPECT_EQ(Texts(stream.Read(Rows::Range(0, 3))), (std::vector<std::string>{"", "", ""}));
}

TEST(ViewsTest, NullsAreEmptyWhereverTheyComeFrom) {
  Stream stream(PlainStrings(LongTexts(3)), 3);
  Vector v = stream.Read(Rows::Range(0, 3));
  AppendNulls(&v, 1);
  const uint64_t bits = 0b110101;
  SpreadValues(&v, 6, &bits);
  EXPECT_EQ(Texts(v), (std::vector<std::string>{LongTexts(3)[0], "", LongTexts(3)[1], "",
                                                LongTexts(3)[2], ""}));
  EXPECT_EQ(v.null_count, 3);
  EXPECT_EQ(v.values.as<BytesView>()[1].length, 0);
}

TEST(ViewsTest, ChosenValuesTakeWhatTheyPointToAlong) {
  Stream stream(PlainStrings(LongTexts(30)), 30);
  Vector from = stream.Read(Rows::Range(0, 30));
  stream.Append(Rows::Range(7, 1), &from);  // copied
  AppendNulls(&from, 1);
  Stream other(PlainStrings(LongTexts(5)), 5);
  Vector to = other.Read(Rows::Range(0, 5));
  stream.Append(Rows::Range(3, 1), &to);
  const int32_t source[] = {30, 2, 31, 2};
  Budget budget;
  budget.Set(1 << 20);
  Gather(from, source, 4, &to, &budget);
  std::vector<std::string> expected = LongTexts(5);
  for (const char* page : {"3", "7", "2"}) {
    expected.push_back(std::string("http://a.example/page/") + page);
  }
  expected.push_back("");
  expected.push_back(expected[7]);
  EXPECT_EQ(Texts(to), expected);
  EXPECT_EQ(to.null_count, 1);
}

TEST(ViewsTest, WhatWasReadOnLoanIsChosenWithoutACopy) {
  Stream stream(PlainStrings(LongTexts(30)), 30);
  Stream other(PlainStrings(LongTexts(5)), 5);
  Vector to = other.Read(Rows::Range(0, 5));
  Vector pool(Type::Primitive(Kind::kString), StringForm::kViews);
  {
    TextLoan loan(&to, &pool);
    stream.Append(Rows::Range(0, 30), &pool);
    stream.Append(Rows::Range(7, 1), &pool);  // copied
    AppendNulls(&pool, 1);
  }
  const size_t own = to.own_bytes.size();
  const int32_t source[] = {30, 2, 31, 2};
  Budget budget;
  budget.Set(0);
  GatherLent(pool, source, 4, &to, &budget);
  std::vector<std::string> expected = LongTexts(5);
  for (const char* page : {"7", "2"}) {
    expected.push_back(std::string("http://a.example/page/") + page);
  }
  expected.push_back("");
  expected.push_back(expected[6]);
  EXPECT_EQ(Texts(to), expected);
  EXPECT_EQ(to.null_count, 1);
  EXPECT_EQ(to.own_bytes.size(), own);
  EXPECT_EQ(to.shared.size(), 2U);
}

TEST(ViewsTest, FewValuesOfPlainTextsAreNotWorthALookAtAll) {
  Stream stream(PlainStrings(std::vector<std::string>(1000, "a")), 1000);
  EXPECT_EQ(stream.Read(Rows::Range(0, 3)).known_utf8, 0);
  EXPECT_EQ(stream.Read(Rows::Range(0, 4)).known_utf8, 4);
  EXPECT_EQ(stream.Read(Rows::Range(0, 1)).known_utf8, 1) << "known since then";
}

TEST(ViewsTest, FormsBecomeEachOther) {
  Vector v(Type::Primitive(Kind::kString));
  std::vector<std::string> texts;
  for (const char* text : {"short", "", "a text that is longer than twelve bytes"}) {
    test::PushBytes(&v, text);
    texts.emplace_back(text);
  }
  test::PushNull(&v);
  texts.emplace_back();
  for (StringForm form : {StringForm::kViews, StringForm::kViews, StringForm::kOffsets}) {
    ASSERT_TRUE(SetStringForm(&v, form).ok());
    EXPECT_EQ(v.strings, form);
    EXPECT_EQ(Texts(v), texts);
  }
  Vector empty(Type::Primitive(Kind::kString), StringForm::kViews);
  ASSERT_TRUE(SetStringForm(&empty, StringForm::kOffsets).ok());
  ASSERT_TRUE(SetStringForm(&empty, StringForm::kViews).ok());
  EXPECT_EQ(empty.length, 0);
}

TEST(ViewsTest, TextsAreCheckedWhereverTheyStand) {
  const std::string page =
      "http://a.example/seite/gr\xC3\xB6\xC3\x9F"
      "e";
  const std::string cut = "http://a.example/seite/gr\xC3";
  for (const auto& [texts, is_text] : std::vector<std::pair<std::vector<std::string>, bool>>{
           {{"a", "b"}, true},
           {{"gr\xC3\xB6\xC3\x9F"
             "e",
             "b"},
            true},
           {{"\xC3", "\xB6"}, false},
           {{page, page, "x", page}, true},
           {{page, cut, "\xB6 is the rest of the letter"}, false},
           {{"only ascii, and long", "\xFF and long enough to lie outside"}, false}}) {
    const auto n = static_cast<int64_t>(texts.size());
    std::vector<int8_t> ids;
    for (size_t i = 0; i < texts.size(); i++) {
      ids.push_back(static_cast<int8_t>(i));
    }
    Vector plain = Stream(PlainStrings(texts), n).Read(Rows::Range(0, n));
    EXPECT_EQ(plain.IsUtf8(0, n), is_text) << texts[0];
    const Vector coded = Stream(DictionaryStrings(texts, ids), n).Read(Rows::Range(0, n));
    EXPECT_EQ(coded.IsUtf8(0, n), is_text) << texts[0];
    EXPECT_TRUE(plain.IsUtf8(0, 1) || texts[0] == "\xC3");
    ASSERT_TRUE(SetStringForm(&plain, StringForm::kOffsets).ok());
    EXPECT_EQ(plain.IsUtf8(0, n), is_text) << texts[0];
  }
}

TEST(ViewsTest, ADictionaryIsCheckedOnceAndNullsAreText) {
  Stream good(DictionaryStrings(LongTexts(2), {0, 1, 1}), 3);
  Vector v = good.Read(Rows::Range(0, 3));
  AppendNulls(&v, 2);
  EXPECT_EQ(v.known_utf8, 5);
  // A value that no row has: the rows are text.
  Stream bad(DictionaryStrings({"\xFF", LongTexts(1)[0]}, {1, 1, 1}), 3);
  bad.Append(Rows::Range(0, 3), &v);
  EXPECT_EQ(v.known_utf8, 5);
  EXPECT_TRUE(v.IsUtf8(0, v.length));
  Truncate(&v, 4);
  EXPECT_EQ(v.known_utf8, 0);
  EXPECT_EQ(good.Read(Rows::Range(0, 3), Kind::kBinary).known_utf8, 0) << "nobody asks";
}

}  // namespace
}  // namespace cif::internal

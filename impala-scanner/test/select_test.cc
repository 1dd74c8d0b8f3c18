// Selection of rows on encoded values: same result as on decoded ones, with fewer values read.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "auto/node.h"
#include "cif/reader.h"
#include "scan/leaf_matcher.h"
#include "streams.h"
#include "support.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

using test::Constant;
using test::Plain;
using test::Sized;
using test::Svarint;
using test::Uvarint;
using Slots = std::vector<int32_t>;

Literal LiteralAt(const Vector& v, int64_t i) {
  switch (v.type.type_class()) {
    case Class::kInt:
      return v.integer(i);
    case Class::kFloat:
      return static_cast<double>(v.values.as<float>()[i]);
    case Class::kDouble:
      return v.values.as<double>()[i];
    case Class::kDecimal:
      return v.type.is_decimal64() ? int128{v.values.as<int64_t>()[i]} : v.values.as<int128>()[i];
    case Class::kBytes:
      return std::string(v.bytes(i));
    default:
      return Timestamp{v.values.as<int64_t>()[i], v.nanos.as<int32_t>()[i]};
  }
}

bool IsPrimitive(const Type& type) { return type.children().empty(); }

/// Adds a column, and the fields and some keys in it, down to primitive values.
void AddParts(const Projection& part, const Type& type, const Vector& values,
              std::vector<Projection>* parts) {
  parts->push_back(part);
  for (size_t f = 0; type.type_class() == Class::kStruct && f < type.children().size(); f++) {
    Projection field = part;
    field.steps.push_back({type.field_names()[f], false, {}});
    AddParts(field, type.child(f), values.children[f], parts);
  }
  const bool has_keys =
      type.type_class() == Class::kMap && values.children[0].length > 0 &&
      (type.child(0).type_class() == Class::kBytes || type.child(0).type_class() == Class::kInt);
  for (int64_t key = 0; has_keys && key < std::min<int64_t>(3, values.children[0].length); key++) {
    Projection value = part;
    value.steps.push_back({"", true, LiteralAt(values.children[0], key)});
    AddParts(value, type.child(1), values.children[1], parts);
  }
}

/// Comparison of the selected rows of a part, encoded and decoded.
class Comparison {
 public:
  Comparison(std::shared_ptr<const Split> split, const Projection& part)
      : split_(std::move(split)),
        reader_(Check(ColumnReader::Open(split_, part))),
        all_(reader_->type()) {
    Check(reader_->Read(0, split_->rows(), &all_));
  }

  /// Compares a leaf, as true and as false, on random rows.
  void Run(const Predicate& leaf, std::mt19937* random) {
    for (bool truth : {true, false}) {
      const LeafMatcher matcher(leaf, truth, reader_->type(), LeafMatcher::SetOf(leaf));
      const int64_t rows = split_->rows();
      for (int64_t first : {int64_t{0}, static_cast<int64_t>((*random)() % (rows + 1))}) {
        const int64_t count = (*random)() % 2 == 0
                                  ? rows - first
                                  : static_cast<int64_t>((*random)() % (rows - first + 1));
        Slots chosen;
        for (int32_t k = 0; k < count; k++) {
          if ((*random)() % 3 == 0) {
            chosen.push_back(k);
          }
        }
        Compare(matcher, first, nullptr, count);
        Compare(matcher, first, chosen.data(), static_cast<int64_t>(chosen.size()));
      }
    }
  }

  const Vector& values() const { return all_; }

 private:
  void Compare(const LeafMatcher& matcher, int64_t first, const int32_t* index, int64_t count) {
    Vector decoded(reader_->type());
    Check(index == nullptr ? reader_->Read(first, count, &decoded)
                           : reader_->ReadRows(first, index, count, &decoded));
    Slots wanted;
    matcher.Select(decoded, &wanted);
    Slots found = {-1};
    Check(reader_->Select(first, index, count, matcher, &found));
    found.erase(found.begin());
    ASSERT_EQ(found, wanted);
    if (matcher.range() != nullptr && matcher.type().type_class() == Class::kInt) {
      ASSERT_EQ(found, InRange(decoded, *matcher.range()));
    }
  }

  static Slots InRange(const Vector& values, const IntegerRange& range) {
    Slots slots;
    for (int64_t i = 0; i < values.length; i++) {
      const int64_t value = values.integer(i);
      const bool is_in = range.least <= value && value <= range.most;
      if (!values.IsNull(i) && is_in != range.is_inverted) {
        slots.push_back(static_cast<int32_t>(i));
      }
    }
    return slots;
  }

  std::shared_ptr<const Split> split_;
  std::unique_ptr<ColumnReader> reader_;
  Vector all_;
};

/// Returns every comparison that the type allows, with existing values.
std::vector<Predicate> LeavesFor(const Vector& values, std::mt19937* random) {
  std::vector<Predicate> leaves(2);
  leaves[0].op = Op::kIsNull;
  leaves[1].op = Op::kIsNotNull;
  if (!IsPrimitive(values.type) || values.null_count == values.length) {
    return leaves;
  }
  auto any = [&] {
    for (;;) {
      const auto i = static_cast<int64_t>((*random)() % static_cast<uint64_t>(values.length));
      if (!values.IsNull(i)) {
        return LiteralAt(values, i);
      }
    }
  };
  for (Op op : {Op::kEq, Op::kNe, Op::kLt, Op::kLe, Op::kGt, Op::kGe}) {
    leaves.push_back({{}, op, any()});
  }
  leaves.push_back({{}, Op::kIn, {}, {any(), any(), any()}});
  if (values.type.type_class() == Class::kBytes) {
    const auto text = std::get<std::string>(any());
    leaves.push_back({{}, Op::kStartsWith, text.substr(0, text.size() / 2)});
    leaves.push_back({{}, Op::kContains, text.substr(text.size() / 3, 3)});
  }
  return leaves;
}

class SelectGoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(SelectGoldenTest, FindsOnEncodedValuesWhatItFindsOnDecodedOnes) {
  const std::shared_ptr<const Split> split =
      test::OpenSplit(LocalFileSystem(), test::GoldenRoot() + "/" + GetParam());
  std::mt19937 random(7);
  for (const Projection& column : test::AllColumns(split->schema())) {
    std::vector<Projection> parts;
    const Comparison whole(split, column);
    AddParts(column, whole.values().type, whole.values(), &parts);
    for (const Projection& part : parts) {
      SCOPED_TRACE(part.ToString());
      Comparison comparison(split, part);
      for (const Predicate& leaf : LeavesFor(comparison.values(), &random)) {
        SCOPED_TRACE(static_cast<int>(leaf.op));
        comparison.Run(leaf, &random);
        if (HasFatalFailure()) {
          return;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SelectGoldenTest, testing::ValuesIn(test::GoldenNames()),
                         test::GoldenTestName);

/// Matcher that counts the values that it is asked about.
class CountingMatcher final : public ValueMatcher {
 public:
  CountingMatcher(const Predicate& leaf, bool truth, const Type& type)
      : ValueMatcher(type), of_(leaf, truth, type, nullptr) {}

  void Select(const Vector& values, Slots* slots) const override {
    asked_ += values.length;
    of_.Select(values, slots);
  }
  bool takes_nulls() const override { return of_.takes_nulls(); }
  std::optional<bool> takes_others() const override { return of_.takes_others(); }
  const IntegerRange* range() const override { return of_.range(); }
  const std::string* part() const override { return of_.part(); }

  int64_t asked() const { return asked_; }

 private:
  LeafMatcher of_;
  mutable int64_t asked_ = 0;
};

/// Node of a stream, without NULLs unless they are given.
class Stream {
 public:
  Stream(const std::string& stream, Kind kind, int64_t n,
         const std::string& presence = std::string(1, '\0'))
      : bytes_(Sized(presence + stream)), type_(Type::Primitive(kind)) {
    const size_t size = bytes_.size();
    bytes_.resize(size + kSlack);
    budget_.Set(1 << 20);
    Input in(reinterpret_cast<const uint8_t*>(bytes_.data()), size);
    node_ = OpenNode(&in, type_, n, &budget_);
  }

  Slots Select(const Rows& rows, Op op, Literal literal, bool truth = true) {
    const Predicate leaf{{}, op, std::move(literal)};
    const CountingMatcher matcher(leaf, truth, type_);
    Slots slots;
    node_->Select(rows, {}, matcher, &slots);
    Slots again;
    node_->Select(rows, {}, matcher, &again);
    EXPECT_EQ(again, slots);
    asked_ = matcher.asked();
    return slots;
  }

  /// Number of values that the last matcher was asked about.
  int64_t asked() const { return asked_; }
  bool has_few_values() { return node_->HasFewValues({}); }

 private:
  std::string bytes_;
  Type type_;
  Budget budget_;
  NodePtr node_;
  int64_t asked_ = 0;
};

TEST(SelectIntsTest, AsksADictionaryOnceForEachValue) {
  Stream stream(Sized("\x04\x02" + Plain({4, 9}) + Plain({1, 0, 1, 1, 0, 0, 0, 1})), Kind::kInt, 8);
  EXPECT_TRUE(stream.has_few_values());
  EXPECT_EQ(stream.Select(Rows::Range(0, 8), Op::kGt, int64_t{4}), Slots({0, 2, 3, 7}));
  EXPECT_EQ(stream.asked(), 2);
  EXPECT_EQ(stream.Select(Rows::Range(2, 4), Op::kGt, int64_t{4}, false), Slots({2, 3}));
  EXPECT_EQ(stream.asked(), 2);
}

TEST(SelectIntsTest, RefusesIdsBeyondTheDictionary) {
  Stream stream(Sized("\x04\x02" + Plain({4, 9}) + Plain({1, 0, 1, 1, 0, 0, 0, 2})), Kind::kInt, 8);
  EXPECT_THROW(stream.Select(Rows::Range(0, 8), Op::kGt, int64_t{4}), CorruptData);
}

TEST(SelectIntsTest, AsksRunsAndConstantsOnce) {
  Stream runs(Sized("\x03\x03" + Plain({4, 9, 4}) + Plain({3, 5, 2})), Kind::kInt, 10);
  EXPECT_EQ(runs.Select(Rows::Range(2, 7), Op::kEq, int64_t{4}), Slots({0, 6}));
  EXPECT_EQ(runs.asked(), 2 * 3);
  EXPECT_EQ(runs.Select(Rows::Range(4, 2), Op::kNe, int64_t{4}), Slots({0, 1}));
  EXPECT_EQ(runs.asked(), 2 * 1);
  Stream constant(Constant(7), Kind::kInt, 5);
  EXPECT_EQ(constant.Select(Rows::Range(1, 3), Op::kGe, int64_t{7}), Slots({0, 1, 2}));
  EXPECT_EQ(constant.asked(), 2 * 1);
  EXPECT_TRUE(constant.Select(Rows::Range(1, 3), Op::kGe, int64_t{7}, false).empty());
}

TEST(SelectIntsTest, ComparesPackedNumbersWithoutTheMatcher) {
  // 1,024 numbers from 100 on of one bit each, then 1,000,000 in four bits.
  std::string bits(128, '\x55');
  Stream stream(Sized("\x01\x01\x04" + Svarint(100) + Svarint(1000000) + bits + "\x21\x03"),
                Kind::kInt, 1027);
  const Rows last = Rows::Range(1022, 5);
  EXPECT_EQ(stream.Select(last, Op::kEq, int64_t{101}), Slots({0}));
  EXPECT_EQ(stream.Select(last, Op::kNe, int64_t{101}), Slots({1, 2, 3, 4}));
  EXPECT_EQ(stream.Select(last, Op::kGt, int64_t{1000001}), Slots({3, 4}));
  EXPECT_EQ(stream.Select(last, Op::kGt, int64_t{1000001}, false), Slots({0, 1, 2}));
  EXPECT_TRUE(stream.Select(last, Op::kEq, int64_t{50}).empty());
  EXPECT_EQ(stream.Select(last, Op::kLt, int64_t{1} << 40).size(), 5U);
  EXPECT_EQ(stream.asked(), 0);
  EXPECT_FALSE(stream.has_few_values());
}

TEST(SelectIntsTest, DividesTheRangeOfScaledNumbers) {
  // -200 to 500 by hundreds.
  Stream stream(Sized("\x06\x64" + Sized("\x01\x03" + Svarint(-2) + "\x88\xC6\xFA")), Kind::kBigint,
                8);
  const Rows all = Rows::Range(0, 8);
  for (int64_t literal = -301; literal <= 601; literal += 43) {
    for (Op op : {Op::kEq, Op::kNe, Op::kLt, Op::kLe, Op::kGt, Op::kGe}) {
      Slots wanted;
      for (int32_t k = 0; k < 8; k++) {
        const int64_t value = 100 * (k - 2);
        const bool holds[] = {value == literal, value != literal,
                              value<literal, value <= literal, value> literal, value >= literal};
        if (holds[static_cast<int>(op)]) {
          wanted.push_back(k);
        }
      }
      ASSERT_EQ(stream.Select(all, op, literal), wanted) << literal;
    }
  }
  EXPECT_EQ(stream.Select(all, Op::kEq, int64_t{100}), Slots({3}));
  EXPECT_EQ(stream.Select(all, Op::kLe, INT64_MIN), Slots());
  EXPECT_EQ(stream.Select(all, Op::kGe, INT64_MIN).size(), 8U);
  EXPECT_EQ(stream.asked(), 0);
}

TEST(SelectNullsTest, NeedsNoValues) {
  Stream none("", Kind::kInt, 5, "\x01");
  EXPECT_EQ(none.Select(Rows::Range(0, 5), Op::kIsNull, {}).size(), 5U);
  // Values 1, 3 and 4 are present.
  Stream some(Sized("\x05\x02"
                    "aabbcc"),
              Kind::kInt, 5, "\x02\x1A");
  EXPECT_EQ(some.Select(Rows::Range(0, 5), Op::kIsNull, {}), Slots({0, 2}));
  EXPECT_EQ(some.Select(Rows::Range(0, 5), Op::kIsNotNull, {}), Slots({1, 3, 4}));
  EXPECT_EQ(some.Select(Rows::Range(1, 3), Op::kIsNotNull, {}, false), Slots({1}));
  EXPECT_EQ(some.asked(), 0);
  const Slots listed = {0, 3, 4};
  EXPECT_EQ(some.Select(Rows::List(listed.data(), 3), Op::kNe, int64_t{5}), Slots({1, 2}));
}

TEST(SelectStringsTest, AsksADictionaryOnceForEachValue) {
  const std::string values = Sized("\x01" + Plain({5, 4}) + "appleplum");
  Stream stream(Sized("\x03\x02" + values + Plain({1, 0, 1, 1, 0, 0, 0, 1})), Kind::kString, 8);
  EXPECT_EQ(stream.Select(Rows::Range(0, 8), Op::kContains, std::string("pp")),
            Slots({1, 4, 5, 6}));
  EXPECT_EQ(stream.asked(), 2);
  EXPECT_EQ(stream.Select(Rows::Range(3, 3), Op::kStartsWith, std::string("pl")), Slots({0}));
  const Slots listed = {0, 4, 7};
  EXPECT_EQ(stream.Select(Rows::List(listed.data(), 3), Op::kEq, std::string("plum")),
            Slots({0, 2}));
}

TEST(SelectStringsTest, AsksOnceForEachLetter) {
  // Eight values of one letter each: A, B and C, in two bits.
  Stream stream(Sized("\x02" + Constant(1) +
                      "\x02\x03"
                      "ABC"
                      "\x24\x49"),
                Kind::kString, 8);
  EXPECT_TRUE(stream.has_few_values());
  EXPECT_EQ(stream.Select(Rows::Range(0, 8), Op::kEq, std::string("B")), Slots({1, 4, 7}));
  EXPECT_EQ(stream.asked(), 256);
  EXPECT_EQ(stream.Select(Rows::Range(2, 4), Op::kNe, std::string("B")), Slots({0, 1, 3}));
  const Slots listed = {0, 4, 7};
  EXPECT_EQ(stream.Select(Rows::List(listed.data(), 3), Op::kGe, std::string("B")), Slots({1, 2}));
  Stream beyond(Sized("\x02" + Constant(1) +
                      "\x02\x02"
                      "AB"
                      "\x24\x49"),
                Kind::kString, 8);
  EXPECT_THROW(beyond.Select(Rows::Range(0, 8), Op::kEq, std::string("B")), CorruptData);
}

TEST(SelectStringsTest, FindsPartsOfValuesThatFollowEachOtherInMemory) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; round++) {
    std::string text;
    std::vector<int8_t> lengths;
    std::vector<std::string> values;
    for (int k = 0; k < 20; k++) {
      std::string value(random() % 4 == 0 ? random() % 13 : random() % 40, 'a');
      for (char& c : value) {
        c = static_cast<char>('a' + random() % 2);
      }
      values.push_back(value);
      lengths.push_back(static_cast<int8_t>(value.size()));
      text += value;
    }
    Stream stream(Sized("\x01" + Plain(lengths) + text), Kind::kString, 20);
    const std::string needle = text.substr(random() % (text.size() - 16), 1 + random() % 16);
    Slots wanted;
    for (int32_t k = 0; k < 20; k++) {
      if (values[static_cast<size_t>(k)].find(needle) != std::string::npos) {
        wanted.push_back(k);
      }
    }
    ASSERT_EQ(stream.Select(Rows::Range(0, 20), Op::kContains, needle), wanted) << needle;
  }
}

}  // namespace
}  // namespace cif::internal

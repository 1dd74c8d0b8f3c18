// Tuples, decoded with offsets that are written by hand.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tuple_memory.h"
#include "vector/fill.h"

namespace cif::test {
namespace {

Slot DecimalSlot(int32_t precision, int32_t scale) {
  Slot slot = MakeSlot(SlotType::kDecimal, {0}, 1, 0, 0);
  slot.precision = precision;
  slot.scale = scale;
  return slot;
}

Slot TextSlot(SlotType type, int32_t length) {
  Slot slot = MakeSlot(type, {0}, 1, 0, 0);
  slot.length = length;
  return slot;
}

TEST(TuplesTest, NumbersAtOddOffsetsWithNulls) {
  Batch batch;
  for (const char* type : {"boolean", "tinyint", "smallint", "int", "bigint", "float", "double"}) {
    batch.columns.emplace_back(ParseType(type));
  }
  for (int64_t row = 0; row < 3; row++) {
    for (size_t c = 0; c < batch.columns.size(); c++) {
      Vector& v = batch.columns[c];
      if (row == 1 && c % 2 == 0) {
        PushNull(&v);
      } else if (c < 5) {
        PushInt(&v, c == 0 ? row % 2 == 0 : -7 + row);
      } else {
        PushDouble(&v, static_cast<double>(row) + 0.25);
      }
    }
  }
  batch.rows = 3;
  TupleLayout layout;
  layout.size = 31;
  layout.slots = {
      MakeSlot(SlotType::kBoolean, {0}, 0, 29, 0),  MakeSlot(SlotType::kTinyint, {1}, 28, 29, 1),
      MakeSlot(SlotType::kSmallint, {2}, 1, 29, 2), MakeSlot(SlotType::kInt, {3}, 3, 29, 7),
      MakeSlot(SlotType::kBigint, {4}, 7, 30, 0),   MakeSlot(SlotType::kFloat, {5}, 15, 30, 1),
      MakeSlot(SlotType::kDouble, {6}, 19, 30, 2)};
  Tuples tuples;
  tuples.WriteAll(batch, layout);
  EXPECT_EQ(tuples.row(0)[0], 1);
  EXPECT_EQ(Load<int8_t>(tuples.row(0) + 28), -7);
  EXPECT_EQ(Load<int16_t>(tuples.row(0) + 1), -7);
  EXPECT_EQ(Load<int32_t>(tuples.row(0) + 3), -7);
  EXPECT_EQ(Load<int64_t>(tuples.row(0) + 7), -7);
  EXPECT_EQ(Load<float>(tuples.row(0) + 15), 0.25F);
  EXPECT_EQ(Load<double>(tuples.row(0) + 19), 0.25);
  EXPECT_EQ(tuples.row(0)[27], kUntouched);
  EXPECT_EQ(tuples.row(0)[29], 0);
  EXPECT_EQ(tuples.row(0)[30], 0);
  EXPECT_EQ(tuples.row(1)[29], 0x05);
  EXPECT_EQ(tuples.row(1)[30], 0x05);
  EXPECT_EQ(Load<int32_t>(tuples.row(1) + 3), -6);
  EXPECT_EQ(Load<float>(tuples.row(1) + 15), 1.25F);
  EXPECT_EQ(tuples.row(2)[29], 0);
  EXPECT_EQ(Load<int64_t>(tuples.row(2) + 7), -5);
}

TEST(TuplesTest, RangeOfRows) {
  Vector v(ParseType("int"));
  for (int i = 0; i < 20; i++) {
    i % 3 == 0 ? PushNull(&v) : PushInt(&v, i);
  }
  Batch batch = OneColumn(std::move(v));
  Tuples tuples;
  ASSERT_TRUE(tuples.Write(batch, {5, {MakeSlot(SlotType::kInt, {0}, 1, 0, 3)}}, 9, 4).ok());
  EXPECT_EQ(tuples.row(0)[0], 8);
  EXPECT_EQ(tuples.row(1)[0], 0);
  EXPECT_EQ(Load<int32_t>(tuples.row(1) + 1), 10);
  EXPECT_EQ(Load<int32_t>(tuples.row(2) + 1), 11);
  EXPECT_EQ(tuples.row(3)[0], 8);
  EXPECT_FALSE(tuples.Write(batch, {5, {MakeSlot(SlotType::kInt, {0}, 1, 0, 3)}}, 18, 3).ok());
}

TEST(TuplesTest, IntegersWiden) {
  Vector v(ParseType("smallint"));
  PushInt(&v, -300);
  PushInt(&v, 32767);
  Batch batch = OneColumn(std::move(v));
  Tuples tuples;
  tuples.WriteAll(batch, {9, {MakeSlot(SlotType::kBigint, {0}, 1, 0, 0)}});
  EXPECT_EQ(Load<int64_t>(tuples.row(0) + 1), -300);
  tuples.WriteAll(batch, {9, {MakeSlot(SlotType::kDouble, {0}, 1, 0, 0)}});
  EXPECT_EQ(Load<double>(tuples.row(1) + 1), 32767.0);
  tuples.WriteAll(batch, {9, {DecimalSlot(10, 2)}});
  EXPECT_EQ(Load<int64_t>(tuples.row(0) + 1), -30000);
}

TEST(TuplesTest, DecimalsOfEachWidth) {
  Vector narrow(ParseType("decimal(9,2)"));
  PushDecimal(&narrow, -999999999);
  PushNull(&narrow);
  PushDecimal(&narrow, 5);
  Batch batch = OneColumn(std::move(narrow));
  Tuples tuples;
  tuples.WriteAll(batch, {5, {DecimalSlot(9, 2)}});
  EXPECT_EQ(Load<int32_t>(tuples.row(0) + 1), -999999999);
  EXPECT_EQ(tuples.row(1)[0], 1);
  tuples.WriteAll(batch, {9, {DecimalSlot(18, 4)}});
  EXPECT_EQ(Load<int64_t>(tuples.row(0) + 1), -99999999900);
  EXPECT_EQ(Load<int64_t>(tuples.row(2) + 1), 500);
  tuples.WriteAll(batch, {17, {DecimalSlot(38, 20)}});
  EXPECT_EQ(Load<int128>(tuples.row(0) + 1), int128{-999999999} * 1000000000 * 1000000000);

  Vector wide(ParseType("decimal(38,0)"));
  const int128 most = int128{9999999999999999999U} * 10000000000000000000U + 9999999999999999999U;
  PushDecimal(&wide, most);
  PushNull(&wide);
  tuples.WriteAll(OneColumn(std::move(wide)), {17, {DecimalSlot(38, 0)}});
  EXPECT_EQ(Load<int128>(tuples.row(0) + 1), most);
}

TEST(TuplesTest, DecimalsBecomeTheNearestDoubles) {
  Tuples tuples;
  Vector narrow(ParseType("decimal(9,2)"));
  PushDecimal(&narrow, -30);
  PushNull(&narrow);
  tuples.WriteAll(OneColumn(std::move(narrow)), {9, {MakeSlot(SlotType::kDouble, {0}, 1, 0, 0)}});
  EXPECT_EQ(Load<double>(tuples.row(0) + 1), -0.3);
  EXPECT_EQ(tuples.row(1)[0], 1);
  Vector wide(ParseType("decimal(38,25)"));
  PushDecimal(&wide, int128{1234567890123456789} * 1000000000000);
  PushDecimal(&wide, -1);
  tuples.WriteAll(OneColumn(std::move(wide)), {9, {MakeSlot(SlotType::kDouble, {0}, 1, 0, 0)}});
  EXPECT_EQ(Load<double>(tuples.row(0) + 1), 123456.7890123456789);
  EXPECT_EQ(Load<double>(tuples.row(1) + 1), -1e-25);
}

TEST(TuplesTest, DatesOutsideOfImpalasRangeBecomeNull) {
  Vector v(ParseType("date"));
  for (int64_t day : {-719163, -719162, 0, 2932896, 2932897}) {
    PushInt(&v, day);
  }
  Tuples tuples;
  tuples.WriteAll(OneColumn(std::move(v)), {5, {MakeSlot(SlotType::kDate, {0}, 1, 0, 4)}});
  EXPECT_EQ(tuples.row(0)[0], 0x10);
  EXPECT_EQ(tuples.row(1)[0], 0);
  EXPECT_EQ(Load<int32_t>(tuples.row(1) + 1), -719162);
  EXPECT_EQ(Load<int32_t>(tuples.row(3) + 1), 2932896);
  EXPECT_EQ(tuples.row(4)[0], 0x10);
}

TEST(TuplesTest, TimestampsAreNanosOfTheDayAndJulianDays) {
  Vector v(ParseType("timestamp"));
  PushTimestamp(&v, 0, 0);
  PushTimestamp(&v, -1, 999999999);
  PushNull(&v);
  PushTimestamp(&v, -17987443200, 0);          // 1400-01-01 00:00:00
  PushTimestamp(&v, -17987443201, 0);          // a second before
  PushTimestamp(&v, 253402300799, 999999999);  // 9999-12-31 23:59:59.999999999
  PushTimestamp(&v, 253402300800, 0);
  PushTimestamp(&v, INT64_MIN, 0);
  PushTimestamp(&v, INT64_MAX, 999999999);
  Tuples tuples;
  tuples.WriteAll(OneColumn(std::move(v)), {17, {MakeSlot(SlotType::kTimestamp, {0}, 1, 0, 0)}});
  EXPECT_EQ(Load<int64_t>(tuples.row(0) + 1), 0);
  EXPECT_EQ(Load<uint32_t>(tuples.row(0) + 9), 2440588U);
  EXPECT_EQ(Load<int64_t>(tuples.row(1) + 1), 86399999999999);
  EXPECT_EQ(Load<uint32_t>(tuples.row(1) + 9), 2440587U);
  EXPECT_EQ(Load<uint32_t>(tuples.row(3) + 9), 2232400U);
  EXPECT_EQ(Load<int64_t>(tuples.row(5) + 1), 86399999999999);
  EXPECT_EQ(Load<uint32_t>(tuples.row(5) + 9), 5373484U);
  const std::vector<int> nulls = {0, 0, 1, 0, 1, 0, 1, 1, 1};
  for (size_t i = 0; i < nulls.size(); i++) {
    EXPECT_EQ(tuples.row(static_cast<int64_t>(i))[0], nulls[i]) << i;
  }
}

class HourEast final : public TimeZone {
 public:
  int64_t OffsetSeconds(int64_t) const override { return 3600; }
};

TEST(TuplesTest, OnlyTimestampsWithTimeZoneAreShifted) {
  HourEast zone;
  TupleOptions options;
  options.zone = &zone;
  for (bool local : {false, true}) {
    Vector v(ParseType(local ? "timestamp with local time zone" : "timestamp"));
    PushTimestamp(&v, 84600, 5);
    PushNull(&v);
    PushTimestamp(&v, INT64_MAX, 0);
    Tuples tuples(options);
    tuples.WriteAll(OneColumn(std::move(v)), {17, {MakeSlot(SlotType::kTimestamp, {0}, 1, 0, 0)}});
    EXPECT_EQ(Load<int64_t>(tuples.row(0) + 1), local ? 1800000000005 : 84600000000005);
    EXPECT_EQ(Load<uint32_t>(tuples.row(0) + 9), local ? 2440589U : 2440588U);
    EXPECT_EQ(tuples.row(1)[0], 1);
    EXPECT_EQ(tuples.row(2)[0], 1);
  }
}

TEST(TuplesTest, SmallTextsLieInTheSlot) {
  Vector v(ParseType("string"));
  for (size_t length = 0; length <= 13; length++) {
    PushBytes(&v, std::string("abcdefghijklm").substr(0, length));
  }
  PushNull(&v);
  Tuples tuples;
  tuples.WriteAll(OneColumn(std::move(v)), {13, {MakeSlot(SlotType::kString, {0}, 1, 0, 0)}});
  for (int64_t i = 0; i <= 11; i++) {
    const auto length = static_cast<size_t>(i);
    std::string slot = std::string("abcdefghijklm").substr(0, length);
    slot.resize(11, '\0');
    slot += static_cast<char>(0x80 + i);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(tuples.row(i) + 1), 12), slot);
  }
  EXPECT_EQ(Load<uint32_t>(tuples.row(12) + 9), 12U);
  EXPECT_EQ(LoadText(tuples.row(12) + 1), "abcdefghijkl");
  EXPECT_EQ(LoadText(tuples.row(13) + 1), "abcdefghijklm");
  EXPECT_EQ(tuples.row(14)[0], 1);
  EXPECT_EQ(tuples.pool.used(), 25);
}

TEST(TuplesTest, TextsBeforeSmallStringsAreAllPointers) {
  Vector v(ParseType("string"));
  PushBytes(&v, "first");
  PushBytes(&v, "");
  PushNull(&v);
  PushBytes(&v, "a text of more than eleven bytes");
  TupleOptions options;
  options.strings = StringLayout::kPointer;
  Tuples tuples(options);
  tuples.WriteAll(OneColumn(std::move(v)), {13, {MakeSlot(SlotType::kString, {0}, 1, 0, 0)}});
  EXPECT_EQ(Load<uint32_t>(tuples.row(0) + 9), 5U);
  EXPECT_EQ(LoadText(tuples.row(0) + 1), "first");
  EXPECT_NE(Load<const char*>(tuples.row(1) + 1), nullptr);
  EXPECT_EQ(Load<uint32_t>(tuples.row(1) + 9), 0U);
  EXPECT_EQ(LoadText(tuples.row(3) + 1), "a text of more than eleven bytes");
  EXPECT_EQ(tuples.pool.used(), 37);
}

TEST(TuplesTest, TextsDoNotPointIntoTheBatch) {
  for (StringLayout layout : {StringLayout::kPointer, StringLayout::kSmall}) {
    Vector v(ParseType("binary"));
    PushBytes(&v, std::string(100, 'x'));
    Batch batch = OneColumn(std::move(v));
    TupleOptions options;
    options.strings = layout;
    Tuples tuples(options);
    tuples.WriteAll(batch, {13, {MakeSlot(SlotType::kString, {0}, 1, 0, 0)}});
    std::memset(batch.columns[0].values.data(), 'y', 100);
    EXPECT_EQ(LoadText(tuples.row(0) + 1), std::string(100, 'x'));
  }
}

TEST(TuplesTest, TextsThatViewsShareStandInThePoolOnce) {
  const std::string text = "a text of more than twelve bytes";
  for (StringLayout layout : {StringLayout::kPointer, StringLayout::kSmall}) {
    TupleOptions options;
    options.strings = layout;
    Tuples tuples(options);
    Vector same(ParseType("string"), StringForm::kViews);
    internal::AppendCopies(&same, Literal(text), 50);
    internal::AppendCopies(&same, Literal(std::string("another text of those bytes")), 1);
    internal::AppendCopies(&same, Literal(std::string("twelve bytes")), 2);
    tuples.WriteAll(OneColumn(std::move(same)), {13, {MakeSlot(SlotType::kString, {0}, 1, 0, 0)}});
    EXPECT_EQ(LoadText(tuples.row(0) + 1), text);
    EXPECT_EQ(LoadText(tuples.row(49) + 1), text);
    EXPECT_EQ(LoadText(tuples.row(50) + 1), "another text of those bytes");
    EXPECT_EQ(LoadText(tuples.row(52) + 1), "twelve bytes");
    EXPECT_EQ(tuples.pool.used(), static_cast<int64_t>(text.size()) + 27 + 2 * 12);
  }
}

TEST(TuplesTest, VarcharAndCharAreCutAndPaddedInBytes) {
  Vector v(ParseType("varchar(40)"));
  PushBytes(&v, "abc");
  PushBytes(&v, "twelve bytes and more");
  PushBytes(&v,
            "gr\xC3\xB6\xC3\x9F"
            "er");
  PushBytes(&v, "");
  Batch batch = OneColumn(std::move(v));
  Tuples tuples;
  tuples.WriteAll(batch, {13, {TextSlot(SlotType::kVarchar, 12)}});
  EXPECT_EQ(LoadText(tuples.row(0) + 1), "abc");
  EXPECT_EQ(LoadText(tuples.row(1) + 1), "twelve bytes");
  tuples.WriteAll(batch, {6, {TextSlot(SlotType::kChar, 5)}});
  auto chars = [&](int64_t row) {
    return std::string(reinterpret_cast<const char*>(tuples.row(row) + 1), 5);
  };
  EXPECT_EQ(chars(0), "abc  ");
  EXPECT_EQ(chars(1), "twelv");
  EXPECT_EQ(chars(2), "gr\xC3\xB6\xC3");  // Impala counts bytes: a character may be cut
  EXPECT_EQ(chars(3), "     ");
}

TEST(TuplesTest, StructsShareTheirTupleAndTheirNulls) {
  Vector v(ParseType("struct<a:int,b:struct<c:string,d:bigint>>"));
  Vector& b = v.children[1];
  auto push = [&](int64_t a, const char* c, int64_t d) {
    PushInt(&v.children[0], a);
    PushBytes(&b.children[0], c);
    PushInt(&b.children[1], d);
    PushComplex(&b);
    PushComplex(&v);
  };
  push(1, "one", 11);
  PushNull(&v);
  PushInt(&v.children[0], 3);
  PushNull(&b);
  PushComplex(&v);
  Slot inner = MakeSlot(SlotType::kStruct, {1}, 4, 24, 2);
  inner.children = {MakeSlot(SlotType::kString, {0}, 4, 24, 3),
                    MakeSlot(SlotType::kBigint, {1}, 16, 24, 4)};
  Slot outer = MakeSlot(SlotType::kStruct, {0}, 0, 24, 0);
  outer.children = {MakeSlot(SlotType::kInt, {0}, 0, 24, 1), inner};
  Slot direct = MakeSlot(SlotType::kBigint, {0, 1, 1}, 25, 24, 5);
  Tuples tuples;
  tuples.WriteAll(OneColumn(std::move(v)), {33, {outer, direct}});
  EXPECT_EQ(Load<int32_t>(tuples.row(0)), 1);
  EXPECT_EQ(LoadText(tuples.row(0) + 4), "one");
  EXPECT_EQ(Load<int64_t>(tuples.row(0) + 16), 11);
  EXPECT_EQ(Load<int64_t>(tuples.row(0) + 25), 11);
  EXPECT_EQ(tuples.row(0)[24], 0);
  EXPECT_EQ(tuples.row(1)[24], 0x3F);
  EXPECT_EQ(Load<int32_t>(tuples.row(2)), 3);
  EXPECT_EQ(tuples.row(2)[24], 0x3C);
}

TEST(TuplesTest, ArraysAreItemTuplesWithPositions) {
  Vector v(ParseType("array<struct<a:int,b:string>>"));
  Vector& item = v.children[0];
  auto push_item = [&](int64_t a, const char* b) {
    PushInt(&item.children[0], a);
    PushBytes(&item.children[1], b);
    PushComplex(&item);
  };
  push_item(1, "x");
  push_item(2, "a text of more than eleven bytes");
  PushComplex(&v);
  PushNull(&v);
  PushComplex(&v);
  PushNull(&item);
  push_item(4, "z");
  PushComplex(&v);
  Slot slot = MakeSlot(SlotType::kArray, {0}, 1, 0, 0);
  slot.item_size = 25;
  slot.children = {MakeSlot(SlotType::kInt, {0, 0}, 0, 24, 0),
                   MakeSlot(SlotType::kString, {0, 1}, 4, 24, 1),
                   MakeSlot(SlotType::kBigint, {Slot::kPosition}, 16, 0, -1)};
  Tuples tuples;
  tuples.WriteAll(OneColumn(std::move(v)), {13, {slot}});
  EXPECT_EQ(Load<int32_t>(tuples.row(0) + 9), 2);
  const auto* items = Load<const uint8_t*>(tuples.row(0) + 1);
  EXPECT_EQ(Load<int32_t>(items), 1);
  EXPECT_EQ(LoadText(items + 4), "x");
  EXPECT_EQ(Load<int64_t>(items + 16), 0);
  EXPECT_EQ(items[24], 0);
  EXPECT_EQ(LoadText(items + 25 + 4), "a text of more than eleven bytes");
  EXPECT_EQ(Load<int64_t>(items + 25 + 16), 1);
  EXPECT_EQ(tuples.row(1)[0], 1);
  EXPECT_EQ(Load<int32_t>(tuples.row(1) + 9), 0);
  EXPECT_EQ(tuples.row(2)[0], 0);
  EXPECT_EQ(Load<int32_t>(tuples.row(2) + 9), 0);
  items = Load<const uint8_t*>(tuples.row(3) + 1);
  EXPECT_EQ(items[24], 3);
  EXPECT_EQ(Load<int64_t>(items + 16), 0);
  EXPECT_EQ(Load<int32_t>(items + 25), 4);
  EXPECT_EQ(items[25 + 24], 0);
  EXPECT_EQ(Load<int64_t>(items + 25 + 16), 1);
}

TEST(TuplesTest, MapsOfArraysAreEntryTuples) {
  Vector v(ParseType("map<string,array<int>>"));
  for (int64_t row = 0; row < 3; row++) {
    for (int64_t e = 0; e < row; e++) {
      PushBytes(&v.children[0], "key" + std::to_string(e));
      for (int64_t k = 0; k < 3; k++) {
        PushInt(&v.children[1].children[0], row * 100 + e * 10 + k);
      }
      PushComplex(&v.children[1]);
    }
    PushComplex(&v);
  }
  Slot list = MakeSlot(SlotType::kArray, {1}, 12, 24, 1);
  list.item_size = 5;
  list.children = {MakeSlot(SlotType::kInt, {0}, 0, 4, 0)};
  Slot slot = MakeSlot(SlotType::kMap, {0}, 1, 0, 0);
  slot.item_size = 25;
  slot.children = {list, MakeSlot(SlotType::kString, {0}, 0, 24, 0)};
  Tuples tuples;
  tuples.WriteAll(OneColumn(std::move(v)), {13, {slot}});
  EXPECT_EQ(Load<int32_t>(tuples.row(0) + 9), 0);
  EXPECT_EQ(Load<int32_t>(tuples.row(2) + 9), 2);
  const auto* entry = Load<const uint8_t*>(tuples.row(2) + 1) + 25;
  EXPECT_EQ(LoadText(entry), "key1");
  EXPECT_EQ(Load<int32_t>(entry + 20), 3);
  EXPECT_EQ(Load<int32_t>(Load<const uint8_t*>(entry + 12) + 2 * 5), 212);
}

TEST(TuplesTest, CountedArraysNeedNoMemory) {
  Vector v(ParseType("array<int>"));
  PushInt(&v.children[0], 1);
  PushInt(&v.children[0], 2);
  PushComplex(&v);
  Tuples tuples;
  tuples.WriteAll(OneColumn(std::move(v)), {13, {MakeSlot(SlotType::kArray, {0}, 1, 0, 0)}});
  EXPECT_EQ(Load<int32_t>(tuples.row(0) + 9), 2);
  EXPECT_NE(Load<const uint8_t*>(tuples.row(0) + 1), nullptr);
  EXPECT_EQ(tuples.pool.used(), 0);
}

TEST(TuplesTest, MissingPartsAreNull) {
  Vector v(ParseType("struct<a:int>"));
  PushInt(&v.children[0], 1);
  PushComplex(&v);
  Slot missing = MakeSlot(SlotType::kStruct, {0, Slot::kMissing}, 4, 20, 1);
  missing.children = {MakeSlot(SlotType::kInt, {0}, 4, 20, 2),
                      MakeSlot(SlotType::kArray, {1}, 8, 20, 3)};
  Tuples tuples;
  tuples.WriteAll(OneColumn(std::move(v)),
                  {21, {MakeSlot(SlotType::kInt, {0, 0}, 0, 20, 0), missing}});
  EXPECT_EQ(Load<int32_t>(tuples.row(0)), 1);
  EXPECT_EQ(tuples.row(0)[20], 0x0E);
  EXPECT_EQ(Load<int32_t>(tuples.row(0) + 16), 0);
}

TEST(TuplesTest, NullWithoutNullBitIsAnError) {
  Vector v(ParseType("int"));
  PushInt(&v, 1);
  PushNull(&v);
  Batch batch = OneColumn(std::move(v));
  Tuples tuples;
  TupleLayout layout{4, {MakeSlot(SlotType::kInt, {0}, 0, 0, -1)}};
  EXPECT_TRUE(tuples.Write(batch, layout, 0, 1).ok());
  Status status = tuples.Write(batch, layout, 0, 2);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().column, "s0");
}

TEST(TuplesTest, FullPoolIsAnErrorThatNamesTheSlot) {
  Vector texts(ParseType("string"));
  PushBytes(&texts, std::string(50, 'x'));
  Tuples tuples({}, 49);
  Status status = tuples.Write(OneColumn(std::move(texts)),
                               {13, {MakeSlot(SlotType::kString, {0}, 1, 0, 0)}}, 0, 1);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kTooLarge);
  EXPECT_EQ(status.error().column, "s1");
  Vector list(ParseType("array<int>"));
  for (int i = 0; i < 13; i++) {
    PushInt(&list.children[0], i);
  }
  PushComplex(&list);
  Slot slot = MakeSlot(SlotType::kArray, {0}, 1, 0, 0);
  slot.item_size = 4;
  slot.children = {MakeSlot(SlotType::kInt, {0}, 0, 0, -1)};
  EXPECT_FALSE(tuples.Write(OneColumn(std::move(list)), {13, {slot}}, 0, 1).ok());
}

TEST(TupleLayoutTest, SlotsMustFitAndNotOverlap) {
  auto layout = [](Slot a, Slot b) { return TupleLayout{16, {std::move(a), std::move(b)}}; };
  Slot fine = MakeSlot(SlotType::kBigint, {0}, 0, 15, 0);
  const std::vector<std::string> types = {"bigint", "int"};
  EXPECT_EQ(ErrorOf(layout(fine, MakeSlot(SlotType::kInt, {1}, 8, 15, 1)), types), "");
  auto refused = [&](const Slot& slot, const std::string& part) {
    const std::string error = ErrorOf(layout(fine, slot), types);
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  refused(MakeSlot(SlotType::kInt, {1}, 7, 15, 1), "overlaps s0 in the tuple at byte 7");
  refused(MakeSlot(SlotType::kInt, {1}, 13, 15, 1), "4 bytes at 13 do not fit");
  refused(MakeSlot(SlotType::kInt, {1}, -1, 15, 1), "do not fit");
  refused(MakeSlot(SlotType::kInt, {1}, INT32_MAX, 15, 1), "do not fit");
  refused(MakeSlot(SlotType::kInt, {1}, 8, 15, 0), "overlaps");
  refused(MakeSlot(SlotType::kInt, {1}, 8, 9, 0), "overlaps");
  refused(MakeSlot(SlotType::kInt, {1}, 8, 16, 0), "null byte 16");
  refused(MakeSlot(SlotType::kInt, {1}, 8, -1, 0), "null byte -1");
  refused(MakeSlot(SlotType::kInt, {1}, 8, 15, 8), "null bit 8");
  refused(MakeSlot(SlotType::kInt, {}, 8, 15, 1), "no path");
  refused(MakeSlot(SlotType::kInt, {2}, 8, 15, 1), "part 2 of 2");
  refused(MakeSlot(SlotType::kInt, {1, 0}, 8, 15, 1), "a field in int");
  refused(MakeSlot(SlotType::kBigint, {Slot::kPosition}, 8, 15, 1), "part -1");
  refused(MakeSlot(SlotType::kInt, {Slot::kMissing}, 8, 15, -1), "missing");
}

TEST(TupleLayoutTest, ItemSlotsAreCheckedToo) {
  Slot slot = MakeSlot(SlotType::kArray, {0}, 1, 0, 0);
  slot.item_size = 4;
  slot.children = {MakeSlot(SlotType::kBigint, {0}, 0, 0, -1)};
  EXPECT_NE(ErrorOf({13, {slot}}, {"array<bigint>"}).find("do not fit"), std::string::npos);
  slot.children = {MakeSlot(SlotType::kInt, {Slot::kPosition}, 0, 0, -1)};
  EXPECT_NE(ErrorOf({13, {slot}}, {"array<bigint>"}).find("is a BIGINT"), std::string::npos);
  slot.item_size = -4;
  EXPECT_NE(ErrorOf({13, {slot}}, {"array<bigint>"}).find("-4 bytes"), std::string::npos);
}

TEST(TupleLayoutTest, TypesThatDoNotConvertAreRefused) {
  auto refused = [](const std::string& type, Slot slot) {
    slot.name = "col";
    const std::string error = ErrorOf({40, {slot}}, {type});
    EXPECT_NE(error.find("cannot be read as"), std::string::npos) << type << ": " << error;
    EXPECT_NE(error.find("col"), std::string::npos) << error;
  };
  refused("bigint", MakeSlot(SlotType::kInt, {0}, 1, 0, 0));
  refused("int", MakeSlot(SlotType::kBoolean, {0}, 1, 0, 0));
  refused("boolean", MakeSlot(SlotType::kInt, {0}, 1, 0, 0));
  refused("double", MakeSlot(SlotType::kFloat, {0}, 1, 0, 0));
  refused("string", MakeSlot(SlotType::kInt, {0}, 1, 0, 0));
  refused("int", MakeSlot(SlotType::kString, {0}, 1, 0, 0));
  refused("date", MakeSlot(SlotType::kTimestamp, {0}, 1, 0, 0));
  refused("array<int>", MakeSlot(SlotType::kMap, {0}, 1, 0, 0));
  refused("struct<a:int>", MakeSlot(SlotType::kArray, {0}, 1, 0, 0));
  refused("uniontype<int,string>", MakeSlot(SlotType::kInt, {0}, 1, 0, 0));
  refused("uniontype<int,string>", MakeSlot(SlotType::kStruct, {0}, 1, 0, 0));
  refused("decimal(10,2)", DecimalSlot(10, 1));
  refused("decimal(10,2)", DecimalSlot(10, 3));
  refused("bigint", DecimalSlot(18, 0));
}

TEST(TupleLayoutTest, LengthsAndDigitsMustExist) {
  EXPECT_NE(ErrorOf({400, {TextSlot(SlotType::kChar, 256)}}, {"string"}), "");
  EXPECT_NE(ErrorOf({400, {TextSlot(SlotType::kChar, 0)}}, {"string"}), "");
  EXPECT_NE(ErrorOf({400, {TextSlot(SlotType::kVarchar, 65536)}}, {"string"}), "");
  EXPECT_NE(ErrorOf({400, {DecimalSlot(39, 0)}}, {"int"}), "");
  EXPECT_NE(ErrorOf({400, {DecimalSlot(5, 6)}}, {"int"}), "");
  EXPECT_EQ(ErrorOf({400, {TextSlot(SlotType::kChar, 255)}}, {"string"}), "");
}

TEST(TupleLayoutTest, EndlessNestingIsRefused) {
  Slot slot = MakeSlot(SlotType::kStruct, {0}, 1, 0, -1);
  for (int depth = 0; depth < 100; depth++) {
    Slot outer = MakeSlot(SlotType::kStruct, {0}, 1, 0, -1);
    outer.children.push_back(std::move(slot));
    slot = std::move(outer);
  }
  EXPECT_NE(ErrorOf({40, {slot}}, {"struct<a:int>"}), "");
}

}  // namespace
}  // namespace cif::test

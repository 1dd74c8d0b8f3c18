// Items of collections as tuples: a tuple for each item, collections within collections, and items
// that a condition leaves out.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tuple_memory.h"

namespace cif::test {
namespace {

/// Rows of array<array<int>>: [[1,NULL],[2]], NULL, [], [NULL,[],[3]].
Vector NestedArrays() {
  Vector v(ParseType("array<array<int>>"));
  Vector& inner = v.children[0];
  PushInt(&inner.children[0], 1);
  PushNull(&inner.children[0]);
  PushComplex(&inner);
  PushInt(&inner.children[0], 2);
  PushComplex(&inner);
  PushComplex(&v);
  PushNull(&v);
  PushComplex(&v);
  PushNull(&inner);
  PushComplex(&inner);
  PushInt(&inner.children[0], 3);
  PushComplex(&inner);
  PushComplex(&v);
  return v;
}

/// An item of an int, and its position: 13 bytes.
std::vector<Slot> ItemAndPosition() {
  return {MakeSlot(SlotType::kInt, {0}, 0, 12, 0),
          MakeSlot(SlotType::kBigint, {Slot::kPosition}, 4, 12, -1)};
}

/// Returns an item and its position as text.
std::string ItemText(const uint8_t* item) {
  const std::string value = item[12] == 1 ? "NULL" : std::to_string(Load<int32_t>(item));
  return value + "@" + std::to_string(Load<int64_t>(item + 4));
}

std::vector<std::string> ItemsAt(const uint8_t* slot) {
  std::vector<std::string> texts;
  for (int32_t i = 0; i < Load<int32_t>(slot + 8); i++) {
    texts.push_back(ItemText(Load<const uint8_t*>(slot) + i * 13));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(CollectionsTest, EachItemOfNestedArraysHasATuple) {
  const Batch batch = OneColumn(NestedArrays());
  const TupleLayout layout{13, ItemAndPosition(), {0, 0}};
  const Texts all = {"1@0", "NULL@1", "2@0", "3@0"};
  for (size_t first = 0; first <= all.size(); first++) {
    for (size_t count = 0; count <= all.size() - first; count++) {
      Tuples tuples;
      Status s =
          tuples.Write(batch, layout, static_cast<int64_t>(first), static_cast<int64_t>(count));
      ASSERT_TRUE(s.ok()) << s.error().ToString();
      for (size_t i = 0; i < count; i++) {
        EXPECT_EQ(ItemText(tuples.row(static_cast<int64_t>(i))), all[first + i]);
      }
    }
  }
  Tuples tuples;
  EXPECT_FALSE(tuples.Write(batch, layout, 0, 5).ok());
  EXPECT_FALSE(tuples.Write(batch, layout, 5, 0).ok());
}

TEST(CollectionsTest, RowsWithoutItemsHaveNoTuple) {
  auto count = [](Vector v, std::vector<int32_t> path) {
    const std::vector<Type> types = {v.type};
    auto writer = TupleWriter::Make({0, {}, std::move(path)}, types);
    return writer.ok() ? (*writer)->CountTuples(OneColumn(std::move(v))) : -1;
  };
  EXPECT_EQ(count(NestedArrays(), {}), 4);
  EXPECT_EQ(count(NestedArrays(), {0}), 5);
  EXPECT_EQ(count(NestedArrays(), {0, 0}), 4);
  EXPECT_EQ(count(NestedArrays(), {Slot::kMissing}), 0);
  EXPECT_EQ(count(NestedArrays(), {0, Slot::kMissing}), 0);
  EXPECT_EQ(count(NestedArrays(), {0, 0, 0}), -1) << "an int has no items";
  EXPECT_EQ(count(NestedArrays(), {1}), -1);
  EXPECT_EQ(count(Vector(ParseType("array<array<int>>")), {0, 0}), 0);
  Vector nulls(ParseType("struct<a:array<int>>"));
  PushNull(&nulls.children[0]);
  PushNull(&nulls);
  EXPECT_EQ(count(std::move(nulls), {0, 0}), 0);
}

TEST(CollectionsTest, MissingCollectionsNeedNoColumn) {
  auto writer = TupleWriter::Make({13, ItemAndPosition(), {Slot::kMissing}}, {});
  ASSERT_TRUE(writer.ok()) << writer.error().ToString();
  Batch rows;
  rows.rows = 7;
  EXPECT_EQ((*writer)->CountTuples(rows), 0);
  EXPECT_TRUE((*writer)->Write(rows, 0, 0, nullptr, nullptr).ok());
  EXPECT_FALSE((*writer)->Write(rows, 0, 1, nullptr, nullptr).ok());
}

TEST(CollectionsTest, MapsAreEntriesAlsoBelowStructs) {
  Vector v(ParseType("struct<a:int,m:map<string,struct<x:bigint>>>"));
  for (int row = 0; row < 3; row++) {
    PushInt(&v.children[0], row);
    Vector& map = v.children[1];
    for (int e = 0; e < row; e++) {
      PushBytes(&map.children[0], "key" + std::to_string(e));
      PushInt(&map.children[1].children[0], row * 10 + e);
      PushComplex(&map.children[1]);
    }
    PushComplex(&map);
    PushComplex(&v);
  }
  Tuples tuples;
  const std::vector<Slot> slots = {MakeSlot(SlotType::kString, {0}, 0, 20, 0),
                                   MakeSlot(SlotType::kBigint, {1, 0}, 12, 20, 1)};
  Status s = tuples.Write(OneColumn(std::move(v)), {21, slots, {0, 1}}, 0, 3);
  ASSERT_TRUE(s.ok()) << s.error().ToString();
  EXPECT_EQ(LoadText(tuples.row(0)), "key0");
  EXPECT_EQ(Load<int64_t>(tuples.row(0) + 12), 10);
  EXPECT_EQ(LoadText(tuples.row(2)), "key1");
  EXPECT_EQ(Load<int64_t>(tuples.row(2) + 12), 21);
}

TEST(CollectionsTest, ASlotMayHoldTheItemsOfAllInnerCollections) {
  Slot slot = MakeSlot(SlotType::kArray, {0}, 1, 0, 0);
  slot.item_size = 13;
  slot.children = ItemAndPosition();
  slot.collection = {0};
  Tuples tuples;
  tuples.WriteAll(OneColumn(NestedArrays()), {13, {slot}});
  EXPECT_EQ(ItemsAt(tuples.row(0) + 1), Texts({"1@0", "NULL@1", "2@0"}));
  EXPECT_EQ(tuples.row(1)[0], 1);
  EXPECT_EQ(ItemsAt(tuples.row(1) + 1), Texts());
  EXPECT_EQ(ItemsAt(tuples.row(2) + 1), Texts());
  EXPECT_EQ(ItemsAt(tuples.row(3) + 1), Texts({"3@0"}));
}

TEST(CollectionsTest, AnArrayOfAMapsValuesIsASlotOfArrays) {
  Vector v(ParseType("map<string,struct<l:array<int>>>"));
  for (int e = 0; e < 3; e++) {
    PushBytes(&v.children[0], "key");
    Vector& value = v.children[1];
    for (int k = 0; k < e; k++) {
      PushInt(&value.children[0].children[0], e * 10 + k);
    }
    PushComplex(&value.children[0]);
    PushComplex(&value);
  }
  PushComplex(&v);
  Slot slot = MakeSlot(SlotType::kArray, {0}, 1, 0, 0);
  slot.item_size = 13;
  slot.children = ItemAndPosition();
  slot.collection = {1, 0};
  Tuples tuples;
  tuples.WriteAll(OneColumn(std::move(v)), {13, {slot}});
  EXPECT_EQ(ItemsAt(tuples.row(0) + 1), Texts({"10@0", "20@0", "21@1"}));
}

TEST(CollectionsTest, MissingInnerCollectionsAreNull) {
  Slot slot = MakeSlot(SlotType::kArray, {0}, 1, 0, 0);
  slot.collection = {0, Slot::kMissing};
  Tuples tuples;
  tuples.WriteAll(OneColumn(NestedArrays()), {13, {slot}});
  EXPECT_EQ(tuples.row(0)[0], 1);
  EXPECT_EQ(ItemsAt(tuples.row(0) + 1), Texts());
}

TEST(CollectionsTest, ItemsThatAConditionRefusesAreLeftOut) {
  Slot list = MakeSlot(SlotType::kArray, {0}, 0, 12, 0);
  list.item_size = 13;
  list.children = ItemAndPosition();
  list.keeps = [](uint8_t* item) { return item[12] == 0 && Load<int32_t>(item) >= 2; };
  Slot slot = MakeSlot(SlotType::kArray, {0}, 1, 0, 0);
  slot.item_size = 13;
  slot.children = {list};
  // The inner collections are complete when the outer one's condition looks at them.
  slot.keeps = [](uint8_t* item) { return Load<int32_t>(item + 8) > 0; };
  Tuples tuples;
  tuples.WriteAll(OneColumn(NestedArrays()), {13, {slot}});
  auto items = [&](int64_t row) {
    Texts texts;
    for (int32_t i = 0; i < Load<int32_t>(tuples.row(row) + 9); i++) {
      for (const std::string& text : ItemsAt(Load<const uint8_t*>(tuples.row(row) + 1) + i * 13)) {
        texts.push_back(text);
      }
    }
    return texts;
  };
  EXPECT_EQ(items(0), Texts({"2@0"}));
  EXPECT_EQ(items(1), Texts());
  EXPECT_EQ(items(3), Texts({"3@0"}));
  slot.children = ItemAndPosition();
  slot.collection = {0};
  slot.keeps = [](uint8_t* item) { return item[12] == 1 || Load<int32_t>(item) == 2; };
  tuples.WriteAll(OneColumn(NestedArrays()), {13, {slot}});
  EXPECT_EQ(ItemsAt(tuples.row(0) + 1), Texts({"NULL@1", "2@0"}));
  EXPECT_EQ(ItemsAt(tuples.row(3) + 1), Texts());
}

TEST(CollectionsTest, AnErrorNamesTheNestedSlot) {
  Slot item = MakeSlot(SlotType::kInt, {0, 0}, 0, 12, 0);
  item.name = "col.item.field";
  Slot slot = MakeSlot(SlotType::kArray, {0}, 1, 0, 0);
  slot.name = "col";
  slot.item_size = 13;
  slot.children = {item};
  const std::string type = "array<struct<field:bigint>>";
  for (const std::string& error :
       {ErrorOf({13, {slot}}, {type}), ErrorOf({13, {item}, {0}}, {type})}) {
    EXPECT_NE(error.find("col.item.field"), std::string::npos) << error;
    EXPECT_NE(error.find("values of type bigint cannot be read as INT"), std::string::npos)
        << error;
  }
}

TEST(CollectionsTest, PathsToWhatHasNoItemsAreRefused) {
  Slot slot = MakeSlot(SlotType::kArray, {0}, 1, 0, 0);
  auto refused = [&](std::vector<int32_t> path, const std::string& type, const std::string& part) {
    slot.collection = std::move(path);
    const std::string error = ErrorOf({13, {slot}}, {type});
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  refused({0}, "array<int>", "int has no items");
  refused({0}, "struct<a:array<int>>", "has no items");
  refused({1}, "array<array<int>>", "part 1 of 1");
  refused({-1}, "array<array<int>>", "part -1 of 1");
  refused({0, 0}, "array<uniontype<int,array<int>>>", "leads through uniontype");
  refused({0}, "array<map<string,int>>", "cannot be read as ARRAY");
  slot.null_bit = -1;
  refused({Slot::kMissing}, "array<array<int>>", "cannot be NULL");
}

}  // namespace
}  // namespace cif::test

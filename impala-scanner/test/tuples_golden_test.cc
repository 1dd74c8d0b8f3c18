// Golden splits: each is written to tuples and read back.

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "cif/tuples.h"
#include "support.h"
#include "vectors.h"

namespace cif::test {
namespace {

constexpr int kTextBytes = 4;  // maximum per character, so that nothing is cut

SlotType SlotTypeOf(Kind kind) {
  switch (kind) {
    case Kind::kBoolean:
      return SlotType::kBoolean;
    case Kind::kTinyint:
      return SlotType::kTinyint;
    case Kind::kSmallint:
      return SlotType::kSmallint;
    case Kind::kInt:
      return SlotType::kInt;
    case Kind::kBigint:
      return SlotType::kBigint;
    case Kind::kFloat:
      return SlotType::kFloat;
    case Kind::kDouble:
      return SlotType::kDouble;
    case Kind::kDecimal:
      return SlotType::kDecimal;
    case Kind::kVarchar:
      return SlotType::kVarchar;
    case Kind::kChar:
      return SlotType::kChar;
    case Kind::kDate:
      return SlotType::kDate;
    case Kind::kTimestamp:
    case Kind::kTimestampLocal:
      return SlotType::kTimestamp;
    case Kind::kArray:
      return SlotType::kArray;
    case Kind::kMap:
      return SlotType::kMap;
    case Kind::kStruct:
      return SlotType::kStruct;
    default:
      return SlotType::kString;
  }
}

bool HasUnion(const Type& type) {
  bool found = type.kind() == Kind::kUnion;
  for (const Type& child : type.children()) {
    found |= HasUnion(child);
  }
  return found;
}

int32_t SizeOf(const Slot& slot) {
  switch (slot.type) {
    case SlotType::kBoolean:
    case SlotType::kTinyint:
      return 1;
    case SlotType::kSmallint:
      return 2;
    case SlotType::kInt:
    case SlotType::kFloat:
    case SlotType::kDate:
      return 4;
    case SlotType::kBigint:
    case SlotType::kDouble:
      return 8;
    case SlotType::kChar:
      return slot.length;
    case SlotType::kDecimal:
      return slot.precision < 10 ? 4 : slot.precision < 19 ? 8 : 16;
    case SlotType::kTimestamp:
      return 16;
    case SlotType::kStruct:
      return 0;
    default:
      return 12;
  }
}

/// Builder of layouts with slots one behind the other, from an odd offset on, and null bits at the
/// end.
class Layouter {
 public:
  static TupleLayout Tuple(const std::vector<Type>& types) {
    Layouter layouter;
    TupleLayout layout;
    for (size_t i = 0; i < types.size(); i++) {
      layout.slots.push_back(layouter.Add(types[i], static_cast<int32_t>(i)));
    }
    layouter.MoveNulls(&layout.slots);
    layout.size = layouter.end_ + (layouter.nulls_ + 7) / 8;
    return layout;
  }

 private:
  Slot Add(const Type& type, int32_t part) {
    Slot slot;
    slot.name = type.ToString();
    slot.type = SlotTypeOf(type.kind());
    slot.path = {part};
    slot.precision = slot.type == SlotType::kDecimal ? type.precision() : 0;
    slot.scale = slot.type == SlotType::kDecimal ? type.scale() : 0;
    if (slot.type == SlotType::kChar || slot.type == SlotType::kVarchar) {
      slot.length = std::min(type.max_length() * kTextBytes, 255);
    }
    slot.null_byte = nulls_ / 8;
    slot.null_bit = nulls_ % 8;
    nulls_++;
    slot.offset = end_;
    end_ += SizeOf(slot);
    if (slot.type == SlotType::kStruct) {
      for (size_t f = 0; f < type.children().size(); f++) {
        slot.children.push_back(Add(type.child(f), static_cast<int32_t>(f)));
      }
    } else if (!type.children().empty()) {
      TupleLayout item = Tuple(type.children());
      slot.item_size = item.size;
      slot.children = std::move(item.slots);
    }
    return slot;
  }

  void MoveNulls(std::vector<Slot>* slots) const {
    for (Slot& slot : *slots) {
      slot.null_byte += end_;
      if (slot.type == SlotType::kStruct) {
        MoveNulls(&slot.children);
      }
    }
  }

  int32_t end_ = 1;
  int32_t nulls_ = 0;
};

template <typename T>
T Load(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

void Read(const uint8_t* tuple, const Slot& slot, Vector* out);

void ReadParts(const uint8_t* tuple, const Slot& slot, Vector* out) {
  for (size_t c = 0; c < slot.children.size(); c++) {
    Read(tuple, slot.children[c], &out->children[c]);
  }
}

/// Appends the value of a slot to a vector.
void Read(const uint8_t* tuple, const Slot& slot, Vector* out) {
  const uint8_t* at = tuple + slot.offset;
  if ((tuple[slot.null_byte] >> slot.null_bit & 1) != 0) {
    PushNull(out);
    return;
  }
  switch (slot.type) {
    case SlotType::kBoolean:
    case SlotType::kTinyint:
      PushInt(out, Load<int8_t>(at));
      break;
    case SlotType::kSmallint:
      PushInt(out, Load<int16_t>(at));
      break;
    case SlotType::kInt:
    case SlotType::kDate:
      PushInt(out, Load<int32_t>(at));
      break;
    case SlotType::kBigint:
      PushInt(out, Load<int64_t>(at));
      break;
    case SlotType::kFloat:
      PushDouble(out, Load<float>(at));
      break;
    case SlotType::kDouble:
      PushDouble(out, Load<double>(at));
      break;
    case SlotType::kDecimal:
      PushDecimal(out, slot.precision < 10   ? Load<int32_t>(at)
                       : slot.precision < 19 ? int128{Load<int64_t>(at)}
                                             : Load<int128>(at));
      break;
    case SlotType::kString:
    case SlotType::kVarchar: {
      const bool small = (at[11] & 0x80) != 0;
      const size_t size = small ? at[11] & 0x7F : Load<uint32_t>(at + 8);
      PushBytes(out, {small ? reinterpret_cast<const char*>(at) : Load<const char*>(at), size});
      break;
    }
    case SlotType::kChar: {
      std::string text(reinterpret_cast<const char*>(at), static_cast<size_t>(slot.length));
      text.erase(text.find_last_not_of(' ') + 1);
      PushBytes(out, text);
      break;
    }
    case SlotType::kTimestamp: {
      const auto nanos = Load<int64_t>(at);
      const int64_t day = int64_t{Load<uint32_t>(at + 8)} - 2440588;
      PushTimestamp(out, day * 86400 + nanos / 1000000000,
                    static_cast<int32_t>(nanos % 1000000000));
      break;
    }
    case SlotType::kArray:
    case SlotType::kMap:
      for (int32_t i = 0; i < Load<int32_t>(at + 8); i++) {
        ReadParts(Load<const uint8_t*>(at) + int64_t{i} * slot.item_size, slot, out);
      }
      PushComplex(out);
      break;
    case SlotType::kStruct:
      ReadParts(tuple, slot, out);
      PushComplex(out);
      break;
  }
}

/// Values that are written: the columns of a batch, or the items of a collection in them.
struct Written {
  std::vector<Type> types;
  std::vector<int32_t> collection;
  const std::vector<Vector>* values;
};

/// Adds the collections at or below some vectors.
void AddCollections(const std::vector<Vector>& vectors, const std::vector<int32_t>& path,
                    std::vector<Written>* out) {
  for (size_t i = 0; i < vectors.size(); i++) {
    std::vector<int32_t> to = path;
    to.push_back(static_cast<int32_t>(i));
    const Type& type = vectors[i].type;
    if (type.kind() == Kind::kArray || type.kind() == Kind::kMap) {
      out->push_back({type.children(), to, &vectors[i].children});
    }
    AddCollections(vectors[i].children, to, out);
  }
}

class TuplesGoldenTest : public testing::TestWithParam<std::string> {
 protected:
  /// Writes all rows, or all items of a collection, a few at a time, and reads them back.
  static void Check(const Batch& batch, const std::vector<Type>& types, const Written& written,
                    StringLayout strings) {
    TupleOptions options;
    options.strings = strings;
    TupleLayout layout = Layouter::Tuple(written.types);
    layout.collection = written.collection;
    auto writer = TupleWriter::Make(layout, types, options);
    ASSERT_TRUE(writer.ok()) << writer.error().ToString();
    std::vector<Vector> read(written.types.begin(), written.types.end());
    constexpr int64_t kRun = 37;
    const int64_t all = (*writer)->CountTuples(batch);
    for (int64_t first = 0; first < all; first += kRun) {
      const int64_t count = std::min(kRun, all - first);
      std::vector<uint8_t> tuples(static_cast<size_t>(count * layout.size));
      TestPool pool;
      Status status = (*writer)->Write(batch, first, count, tuples.data(), &pool);
      ASSERT_TRUE(status.ok()) << status.error().ToString();
      for (int64_t i = 0; i < count; i++) {
        for (size_t c = 0; c < read.size(); c++) {
          Read(tuples.data() + i * layout.size, layout.slots[c], &read[c]);
        }
      }
    }
    for (size_t c = 0; c < read.size(); c++) {
      EXPECT_EQ(Values(read[c]), Values((*written.values)[c])) << written.types[c].ToString();
    }
  }
};

TEST_P(TuplesGoldenTest, ComeBack) {
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/" + GetParam());
  ASSERT_NE(split, nullptr);
  ScanRequest request;
  for (const Column& column : split->schema().columns) {
    if (!HasUnion(column.type)) {
      request.columns.push_back({column.name, 0, {}});
    }
  }
  for (StringForm form : {StringForm::kOffsets, StringForm::kViews}) {
    ReadOptions options;
    options.strings = form;
    auto scanner = Scanner::Open(split, request, options);
    ASSERT_TRUE(scanner.ok()) << scanner.error().ToString();
    Batch batch;
    int64_t rows = 0;
    do {
      ASSERT_TRUE((*scanner)->Next(&batch).ok());
      const std::vector<Type>& types = (*scanner)->types();
      std::vector<Written> all = {{types, {}, &batch.columns}};
      AddCollections(batch.columns, {}, &all);
      for (const Written& written : all) {
        Check(batch, types, written, StringLayout::kSmall);
        Check(batch, types, written, StringLayout::kPointer);
      }
      rows += batch.rows;
    } while (batch.rows > 0);
    EXPECT_EQ(rows, split->rows());
  }
}

INSTANTIATE_TEST_SUITE_P(All, TuplesGoldenTest, testing::ValuesIn(GoldenNames()), GoldenTestName);

}  // namespace
}  // namespace cif::test

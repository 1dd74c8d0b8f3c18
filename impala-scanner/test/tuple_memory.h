// Tuples in memory, and slots by offsets that are written by hand.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cif/tuples.h"
#include "vectors.h"

namespace cif::test {

/// Content of bytes that no slot covers.
constexpr uint8_t kUntouched = 0xEE;

template <typename T>
T Load(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

/// Returns the bytes of a StringValue of either layout.
inline std::string LoadText(const uint8_t* at) {
  if ((at[11] & 0x80) != 0) {
    return {reinterpret_cast<const char*>(at), static_cast<size_t>(at[11] & 0x7F)};
  }
  return {Load<const char*>(at), Load<uint32_t>(at + 8)};
}

/// Returns a slot without content of its own; its name is `s` and the offset.
inline Slot MakeSlot(SlotType type, std::vector<int32_t> path, int32_t offset, int32_t null_byte,
                     int32_t null_bit) {
  Slot slot;
  slot.name = "s" + std::to_string(offset);
  slot.type = type;
  slot.path = std::move(path);
  slot.offset = offset;
  slot.null_byte = null_byte;
  slot.null_bit = null_bit;
  return slot;
}

inline Batch OneColumn(Vector column) {
  Batch batch;
  batch.rows = column.length;
  batch.columns.push_back(std::move(column));
  return batch;
}

/// Tuples of a batch, and the memory that they point to.
class Tuples {
 public:
  explicit Tuples(TupleOptions options = {}, int64_t pool_limit = INT64_MAX)
      : pool(pool_limit), options_(options) {}

  Status Write(const Batch& batch, TupleLayout layout, int64_t first, int64_t count) {
    size_ = layout.size;
    std::vector<Type> types;
    for (const Vector& column : batch.columns) {
      types.push_back(column.type);
    }
    memory_ = std::make_unique<uint8_t[]>(static_cast<size_t>(count * size_));
    std::memset(memory_.get(), kUntouched, static_cast<size_t>(count * size_));
    for (int64_t i = 0; i < count; i++) {
      ClearNulls(layout.slots, memory_.get() + i * size_);
    }
    auto writer = TupleWriter::Make(std::move(layout), types, options_);
    if (!writer.ok()) {
      return writer.error();
    }
    return (*writer)->Write(batch, first, count, memory_.get(), &pool);
  }

  /// Writes all rows of a batch, which must succeed.
  void WriteAll(const Batch& batch, TupleLayout layout) {
    Status status = Write(batch, std::move(layout), 0, batch.rows);
    ASSERT_TRUE(status.ok()) << status.error().ToString();
  }

  const uint8_t* row(int64_t i) const { return memory_.get() + i * size_; }

  TestPool pool;

 private:
  static void ClearNulls(const std::vector<Slot>& slots, uint8_t* tuple) {
    for (const Slot& slot : slots) {
      if (slot.null_bit >= 0) {
        tuple[slot.null_byte] = 0;
      }
      if (slot.type == SlotType::kStruct) {
        ClearNulls(slot.children, tuple);
      }
    }
  }

  TupleOptions options_;
  int64_t size_ = 0;
  std::unique_ptr<uint8_t[]> memory_;
};

/// Returns the error of a layout, or nothing if it has none.
inline std::string ErrorOf(TupleLayout layout, const std::vector<std::string>& types) {
  std::vector<Type> parsed;
  for (const std::string& text : types) {
    parsed.push_back(ParseType(text));
  }
  auto writer = TupleWriter::Make(std::move(layout), parsed);
  return writer.ok() ? "" : writer.error().ToString();
}

}  // namespace cif::test

// Rows in the layout of Impala's tuples, described by plain data. No header of Impala is needed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cif/reader.h"
#include "cif/result.h"
#include "cif/type.h"

namespace cif {

/// Impala's types of slots.
enum class SlotType {
  kBoolean,   ///< 1 byte, 0 or 1
  kTinyint,   ///< 1 byte
  kSmallint,  ///< 2 bytes
  kInt,       ///< 4 bytes
  kBigint,    ///< 8 bytes
  kFloat,     ///< 4 bytes
  kDouble,    ///< 8 bytes
  kString,    ///< 12 bytes: StringLayout; STRING and BINARY
  kVarchar,   ///< 12 bytes: StringLayout; cut to Slot::length bytes
  kChar,      ///< Slot::length bytes: cut, or padded with blanks
  kDecimal,   ///< 4 bytes up to 9 digits, 8 up to 18, else 16: the unscaled integer
  kDate,      ///< 4 bytes: days since 1970-01-01; years 1 to 9999, else NULL
  /// 16 bytes: int64 nanoseconds of the day, uint32 Julian day, 4 unused. Years 1400 to 9999, else
  /// NULL.
  kTimestamp,
  kArray,   ///< 12 bytes: pointer to item tuples, int32 count
  kMap,     ///< like kArray; an item tuple is an entry
  kStruct,  ///< nothing of its own: its fields are slots of the tuple that contains it
};

/// Slot of a tuple, and its value. Lengths of texts are in bytes, as in Impala.
struct Slot {
  /// Step in `path`: the position of an item in its array, from 0, for a slot of type BIGINT.
  static constexpr int32_t kPosition = -1;
  /// Step in `path`: the split has no such part, and the slot becomes NULL.
  static constexpr int32_t kMissing = -2;

  std::string name;  ///< for messages
  SlotType type = SlotType::kInt;
  /// Path to the value. Tuple of a row: the column in the batch, then fields of structs. Item tuple
  /// of an array: 0, then fields. Item tuple of a map: 0 (key) or 1 (value), then fields. Field of
  /// a kStruct: the field, then its fields.
  std::vector<int32_t> path;
  int32_t offset = 0;          ///< in the tuple, in bytes; need not be aligned
  int32_t null_byte = 0;       ///< in the tuple; the bit is set if the value is NULL
  int32_t null_bit = -1;       ///< 0..7, or -1: the slot cannot be NULL, and a NULL is an error
  int32_t length = 0;          ///< for kVarchar and kChar
  int32_t precision = 0;       ///< for kDecimal
  int32_t scale = 0;           ///< for kDecimal
  std::vector<Slot> children;  ///< kStruct: its fields; kArray, kMap: slots of the item tuple
  int32_t item_size = 0;       ///< kArray, kMap: size of an item tuple in bytes; may be 0
  /// kArray, kMap: path from an item of the value to a collection of `type` within it, with steps
  /// as in TupleLayout::collection. The slot's items are then those of all these collections, one
  /// behind the other, and the value may be an array or a map. Empty: the value's own items.
  std::vector<int32_t> collection;
  /// kArray, kMap: condition on item tuples, whose own collections are complete. Items for which it
  /// is false are left out. Empty: all items stay.
  std::function<bool(uint8_t* item)> keeps;
};

/// Tuple: its size in bytes, and its slots in any order. Bytes outside of the slots are not
/// touched.
struct TupleLayout {
  int32_t size = 0;
  std::vector<Slot> slots;
  /// Path to a collection whose items have a tuple each, in place of the rows: the column in the
  /// batch, then fields of structs, 0 for items of arrays, 0 (key) or 1 (value) of maps. Slots are
  /// those of its item tuple. Collections that are NULL or empty have no tuple. With
  /// Slot::kMissing, no row has one. Empty: each row has a tuple.
  std::vector<int32_t> collection = {};
};

/// Layouts of the 12 bytes of a STRING or VARCHAR.
enum class StringLayout {
  kPointer,  ///< before Impala 4.4: 8 bytes of pointer, 4 of length
  /// From Impala 4.4 on: up to 11 bytes in the slot, 0x80 + length in its last byte; longer ones
  /// like kPointer.
  kSmall,
};

/// Memory for data that does not fit into a tuple. It must live as long as the tuples.
class VarlenPool {
 public:
  virtual ~VarlenPool() = default;

  /// Sets `out` to `bytes` > 0 bytes of any alignment. An error if a limit is reached.
  virtual Status Allocate(int64_t bytes, uint8_t** out) = 0;
};

/// Time zone of the session.
class TimeZone {
 public:
  virtual ~TimeZone() = default;

  /// Returns the seconds to add to UTC at a point in time, in seconds since the epoch.
  virtual int64_t OffsetSeconds(int64_t utc_seconds) const = 0;
};

struct TupleOptions {
  StringLayout strings = StringLayout::kSmall;
  /// Time zone for values of type `timestamp with local time zone`; nullptr: UTC. Values of type
  /// `timestamp` have no time zone and are never converted. Must outlive the writer.
  const TimeZone* zone = nullptr;
};

/// Writes batches into tuples, column by column. Values may be widened: integers to wider integers,
/// float, double, and a decimal that holds all of them; float to double; decimal to a decimal with
/// at least as many digits before and behind the point; char, varchar, string and binary to each
/// other. For one thread.
class TupleWriter {
 public:
  /// Checks a layout. Slots must lie within the tuple, must not overlap, and need a type that the
  /// values convert to.
  /// @param types types of the batches' columns: Scanner::types()
  static Result<std::unique_ptr<TupleWriter>> Make(TupleLayout layout,
                                                   const std::vector<Type>& types,
                                                   const TupleOptions& options = {});
  ~TupleWriter();

  /// Number of tuples of a batch: that of its rows, or of the items of TupleLayout::collection. The
  /// batch has the columns of Make.
  int64_t CountTuples(const Batch& batch) const;

  /// Writes tuples `first` to `first + count - 1` of a batch to `count` adjacent ones, whose null
  /// bits must be clear before. The tuples never point into the batch. After an error the content
  /// of the tuples is undefined. kTooLarge if there is no memory.
  Status Write(const Batch& batch, int64_t first, int64_t count, uint8_t* tuples, VarlenPool* pool);

  class Impl;

 private:
  explicit TupleWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cif

// Rows in the shape of Impala's tuples, described by plain data: no header of Impala is needed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cif/reader.h"
#include "cif/result.h"
#include "cif/type.h"

namespace cif {

/// The types of Impala that a slot may have.
enum class SlotType {
  kBoolean,    ///< 1 byte, 0 or 1
  kTinyint,    ///< 1 byte
  kSmallint,   ///< 2 bytes
  kInt,        ///< 4 bytes
  kBigint,     ///< 8 bytes
  kFloat,      ///< 4 bytes
  kDouble,     ///< 8 bytes
  kString,     ///< 12 bytes: StringLayout; STRING and BINARY
  kVarchar,    ///< 12 bytes: StringLayout; cut to Slot::length bytes
  kChar,       ///< Slot::length bytes: cut, or padded with blanks
  kDecimal,    ///< 4 bytes up to 9 digits, 8 up to 18, else 16: the unscaled integer
  kDate,       ///< 4 bytes: days since 1970-01-01; years 1 to 9999, else NULL
  kTimestamp,  ///< 16 bytes: int64 nanoseconds of the day, uint32 Julian day number, 4 unused;
               ///< years 1400 to 9999, else NULL
  kArray,      ///< 12 bytes: pointer to item tuples, int32 count
  kMap,        ///< as kArray; an item tuple is an entry
  kStruct,     ///< nothing of its own: its fields are slots of the tuple that it is in
};

/// A place in a tuple and what belongs there. Lengths of texts are in bytes, as in Impala.
struct Slot {
  /// In `path`: the position of an item in its array, from 0, for a slot of type BIGINT.
  static constexpr int32_t kPosition = -1;
  /// In `path`: the split has no such part; the slot becomes NULL.
  static constexpr int32_t kMissing = -2;

  std::string name;  ///< for messages
  SlotType type = SlotType::kInt;
  /// Which value: for a tuple of a row, the column in the batch and then the fields of structs; for
  /// an item tuple of an array, 0 and then fields; of a map, 0 (key) or 1 (value) and then fields;
  /// for a field of a kStruct, the field and then fields of it.
  std::vector<int32_t> path;
  int32_t offset = 0;     ///< in the tuple, in bytes; need not be aligned
  int32_t null_byte = 0;  ///< in the tuple; the bit is set where the value is NULL
  int32_t null_bit = -1;  ///< 0..7, or -1: the slot cannot be NULL, and a NULL is an error
  int32_t length = 0;     ///< of kVarchar and kChar
  int32_t precision = 0;  ///< of kDecimal
  int32_t scale = 0;      ///< of kDecimal
  std::vector<Slot> children;  ///< kStruct: its fields; kArray, kMap: slots of the item tuple
  int32_t item_size = 0;       ///< kArray, kMap: size of an item tuple in bytes; may be 0
};

/// A tuple: its size in bytes and its slots, in any order. Bytes that no slot names are untouched.
struct TupleLayout {
  int32_t size = 0;
  std::vector<Slot> slots;
};

/// How the 12 bytes of a STRING or VARCHAR are used.
enum class StringLayout {
  kPointer,  ///< before Impala 4.4: 8 bytes of pointer, 4 of length
  kSmall,    ///< from Impala 4.4 on: up to 11 bytes lie in the slot itself, with 0x80 + length in
             ///< its last byte; longer ones as kPointer
};

/// Memory for what does not fit into a tuple; it must live as long as the tuples.
class VarlenPool {
 public:
  virtual ~VarlenPool() = default;

  /// Sets `out` to `bytes` > 0 bytes, of any alignment. An error where a limit is reached.
  virtual Status Allocate(int64_t bytes, uint8_t** out) = 0;
};

/// The session's time zone.
class TimeZone {
 public:
  virtual ~TimeZone() = default;

  /// Seconds to add to UTC at a point in time, given in seconds since the epoch.
  virtual int64_t OffsetSeconds(int64_t utc_seconds) const = 0;
};

struct TupleOptions {
  StringLayout strings = StringLayout::kSmall;
  /// Where values of type `timestamp with local time zone` are shown; null: UTC. Those of type
  /// `timestamp` know no time zone and are never converted. Must outlive the writer.
  const TimeZone* zone = nullptr;
};

/// Writes batches into tuples, column by column. Types may widen: integers to wider integers,
/// float, double and a decimal that holds all of them; float to double; decimal to a decimal with
/// at least as many digits before and behind the point; char, varchar, string and binary to each
/// other. For one thread.
class TupleWriter {
 public:
  /// Checks a layout: slots must lie within the tuple, not overlap, and have a type that the values
  /// convert to. `types` are those of the batches' columns: Scanner::types().
  static Result<std::unique_ptr<TupleWriter>> Make(TupleLayout layout,
                                                   const std::vector<Type>& types,
                                                   const TupleOptions& options = {});
  ~TupleWriter();

  /// Writes rows `first` to `first + count - 1` to `count` adjacent tuples. Their null bits must be
  /// clear before. Nothing in the tuples points to the batch. After an error the tuples' content is
  /// undefined; kTooLarge if there is no memory.
  Status Write(const Batch& batch, int64_t first, int64_t count, uint8_t* tuples,
               VarlenPool* pool);

  class Impl;

 private:
  explicit TupleWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cif

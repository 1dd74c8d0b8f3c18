// Scans as Arrow C streams, for every engine that reads Arrow.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cif/arrow_c_abi.h"
#include "cif/export.h"
#include "cif/table.h"

namespace cif {

/// Unit of Arrow timestamps. They are one integer, so no unit holds every point in time of CIF.
enum class TimestampUnit {
  kMicroseconds,  ///< years -290307 to 294247
  kNanoseconds,   ///< years 1677 to 2262
};

/// Forms of strings in Arrow arrays.
enum class ArrowStrings {
  /// Utf8_view, binary_view: they share the memory of blocks, and repeated values are stored once.
  kViews,
  kPlain,         ///< utf8, binary: every value is copied
  kDictionaries,  ///< dictionaries of int32 and utf8 or binary, one per batch
};

/// Options for the conversion of values to Arrow arrays.
struct ArrowOptions {
  TimestampUnit timestamp_unit = TimestampUnit::kMicroseconds;
  /// True if digits beyond the unit are cut off (towards the past). If false, they are an error. A
  /// time beyond the unit's years is always an error.
  bool truncate_timestamps = false;
  /// True if text becomes binary, unchecked. If false, it becomes utf8, and bytes that are not
  /// UTF-8 are an error.
  bool text_as_binary = false;
  /// Form of strings. A scan opened with ReadOptions::strings = StringFormOf(strings) is the
  /// fastest.
  ArrowStrings strings = ArrowStrings::kViews;
};

/// Returns the form in which a scan has to read strings, so that they become such arrays without a
/// copy.
inline StringForm StringFormOf(ArrowStrings strings) {
  return strings == ArrowStrings::kPlain ? StringForm::kOffsets : StringForm::kViews;
}

/// Makes a stream of the rows of a scan. Its type is a struct of the columns under `names`, with
/// these types:
///
/// | CIF | Arrow |
/// |---|---|
/// | boolean, tinyint, smallint, int, bigint | bool, int8, int16, int32, int64 |
/// | float, double, decimal(p,s) | float32, float64, decimal128(p,s) |
/// | string, varchar, char; binary | utf8; binary, in the form of ArrowOptions::strings |
/// | date | date32 |
/// | timestamp; with local time zone | timestamp of the unit, without zone; in UTC |
/// | array, map, struct, uniontype | list, map, struct, dense union |
///
/// Every field is nullable except keys of maps. Buffers are handed over without a copy if both
/// types have the same form. A batch's memory is reused once its arrays are released. Any thread
/// may release them, even after the stream.
/// The stream's functions return errors as a code of errno and a text (ECANCELED if the scan was
/// cancelled). They are for one thread. kTooLarge if there is no memory.
/// @param failed gets each such error with its place, before the stream's function returns; it must
/// not throw
CIF_EXPORT Status ExportStream(std::unique_ptr<TableScanner> scanner,
                               std::vector<std::string> names, const ArrowOptions& options,
                               ArrowArrayStream* out,
                               std::function<void(const Error&)> failed = nullptr);

/// Makes the schema of the stream's rows without a scan. kTooLarge if there is no memory.
CIF_EXPORT Status ExportSchema(const std::vector<Type>& types,
                               const std::vector<std::string>& names, const ArrowOptions& options,
                               ArrowSchema* out);

}  // namespace cif

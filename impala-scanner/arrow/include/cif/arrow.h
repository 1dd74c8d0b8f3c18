// Scans as Arrow C streams, so that any engine that knows Arrow reads CIF.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cif/arrow_c_abi.h"
#include "cif/export.h"
#include "cif/table.h"

namespace cif {

/// What a timestamp is in Arrow: one integer, so not every point in time that CIF holds.
enum class TimestampUnit {
  kMicroseconds,  ///< years -290307 to 294247
  kNanoseconds,   ///< years 1677 to 2262
};

/// What strings are in Arrow.
enum class ArrowStrings {
  kViews,         ///< utf8_view, binary_view: blocks' memory is shared, repeated values stand once
  kPlain,         ///< utf8, binary: every value is written out
  kDictionaries,  ///< dictionaries of int32 and utf8 or binary, each batch with its own
};

/// How values become Arrow arrays.
struct ArrowOptions {
  TimestampUnit timestamp_unit = TimestampUnit::kMicroseconds;
  /// Whether digits that the unit lacks are cut off (towards the past). Else they are an error, as a
  /// time beyond the unit's years always is.
  bool truncate_timestamps = false;
  /// Whether text is given as binary, unchecked. Else it is utf8, and bytes that are
  /// not UTF-8 are an error.
  bool text_as_binary = false;
  /// Fastest where the scan is opened with ReadOptions::strings = StringFormOf(strings).
  ArrowStrings strings = ArrowStrings::kViews;
};

/// How a scan reads strings that become such arrays without a copy.
inline StringForm StringFormOf(ArrowStrings strings) {
  return strings == ArrowStrings::kPlain ? StringForm::kOffsets : StringForm::kViews;
}

/// Makes a stream of the rows of a scan: a struct of the columns under `names`. Types:
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
/// Every field is nullable but keys of maps. Buffers are handed over without a copy where the types
/// have the same form; a batch's memory is used again once its arrays are released, which may be
/// done by any thread and after the stream's own release. Errors come out of the stream's functions
/// as a code of errno and a text (ECANCELED if the scan was cancelled). The stream's own functions are
/// for one thread. kTooLarge if there is no memory.
/// @param failed gets each such error with its place, before the stream's function returns; it may not throw
CIF_EXPORT Status ExportStream(std::unique_ptr<TableScanner> scanner,
                               std::vector<std::string> names,
                               const ArrowOptions& options, ArrowArrayStream* out,
                               std::function<void(const Error&)> failed = nullptr);

/// The type of the stream's rows, without a scan. kTooLarge if there is no memory.
CIF_EXPORT Status ExportSchema(const std::vector<Type>& types,
                               const std::vector<std::string>& names,
                               const ArrowOptions& options, ArrowSchema* out);

}  // namespace cif

// Rows of a split that are deleted: FORMAT.md section 3.3.
#pragma once

#include <cstdint>
#include <vector>

#include "cif/buffer.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// Numbers of the deleted rows of a split: a Roaring bitmap in its portable form, which is used as
/// it was read. Only a directory of its containers is added. Immutable, safe to share between
/// threads.
class DeletedRows {
 public:
  /// Number of neighbouring deleted rows from which on a scan passes over them without a look at
  /// each.
  static constexpr int64_t kLongRun = 1024;

  /// Checks the whole bitmap. @throws CorruptData if it is none, or if it has other rows than there
  /// can be
  /// @param bytes content of the file; it must not be lent by the file
  /// @param rows number of rows of the split
  /// @param count number of deleted rows that the schema file states
  DeletedRows(Bytes bytes, int64_t rows, int64_t count);
  DeletedRows(const DeletedRows&) = delete;
  DeletedRows& operator=(const DeletedRows&) = delete;

  int64_t count() const { return count_; }

  /// Number of bytes that it keeps in memory.
  int64_t memory() const;

  /// Returns true if one of the rows `first` to `end - 1` is deleted.
  bool HasWithin(int64_t first, int64_t end) const { return Next(first).first < end; }

  /// Returns the next deleted rows from `row` on: neighbours, but not always all of them. INT64_MAX
  /// and the same if there are none.
  RowSpan Next(int64_t row) const;

  /// Appends each k < `count` whose row `first + k` is not deleted, in ascending order.
  void AppendLive(int64_t first, int64_t count, std::vector<int32_t>* slots) const;

  /// Returns rows without the long runs of deleted ones.
  RowRanges WithoutLongRuns(const RowRanges& rows) const;

  /// Returns the row before which there are `number` rows that are not deleted. It is not deleted
  /// itself, unless it is behind the last row.
  int64_t RowOf(int64_t number) const;

 private:
  enum class Kind : uint8_t { kArray, kBitmap, kRuns };

  /// Rows with equal upper 16 bits.
  struct Container {
    int64_t first = 0;  ///< row of the lower bits 0
    int32_t rows = 0;   ///< number of rows
    int32_t items = 0;  ///< number of values, words or runs
    Kind kind = Kind::kArray;
    const uint8_t* data = nullptr;
  };

  /// Returns the first container that may have a row from `row` on.
  size_t At(int64_t row) const;
  /// Returns the number of the first value of an array that is `from` or greater.
  static int64_t FirstValue(const Container& array, int64_t from);
  /// Returns the number of the first run that has `from` or a greater value.
  static int64_t FirstRun(const Container& runs, int64_t from);
  /// Calls f(first, end) for the runs of deleted rows within a container, in ascending order.
  template <typename F>
  static void ForEachRun(const Container& container, F f);
  void FindLongRuns();

  Bytes bytes_;
  int64_t rows_;
  int64_t count_;
  std::vector<Container> containers_;
  std::vector<RowSpan> long_runs_;  ///< runs of at least kLongRun rows
};

}  // namespace cif::internal

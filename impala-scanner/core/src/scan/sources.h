// Sources of a scan's values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cif/reader.h"
#include "file/read_ahead.h"
#include "scan/stored_column.h"
#include "util/row_ranges.h"
#include "vector/value_matcher.h"

namespace cif::internal {

/// Source of values: a reader that may be shared, or none.
struct Source {
  static constexpr size_t kMissing = static_cast<size_t>(-1);

  Type type;    ///< wanted type of the values
  Type stored;  ///< type of the reader's values
  size_t reader = kMissing;

  bool is_missing() const { return reader == kMissing; }
};

/// Readers of a split's columns and parts of columns. A column or part has one reader, however
/// often it is used. It is opened when it is first read. For one thread. Raises Failure.
class Sources {
 public:
  explicit Sources(std::shared_ptr<const Split> split) : split_(std::move(split)) {}

  /// @param wanted type to read it as; nullptr: the stored type
  Source Find(const Projection& projection, const Type* wanted);

  /// Sets the options for reading. Called once, after all sources are found.
  void Start(const ReadOptions& options);

  /// Appends rows from `first` on to a vector of the wanted type, which must be empty if values are
  /// widened.
  /// @param index rows, counted from `first`; nullptr: `count` consecutive rows
  void Read(const Source& source, int64_t first, const int32_t* index, int64_t count, Vector* out);

  /// Appends the slots of those rows that a matcher takes. The source's wanted type must be the
  /// stored one.
  void Select(const Source& source, int64_t first, const int32_t* index, int64_t count,
              const ValueMatcher& matcher, std::vector<int32_t>* slots);

  /// Records that batches have the values of a source.
  void Project(const Source& source) {
    if (!source.is_missing()) {
      uses_[source.reader].is_projected = true;
    }
  }

  /// True if batches have the values of a source.
  bool IsProjected(const Source& source) const { return uses_[source.reader].is_projected; }

  /// True if exactly one condition uses the source.
  bool IsComparedOnce(const Source& source) const { return uses_[source.reader].count == 1; }

  /// Returns true if the block of a row has few distinct values that each occur often.
  bool HasFewValues(const Source& source, int64_t row);

  /// Returns the column of the split that a source is of; -1: none.
  int ColumnOf(const Source& source) const {
    return source.is_missing() ? -1 : columns_[source.reader];
  }

  /// Returns the footer of a column that has a source.
  const Footer& FooterOf(int column);

  /// Returns the number of a projection's source; Source::kMissing: none.
  size_t NumberOf(const Projection& projection) const;

  size_t count() const { return projections_.size(); }
  const Projection& projection(size_t i) const { return projections_[i]; }

  /// Requests the read-ahead of the footers of some sources, if anything is read ahead.
  void ExpectFooters(const std::vector<bool>& wanted) const;

  /// Returns the byte ranges that some sources need for these rows, in the order of the rows. Empty
  /// if nothing is read ahead.
  std::vector<ReadAhead::Range> RangesFor(const std::vector<bool>& wanted, const RowRanges& rows);

  /// Returns the number of rows in the blocks that were read.
  int64_t RowsRead(size_t i) const { return readers_[i] == nullptr ? 0 : readers_[i]->rows_read(); }

  /// Adds the reads of all sources to the metrics.
  void AddTo(ScanMetrics* metrics) const;

 private:
  struct Uses {
    int count = 1;  ///< number of projections and conditions
    bool is_projected = false;
  };

  ColumnReader* Reader(size_t i);
  size_t NumberOf(int column, const Projection& projection) const;

  std::shared_ptr<const Split> split_;
  ReadOptions options_;
  std::vector<Projection> projections_;
  std::vector<int> columns_;
  std::vector<Uses> uses_;
  std::vector<std::unique_ptr<ColumnReader>> readers_;
};

}  // namespace cif::internal

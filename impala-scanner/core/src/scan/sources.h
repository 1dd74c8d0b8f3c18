// Where the values of a scan come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cif/reader.h"
#include "file/read_ahead.h"
#include "scan/stored.h"
#include "util/row_ranges.h"
#include "vector/value_matcher.h"

namespace cif::internal {

/// Values of a scan: a reader that may be shared, or nowhere.
struct Source {
  static constexpr size_t kMissing = static_cast<size_t>(-1);

  Type type;    ///< of the values that are wanted
  Type stored;  ///< of those that the reader gives
  size_t reader = kMissing;

  bool is_missing() const { return reader == kMissing; }
};

/// The readers of a split's columns and parts of columns, one for each however often it is asked for. Each is
/// opened when it is first read. For one thread. Raises Failure.
class Sources {
 public:
  explicit Sources(std::shared_ptr<const Split> split) : split_(std::move(split)) {}

  /// @param wanted the type to read it as; nullptr: as it is stored
  Source Find(const Projection& projection, const Type* wanted);

  /// Said once, after all are found: how they are read.
  void Start(const ReadOptions& options);

  /// Appends rows from `first` on to a vector of the wanted type, which is empty if values are widened.
  /// @param index which of them, counted from `first`; nullptr: `count` rows that follow each other
  void Read(const Source& source, int64_t first, const int32_t* index, int64_t count, Vector* out);

  /// Appends the slots of those rows that a matcher takes; the source's values are wanted as they are stored.
  void Select(const Source& source, int64_t first, const int32_t* index, int64_t count,
              const ValueMatcher& matcher, std::vector<int32_t>* slots);

  /// Says that batches have the values of a source, or will.
  void Project(const Source& source) {
    if (!source.is_missing()) {
      uses_[source.reader].is_projected = true;
    }
  }

  /// Whether batches have its values.
  bool IsProjected(const Source& source) const { return uses_[source.reader].is_projected; }

  /// Whether one condition, and no other, looks at it.
  bool IsComparedOnce(const Source& source) const { return uses_[source.reader].count == 1; }

  /// Whether few values stand for many in the block of a row.
  bool HasFewValues(const Source& source, int64_t row);

  /// The column of the split that a source is of; -1: none.
  int ColumnOf(const Source& source) const {
    return source.is_missing() ? -1 : columns_[source.reader];
  }

  /// The footer of a column that a source is of.
  const Footer& FooterOf(int column);

  /// What a projection is read by; Source::kMissing: nothing.
  size_t NumberOf(const Projection& projection) const;

  size_t count() const { return projections_.size(); }
  const Projection& projection(size_t i) const { return projections_[i]; }

  /// Has the footers of some read ahead, if anything is.
  void ExpectFooters(const std::vector<bool>& wanted) const;

  /// What some have of these rows, in the order in which rows want it; nothing, if nothing is read ahead.
  std::vector<ReadAhead::Range> Foresee(const std::vector<bool>& wanted, const RowRanges& rows);

  /// Rows of the blocks that were read.
  int64_t RowsRead(size_t i) const { return readers_[i] == nullptr ? 0 : readers_[i]->rows_read(); }

  /// Adds what was read.
  void AddTo(ScanMetrics* metrics) const;

 private:
  struct Uses {
    int count = 1;  ///< by projections and conditions
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

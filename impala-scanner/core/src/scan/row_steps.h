// Rows of a table divided among threads that need not keep their order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "scan/split_scan.h"
#include "util/buffer_pool.h"

namespace cif::internal {

/// Ranges of rows start at multiples of it, as most blocks do.
inline constexpr int64_t kRangeRows = 65536;

/// A range of rows of a split.
struct RowRange {
  size_t split = 0;
  int64_t first = 0;
  int64_t rows = 0;
};

/// Hands out ranges of rows. Each thread takes the rows of one split after the other, so that it reads
/// a block once; a thread that finds no split left takes half of what another has left of its own.
/// Thread-safe.
class RowSteps {
 public:
  /// What a thread is at.
  static constexpr size_t kNone = static_cast<size_t>(-1);

  /// One thread gets whole splits.
  explicit RowSteps(int threads) : step_(threads > 1 ? 2 * kRangeRows : INT64_MAX) {}

  void Add(size_t split, int64_t rows);

  /// How many threads find something to do.
  int64_t most_threads() const { return most_threads_; }

  /// The next rows for a thread, whose `task` is kNone at first; false: there are none.
  bool Take(size_t* task, RowRange* range);

 private:
  /// A task of the back half of the greatest one; kNone if what is left is not worth it.
  size_t Steal();

  const int64_t step_;  ///< most rows that are handed out at a time
  int64_t most_threads_ = 0;
  std::mutex mutex_;
  std::deque<RowRange> tasks_;  ///< rows that nobody has taken
  size_t next_ = 0;             ///< the task that nobody has begun
};

/// Reads one range of rows after the other; a split stays open as long as ranges are of it. For one
/// thread.
class RangeReader {
 public:
  /// The columns outlive it. @param cancelled as ReadOptions::cancelled
  /// @param plan what reads ahead, which outlives it; nullptr: nothing does
  RangeReader(const TableColumns& columns, ReadPlan* plan, std::function<bool()> cancelled)
      : columns_(columns), plan_(plan), cancelled_(std::move(cancelled)) {}

  /// @param left as SplitScan takes it
  void Start(const RowRange& range, std::shared_ptr<const AlternativesLeft> left = nullptr);

  /// Replaces the batch by the next rows of the range; none: its end. Raises Failure.
  void Next(Batch* batch) { scan_->Next(batch); }

  /// Closes the split.
  void Finish();

  ScanMetrics metrics() const;

 private:
  const TableColumns& columns_;
  ReadPlan* plan_;
  std::function<bool()> cancelled_;
  std::shared_ptr<BufferPool> pool_ = std::make_shared<BufferPool>();
  std::unique_ptr<SplitScan> scan_;
  int64_t rows_ = 0;  ///< of ranges of the split that is open
  ScanMetrics finished_;
};

/// Reads the rows that a thread takes. For one thread.
class StepReader {
 public:
  /// Columns, plan and steps outlive it.
  /// @param plan and `cancelled` as RangeReader takes them
  StepReader(const TableColumns& columns, ReadPlan* plan, RowSteps* steps,
             std::function<bool()> cancelled)
      : ranges_(columns, plan, std::move(cancelled)), steps_(steps) {}

  /// Replaces the batch by the next rows; none: the end. Raises Failure.
  void Next(Batch* batch);

  ScanMetrics metrics() const { return ranges_.metrics(); }

 private:
  RangeReader ranges_;
  RowSteps* steps_;
  size_t task_ = RowSteps::kNone;
  bool is_started_ = false;
};

}  // namespace cif::internal

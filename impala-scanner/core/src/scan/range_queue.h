// Distribution of a table's rows to threads, without order.
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

/// Multiple at which ranges of rows start, as most blocks do.
inline constexpr int64_t kRangeRows = 65536;

/// Distributes ranges of rows to threads. A thread takes the rows of its split one range after the
/// other, so that it reads each block once. If no split is left, it takes half of the remaining
/// rows of another thread. Thread-safe.
class RangeQueue {
 public:
  /// Initial task of a thread.
  static constexpr size_t kNone = static_cast<size_t>(-1);

  /// With one thread, ranges are whole splits.
  explicit RangeQueue(int threads) : step_(threads > 1 ? 2 * kRangeRows : INT64_MAX) {}

  void Add(const RowRange& range);

  /// Maximum number of threads that find work.
  int64_t most_threads() const { return most_threads_; }

  /// Takes the next rows for a thread, whose `task` is kNone at first. Returns false if there are
  /// none.
  bool Take(size_t* task, RowRange* range);

 private:
  /// Makes a task of the back half of the greatest one. Returns kNone if the rest is too small.
  size_t Steal();

  const int64_t step_;  ///< maximum number of rows of a range
  int64_t most_threads_ = 0;
  std::mutex mutex_;
  std::deque<RowRange> tasks_;  ///< rows that nobody has taken
  size_t next_ = 0;             ///< index of the next task to begin
};

/// Reads one range of rows after the other. A split stays open while its ranges follow each other.
/// For one thread.
class RangeReader {
 public:
  /// The columns must outlive it.
  /// @param plan read-ahead, which must outlive it; nullptr: none
  /// @param cancelled see ReadOptions::cancelled
  RangeReader(const TableColumns& columns, ReadPlan* plan, std::function<bool()> cancelled)
      : columns_(columns), plan_(plan), cancelled_(std::move(cancelled)) {}

  /// @param left see SplitScan
  void Start(const RowRange& range, std::shared_ptr<const DisjunctsLeft> left = nullptr);

  /// Replaces the batch by the next rows of the range; a batch without rows is its end. Raises
  /// Failure.
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
  int64_t rows_ = 0;  ///< rows of ranges of the open split
  ScanMetrics finished_;
};

/// Reads the rows that a thread takes. For one thread.
class QueueReader {
 public:
  /// Columns, plan and queue must outlive it.
  /// @param plan see RangeReader
  /// @param cancelled see RangeReader
  QueueReader(const TableColumns& columns, ReadPlan* plan, RangeQueue* queue,
              std::function<bool()> cancelled)
      : ranges_(columns, plan, std::move(cancelled)), queue_(queue) {}

  /// Replaces the batch by the next rows; a batch without rows is the end. Raises Failure.
  void Next(Batch* batch);

  ScanMetrics metrics() const { return ranges_.metrics(); }

 private:
  RangeReader ranges_;
  RangeQueue* queue_;
  size_t task_ = RangeQueue::kNone;
  bool is_started_ = false;
};

}  // namespace cif::internal

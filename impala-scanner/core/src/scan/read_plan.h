// Plan of a table scan's read-ahead, split by split.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "file/read_ahead.h"
#include "scan/split_plan.h"
#include "scan/split_scan.h"

namespace cif::internal {

/// Plans the splits of a scan in their order, each once for all threads: footers, then pruning by
/// statistics and filters, then the blocks. Blocks that are read before any condition is evaluated
/// are always read ahead. Blocks that are read only for rows left by a condition are read ahead
/// once most of such blocks were needed in earlier splits. Thread-safe.
class ReadPlan {
 public:
  /// Makes a plan if read-ahead pays for the table's files, else returns nullptr. The columns must
  /// outlive it.
  static std::unique_ptr<ReadPlan> Of(const TableColumns& columns);

  ~ReadPlan();
  ReadPlan(const ReadPlan&) = delete;
  ReadPlan& operator=(const ReadPlan&) = delete;

  const std::shared_ptr<ReadAhead>& ahead() const { return ahead_; }

  /// Begins the read of a split's rows. Returns nullptr if planning failed: reading the rows will
  /// meet the same error. Waits for the thread that plans the split, or plans it.
  /// @param bytes_read gets the bytes that planning has read of filters, at the first call
  std::shared_ptr<const SplitPlan> Begin(size_t split, int64_t* bytes_read);

  /// Records that a thread has read `rows` rows of a split. Without memory it learns nothing and
  /// frees nothing.
  void End(const SplitScan& scan, int64_t rows) noexcept;

 private:
  enum class State { kWaits, kIsPlanned, kDone };

  struct PlannedSplit {
    State state = State::kWaits;
    int64_t rows_left = 0;  ///< rows that no thread has read
    bool is_counted = false;
    std::shared_ptr<const SplitPlan> plan;
    std::vector<ReadAhead::Range> ranges;  ///< ranges that are not queued yet
  };

  ReadPlan(const TableColumns& columns, std::vector<size_t> splits);
  /// Plans the next unplanned split. Returns false if there is none.
  bool PlanNext();
  /// Plans a split. Releases the lock meanwhile.
  void Plan(size_t split, std::unique_lock<std::mutex>* lock);
  /// Queues a split's blocks for read-ahead. Requires the lock. Splits are queued in their order,
  /// or when their rows are needed. Otherwise later splits that were planned sooner could take the
  /// room.
  void Expect(PlannedSplit* planned) noexcept;
  void Learn(const SplitScan& scan);
  bool IsLikely(const Projection& projection);

  const TableColumns& columns_;
  const std::vector<size_t> splits_;  ///< scanned splits, in their order
  std::shared_ptr<ReadAhead> ahead_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<PlannedSplit> planned_;         ///< by split of the table
  size_t next_ = 0;                           ///< index in splits_ of the next split to plan
  size_t expected_ = 0;                       ///< index in splits_ of the next split to queue
  std::map<std::string, Scanner::Use> uses_;  ///< by projection
  std::atomic<bool> stop_ = false;
};

}  // namespace cif::internal

// What a scan of a table reads ahead, split by split.
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

/// Plans the splits of a scan in their order, each once for all threads: footers, then what statistics and filters
/// leave, then the blocks. What no condition stands before is read ahead in any case; what is read only for rows that
/// a condition leaves, once most of its blocks were wanted in the splits before. Thread-safe.
class ReadPlan {
 public:
  /// A plan, if requests to the table's files are worth sending ahead, else nullptr. The columns outlive it.
  static std::unique_ptr<ReadPlan> Of(const TableColumns& columns);

  ~ReadPlan();
  ReadPlan(const ReadPlan&) = delete;
  ReadPlan& operator=(const ReadPlan&) = delete;

  const std::shared_ptr<ReadAhead>& ahead() const { return ahead_; }

  /// Called before rows of a split are read. Nothing, if it could not be planned: who reads the rows meets the same
  /// error. Waits for a thread that plans the split, else plans it.
  /// @param bytes_read gets what the plan has read of filters, the first time
  std::shared_ptr<const SplitPlan> Begin(size_t split, int64_t* bytes_read);

  /// Called when a thread has read so many rows of a split. Without memory it learns nothing, and keeps what it has.
  void End(const SplitScan& scan, int64_t rows) noexcept;

 private:
  enum class State { kWaits, kIsPlanned, kDone };

  struct PlannedSplit {
    State state = State::kWaits;
    int64_t rows_left = 0;  ///< that no thread has read
    bool is_counted = false;
    std::shared_ptr<const SplitPlan> plan;
    std::vector<ReadAhead::Range> ranges;  ///< that are not expected yet
  };

  ReadPlan(const TableColumns& columns, std::vector<size_t> splits);
  /// Plans the next split that nobody has planned; false: there is none.
  bool PlanNext();
  /// Plans a split. Without the lock meanwhile.
  void Plan(size_t split, std::unique_lock<std::mutex>* lock);
  /// Has a split's blocks read ahead. Splits are expected in their order, and when their rows are wanted: else bytes of
  /// later ones, which were planned sooner, could take the room. With the lock.
  void Expect(PlannedSplit* planned) noexcept;
  void Learn(const SplitScan& scan);
  bool IsLikely(const Projection& projection);

  const TableColumns& columns_;
  const std::vector<size_t> splits_;  ///< that are scanned, in their order
  std::shared_ptr<ReadAhead> ahead_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<PlannedSplit> planned_;  ///< of each split of the table
  size_t next_ = 0;                    ///< of splits_, to plan
  size_t expected_ = 0;                ///< of splits_, to expect
  std::map<std::string, Scanner::Use> uses_;  ///< by projection
  std::atomic<bool> stop_ = false;
};

}  // namespace cif::internal

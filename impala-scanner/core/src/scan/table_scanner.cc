#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "cif/table.h"
#include "scan/batch.h"
#include "scan/projection.h"
#include "scan/range_queue.h"
#include "scan/read_plan.h"
#include "util/failure.h"
#include "util/process.h"

namespace cif {

using internal::AddMetrics;
using internal::AllocatedBytes;
using internal::DisjunctsLeft;
using internal::Guard;
using internal::kRangeRows;
using internal::OwnerProcess;
using internal::QueueReader;
using internal::RangeQueue;
using internal::RangeReader;
using internal::ReadPlan;
using internal::RowRange;
using internal::TableColumns;

namespace {

/// Interval at which a waiting thread calls the cancellation callback.
constexpr std::chrono::milliseconds kAskAgain(100);

/// Range of rows that is read in its turn, and its batches.
struct Task {
  RowRange range;
  std::shared_ptr<const DisjunctsLeft> left;  ///< see SplitScan
  std::deque<Batch> ready;
  bool is_done = false;
  Status failed;
};

}  // namespace

/// Reads with several threads. In order, threads take the next task, and the caller empties one
/// task after the other. Without order, the caller is one of the threads, and takes ready batches
/// of the others between its own.
class TableScanner::Impl {
 public:
  Impl(std::shared_ptr<const Table> table, TableScanRequest request, const ReadOptions& options)
      : columns_(std::move(table), std::move(request), options),
        in_turn_(columns_.request.in_order && columns_.request.threads > 1),
        most_ahead_(2 * static_cast<size_t>(columns_.request.threads)),
        most_bytes_(columns_.request.max_ahead_bytes),
        queue_(columns_.request.threads),
        plan_(ReadPlan::Of(columns_)),
        own_reader_(columns_, plan_.get(), &queue_, [this] { return IsCancelled(); }) {
    const int threads = columns_.request.threads;
    columns_.ForEachSplit(&metrics_, [this](const RowRange& rows) {
      if (in_turn_) {
        AddTasks(rows);
      } else {
        queue_.Add(rows);
      }
    });
    if (in_turn_ && columns_.request.kept != nullptr && tasks_.size() <= 1) {
      // All keys are in one split: another thread does not pay.
      for (const Task& task : tasks_) {
        queue_.Add(task.range);
      }
      in_turn_ = false;
    }
    // Threads that would find no work are not started.
    const int64_t others = in_turn_
                               ? std::min<int64_t>(threads, static_cast<int64_t>(tasks_.size()))
                               : std::min<int64_t>(threads, queue_.most_threads()) - 1;
    threads_.reserve(static_cast<size_t>(std::max<int64_t>(0, others)));
    try {
      for (int64_t i = 0; i < others; i++) {
        threads_.emplace_back([this] { in_turn_ ? WorkInTurn() : Work(); });
        std::lock_guard<std::mutex> lock(mutex_);
        working_++;
      }
    } catch (const std::exception&) {
      // The system refuses more threads: the running ones, or the caller alone, do the work.
    }
    if (in_turn_ && threads_.empty()) {
      in_turn_ = false;
      ScanMetrics again;
      columns_.ForEachSplit(&again, [this](const RowRange& rows) { queue_.Add(rows); });
    }
  }

  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  ~Impl() {
    Cancel();
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }

  const TableColumns& columns() const { return columns_; }

  /// True in the process that opened the scan.
  bool IsOwner() const { return process_.IsCurrent(); }

  /// True if it can be read in this process.
  bool IsUsable() const { return IsOwner() || (threads_.empty() && plan_ == nullptr); }

  void Cancel() {
    is_cancelled_ = true;
    Stop();
  }

  void Next(Batch* batch) {
    if (!IsUsable()) {
      internal::FailOfOtherProcess();
    }
    if (!failed_.ok()) {
      throw internal::Failure(failed_.error());
    }
    try {
      internal::ClearBatch(columns_.types, columns_.options.strings, batch);
      in_turn_ ? TakeNext(batch) : TakeAny(batch);
    } catch (...) {
      failed_ = internal::CurrentError();
      Stop();
      throw;
    }
  }

  ScanMetrics metrics() const {
    std::lock_guard<std::mutex> lock(mutex_);
    ScanMetrics all = metrics_;
    AddMetrics(own_reader_.metrics(), &all);
    return all;
  }

 private:
  /// Ends the threads. Under the lock: one that is about to wait has seen it, or is woken.
  void Stop() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
  }

  /// True if the caller, on whose thread it is asked, no longer wants the rows.
  bool IsCancelled() {
    const std::function<bool()>& asked = columns_.options.cancelled;
    if (!is_cancelled_ && asked && asked()) {
      is_cancelled_ = true;
    }
    return is_cancelled_;
  }

  /// Waits on the caller's thread. Raises Failure (kCancelled) if the scan is cancelled meanwhile.
  template <typename Ready>
  void Await(std::unique_lock<std::mutex>* lock, Ready ready) {
    const auto is_done = [&] { return is_cancelled_ || ready(); };
    if (!columns_.options.cancelled) {
      changed_.wait(*lock, is_done);
    }
    while (!is_done()) {
      // Uses the system's clock, since the thread sanitizer does not know a wait on the steady
      // clock. Setting the clock only makes the next call earlier or later.
      changed_.wait_until(*lock, std::chrono::system_clock::now() + kAskAgain, is_done);
      lock->unlock();
      IsCancelled();
      lock->lock();
    }
    if (is_cancelled_) {
      internal::Fail(ErrorCode::kCancelled, "the scan was cancelled");
    }
  }

  /// Divides rows of a split into small ranges, whose batches can wait for the caller.
  void AddTasks(const RowRange& rows) {
    if (columns_.request.kept != nullptr) {
      AddLookUp(rows.split, rows.rows);
      return;
    }
    const int64_t step = RowsOfTask(*columns_.table->splits()[rows.split].split);
    const int64_t end = rows.first + rows.rows;
    for (int64_t first = rows.first; first < end; first += step) {
      tasks_.emplace_back().range = {rows.split, first, std::min(step, end - first)};
    }
  }

  /// Adds one task for a look-up, which reads little of a split and uses its filters once.
  void AddLookUp(size_t split, int64_t rows) {
    std::shared_ptr<const DisjunctsLeft> left;
    if (columns_.IsNarrowedAtOnce(split)) {
      left = std::make_shared<DisjunctsLeft>(columns_.Narrow(split, &metrics_.bytes_read));
      if (left->rows->empty()) {
        metrics_.rows_pruned += rows;
        return;
      }
    }
    Task& task = tasks_.emplace_back();
    task.range = {split, 0, rows};
    task.left = std::move(left);
  }

  /// Returns the rows of a task: fewer where rows are wide, so that all waiting tasks fit the limit
  /// on bytes.
  int64_t RowsOfTask(const Split& split) const {
    constexpr int64_t kFewest = 4096;
    const int64_t raw = internal::RawBytes(split.schema(), columns_.request.columns);
    const int64_t a_row = raw / std::max<int64_t>(1, split.rows()) + 1;
    const int64_t most = most_bytes_ / static_cast<int64_t>(most_ahead_);
    int64_t rows = kRangeRows;
    while (rows > kFewest && rows > most / a_row) {
      rows /= 2;
    }
    return rows;
  }

  /// Gives the caller the first batch of a queue.
  void Take(std::deque<Batch>* ready, Batch* batch) {
    PutAway(batch);
    *batch = std::move(ready->front());
    ready->pop_front();
    waiting_bytes_ -= AllocatedBytes(*batch);
    changed_.notify_all();
  }

  /// Keeps a batch's memory for the thread that wrote it, in whose cache it is.
  void PutAway(Batch* batch) {
    if (is_own_) {
      own_ = std::move(*batch);
    } else {
      Keep(batch);
    }
    is_own_ = false;
  }

  /// Keeps memory for a thread's next batch, as far as the limit on bytes allows.
  void Keep(Batch* batch) {
    const int64_t bytes = AllocatedBytes(*batch);
    if (waiting_bytes_ + free_bytes_ + bytes <= most_bytes_) {
      free_.push_back(std::move(*batch));
      free_bytes_ += bytes;
    } else {
      *batch = Batch();
    }
  }

  /// Returns the next rows in order, which other threads have read.
  void TakeNext(Batch* batch) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (current_ < tasks_.size()) {
      Task& task = tasks_[current_];
      Await(&lock, [&] { return task.is_done || !task.ready.empty() || working_ == 0; });
      if (!task.ready.empty()) {
        return Take(&task.ready, batch);
      }
      // A thread that failed outside of its tasks leaves them to the others.
      internal::Check(task.is_done ? task.failed : failed_work_);
      current_++;
      changed_.notify_all();
    }
    Await(&lock, [&] { return working_ == 0; });
  }

  /// Returns rows that another thread has ready, else rows that the caller reads itself.
  void TakeAny(Batch* batch) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (TakeReady(batch)) {
      return;
    }
    if (!is_own_) {
      PutAway(batch);
      *batch = std::move(own_);
      internal::ClearBatch(columns_.types, columns_.options.strings, batch);
      is_own_ = true;
    }
    lock.unlock();
    own_reader_.Next(batch);
    if (batch->rows > 0) {
      return;
    }
    lock.lock();
    Await(&lock, [&] { return !failed_work_.ok() || !ready_.empty() || working_ == 0; });
    TakeReady(batch);
  }

  bool TakeReady(Batch* batch) {
    internal::Check(failed_work_);
    if (ready_.empty()) {
      return false;
    }
    Take(&ready_, batch);
    return true;
  }

  /// Runs a thread: reads rows of its own, not too far ahead of the caller.
  void Work() {
    std::optional<QueueReader> reader;
    Status status = Guard("", "", [&]() -> Status {
      reader.emplace(columns_, plan_.get(), &queue_, [this] { return stop_.load(); });
      const auto may_begin = [this] {
        return ready_.size() < most_ahead_ && waiting_bytes_ < most_bytes_;
      };
      while (ReadInto(&ready_, may_begin, [&](Batch* batch) { reader->Next(batch); })) {
      }
      return {};
    });
    EndWork(reader ? reader->metrics() : ScanMetrics(), std::move(status));
  }

  /// Runs a thread in order: reads tasks, not too far ahead of the caller.
  void WorkInTurn() {
    std::optional<RangeReader> reader;
    Status status = Guard("", "", [&]() -> Status {
      reader.emplace(columns_, plan_.get(), [this] { return stop_.load(); });
      return {};
    });
    while (Task* task = status.ok() ? NextTask() : nullptr) {
      Status read = Guard("", "", [&]() -> Status {
        // Rows that the caller waits for are read whatever else waits.
        const auto may_begin = [this, task] {
          return waiting_bytes_ < most_bytes_ || (task == &tasks_[current_] && task->ready.empty());
        };
        reader->Start(task->range, std::move(task->left));
        while (ReadInto(&task->ready, may_begin, [&](Batch* batch) { reader->Next(batch); })) {
        }
        return {};
      });
      std::lock_guard<std::mutex> lock(mutex_);
      task->failed = std::move(read);
      task->is_done = true;
      changed_.notify_all();
    }
    if (reader) {
      reader->Finish();
    }
    EndWork(reader ? reader->metrics() : ScanMetrics(), std::move(status));
  }

  /// Ends a thread; `failed` is its own error.
  void EndWork(const ScanMetrics& metrics, Status failed) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!failed.ok()) {
      failed_work_ = std::move(failed);
    }
    AddMetrics(metrics, &metrics_);
    working_--;
    changed_.notify_all();
  }

  /// Waits until the caller is near enough, and returns the next task; nullptr: no more.
  Task* NextTask() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(
        lock, [&] { return stop_ || next_ == tasks_.size() || next_ < current_ + most_ahead_; });
    return stop_ || next_ == tasks_.size() ? nullptr : &tasks_[next_++];
  }

  /// Reads a batch as soon as it may. Returns false at the end of the rows or of the scan.
  template <typename MayBegin, typename ReadNext>
  bool ReadInto(std::deque<Batch>* ready, MayBegin may_begin, ReadNext read) {
    Batch batch;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [&] { return stop_ || may_begin(); });
      if (stop_) {
        return false;
      }
      if (!free_.empty()) {
        batch = std::move(free_.back());
        free_.pop_back();
        free_bytes_ -= AllocatedBytes(batch);
      }
    }
    internal::ClearBatch(columns_.types, columns_.options.strings, &batch);
    read(&batch);
    const bool has_rows = batch.rows > 0;
    std::lock_guard<std::mutex> lock(mutex_);
    if (has_rows) {
      ready->push_back(std::move(batch));
      waiting_bytes_ += AllocatedBytes(ready->back());
      changed_.notify_all();
    } else {
      Keep(&batch);
    }
    return has_rows;
  }

  const OwnerProcess process_;
  TableColumns columns_;
  bool in_turn_;        ///< true if several threads deliver rows in order
  size_t most_ahead_;   ///< maximum number of tasks or batches that wait for the caller
  int64_t most_bytes_;  ///< maximum number of bytes of such batches
  std::vector<std::thread> threads_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int working_ = 0;            ///< threads that have not ended
  int64_t waiting_bytes_ = 0;  ///< bytes of batches that wait for the caller
  std::vector<Batch> free_;    ///< recycled memory, for other threads than the caller's
  int64_t free_bytes_ = 0;
  std::atomic<bool> stop_ = false;          ///< threads end; changed under the lock
  std::atomic<bool> is_cancelled_ = false;  ///< the caller gets kCancelled
  Status failed_;
  ScanMetrics metrics_;  ///< metrics of threads that have ended

  // Fields of a scan in order.
  std::deque<Task> tasks_;
  size_t next_ = 0;     ///< index of the next task for a thread
  size_t current_ = 0;  ///< index of the task that the caller empties

  // Fields of a scan without order.
  RangeQueue queue_;
  std::unique_ptr<ReadPlan> plan_;
  QueueReader own_reader_;  ///< reader of the caller's thread
  Batch own_;               ///< memory that the caller's thread wrote
  bool is_own_ = false;     ///< true if the caller's thread wrote the last batch
  std::deque<Batch> ready_;
  Status failed_work_;  ///< error of another thread
};

TableScanner::TableScanner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TableScanner::~TableScanner() {
  if (!impl_->IsOwner()) {
    static_cast<void>(impl_.release());  // which threads of that process may have left half changed
  }
}

Result<std::unique_ptr<TableScanner>> TableScanner::Open(std::shared_ptr<const Table> table,
                                                         TableScanRequest request,
                                                         const ReadOptions& options) {
  const std::shared_ptr<const Table> kept = table;
  return Guard(kept->root(), "", [&]() -> Result<std::unique_ptr<TableScanner>> {
    auto impl = std::make_unique<Impl>(std::move(table), std::move(request), options);
    return std::unique_ptr<TableScanner>(new TableScanner(std::move(impl)));
  });
}

const std::vector<Type>& TableScanner::types() const { return impl_->columns().types; }

Status TableScanner::Next(Batch* batch) {
  return Guard(impl_->columns().table->root(), "", [&]() -> Status {
    impl_->Next(batch);
    return {};
  });
}

void TableScanner::Cancel() {
  if (impl_->IsUsable()) {
    impl_->Cancel();
  }
}

ScanMetrics TableScanner::metrics() const {
  return impl_->IsUsable() ? impl_->metrics() : ScanMetrics();
}

}  // namespace cif

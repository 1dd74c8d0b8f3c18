#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "cif/table.h"
#include "read/batch.h"
#include "read/row_steps.h"
#include "util/failure.h"

namespace cif {

using internal::AddMetrics;
using internal::Guard;
using internal::kRangeRows;
using internal::RangeReader;
using internal::RowRange;
using internal::RowSteps;
using internal::StepReader;
using internal::TableColumns;

namespace {

/// A range of rows that is read in its turn, and what was read of it.
struct Task {
  RowRange range;
  std::deque<Batch> ready;
  bool is_done = false;
  Status failed;
};

}  // namespace

/// In order, threads take the next task, and the caller empties the tasks one after the other. Else
/// the caller is one of the threads, and takes what the others have ready between its own batches.
class TableScanner::Impl {
 public:
  Impl(std::shared_ptr<const Table> table, TableScanRequest request, const ReadOptions& options)
      : columns_(std::move(table), std::move(request), options),
        in_turn_(columns_.request.in_order && columns_.request.threads > 1),
        most_ahead_(2 * static_cast<size_t>(columns_.request.threads)),
        steps_(columns_.request.threads),
        own_reader_(columns_, &steps_) {
    const int threads = columns_.request.threads;
    columns_.ForEachSplit(&metrics_, [this](size_t split, int64_t rows) {
      if (in_turn_) {
        AddTasks(split, rows);
      } else {
        steps_.Add(split, rows);
      }
    });
    // None is started that would find nothing to do.
    const int64_t others = in_turn_ ? std::min<int64_t>(threads, static_cast<int64_t>(tasks_.size()))
                                    : std::min<int64_t>(threads, steps_.most_threads()) - 1;
    try {
      for (int64_t i = 0; i < others; i++) {
        threads_.emplace_back([this] { in_turn_ ? WorkInTurn() : Work(); });
        std::lock_guard<std::mutex> lock(mutex_);
        working_++;
      }
    } catch (const std::system_error&) {
      // The system gives no more threads: those that run will do, or the caller's alone.
    }
    if (in_turn_ && threads_.empty()) {
      in_turn_ = false;
      ScanMetrics again;
      columns_.ForEachSplit(&again,
                            [this](size_t split, int64_t rows) { steps_.Add(split, rows); });
    }
  }

  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  ~Impl() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }

  const TableColumns& columns() const { return columns_; }

  void Next(Batch* batch) {
    if (!failed_.ok()) {
      throw internal::Failure(failed_.error());
    }
    internal::ClearBatch(columns_.types, batch);
    try {
      in_turn_ ? TakeNext(batch) : TakeAny(batch);
    } catch (...) {
      failed_ = internal::CurrentError();
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
  /// Divides the rows of a split in small ranges, which can wait for each other.
  void AddTasks(size_t split, int64_t rows) {
    for (int64_t first = 0; first < rows; first += kRangeRows) {
      tasks_.emplace_back().range = {split, first, std::min(kRangeRows, rows - first)};
    }
  }

  /// Gives the caller the first batch of a queue.
  void Take(std::deque<Batch>* ready, Batch* batch) {
    PutAway(batch);
    *batch = std::move(ready->front());
    ready->pop_front();
    changed_.notify_all();
  }

  /// Keeps a batch's memory for the thread that wrote it, in whose cache it is.
  void PutAway(Batch* batch) {
    if (is_own_) {
      own_ = std::move(*batch);
    } else {
      free_.push_back(std::move(*batch));
    }
    is_own_ = false;
  }

  [[noreturn]] void Stop(const Status& failed) {
    stop_ = true;
    changed_.notify_all();
    throw internal::Failure(failed.error());
  }

  /// The next rows in their order, read by other threads.
  void TakeNext(Batch* batch) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (current_ < tasks_.size()) {
      Task& task = tasks_[current_];
      changed_.wait(lock, [&] { return task.is_done || !task.ready.empty(); });
      if (!task.ready.empty()) {
        return Take(&task.ready, batch);
      }
      if (!task.failed.ok()) {
        Stop(task.failed);
      }
      current_++;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return working_ == 0; });
  }

  /// Rows that another thread has ready, else those that the caller reads itself.
  void TakeAny(Batch* batch) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (TakeReady(batch)) {
      return;
    }
    if (!is_own_) {
      PutAway(batch);
      *batch = std::move(own_);
      internal::ClearBatch(columns_.types, batch);
      is_own_ = true;
    }
    lock.unlock();
    own_reader_.Next(batch);
    if (batch->rows > 0) {
      return;
    }
    lock.lock();
    changed_.wait(lock, [&] { return !failed_work_.ok() || !ready_.empty() || working_ == 0; });
    TakeReady(batch);
  }

  bool TakeReady(Batch* batch) {
    if (!failed_work_.ok()) {
      Stop(failed_work_);
    }
    if (ready_.empty()) {
      return false;
    }
    Take(&ready_, batch);
    return true;
  }

  /// What a thread does: rows of its own, not too far ahead of the caller.
  void Work() {
    StepReader reader(columns_, &steps_);
    Status status = Guard("", "", [&]() -> Status {
      while (ReadInto(&ready_, [&](Batch* batch) { reader.Next(batch); })) {
      }
      return {};
    });
    EndWork(reader.metrics(), std::move(status));
  }

  /// What a thread does in order: tasks, not too far ahead of the caller.
  void WorkInTurn() {
    RangeReader reader(columns_);
    while (Task* task = NextTask()) {
      Status status = Guard("", "", [&]() -> Status {
        reader.Start(task->range);
        while (ReadInto(&task->ready, [&](Batch* batch) { reader.Next(batch); })) {
        }
        return {};
      });
      std::lock_guard<std::mutex> lock(mutex_);
      task->failed = std::move(status);
      task->is_done = true;
      changed_.notify_all();
    }
    reader.Finish();
    EndWork(reader.metrics(), {});
  }

  /// What a thread does last; `failed` is of its own.
  void EndWork(const ScanMetrics& metrics, Status failed) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!failed.ok()) {
      failed_work_ = std::move(failed);
    }
    AddMetrics(metrics, &metrics_);
    working_--;
    changed_.notify_all();
  }

  /// The task that comes next, once the caller is near enough; nullptr: no more.
  Task* NextTask() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] {
      return stop_ || next_ == tasks_.size() || next_ < current_ + most_ahead_;
    });
    return stop_ || next_ == tasks_.size() ? nullptr : &tasks_[next_++];
  }

  /// Reads a batch; false at the end of the rows or of the scan.
  template <typename ReadNext>
  bool ReadInto(std::deque<Batch>* ready, ReadNext read) {
    Batch batch;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [&] { return stop_ || ready_.size() < most_ahead_; });
      if (stop_) {
        return false;
      }
      if (!free_.empty()) {
        batch = std::move(free_.back());
        free_.pop_back();
      }
    }
    internal::ClearBatch(columns_.types, &batch);
    read(&batch);
    const bool has_rows = batch.rows > 0;
    std::lock_guard<std::mutex> lock(mutex_);
    if (has_rows) {
      ready->push_back(std::move(batch));
      changed_.notify_all();
    } else {
      free_.push_back(std::move(batch));
    }
    return has_rows;
  }

  TableColumns columns_;
  bool in_turn_;  ///< several threads, whose rows come in order
  size_t most_ahead_;  ///< tasks or batches that may wait for the caller
  std::vector<std::thread> threads_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int working_ = 0;          ///< threads that have not ended
  std::vector<Batch> free_;  ///< memory to use again, by other threads than the caller's
  bool stop_ = false;
  Status failed_;
  ScanMetrics metrics_;  ///< of threads that have ended

  // In turn.
  std::deque<Task> tasks_;
  size_t next_ = 0;     ///< the task that a thread takes next
  size_t current_ = 0;  ///< the task that the caller empties

  // In any order.
  RowSteps steps_;
  StepReader own_reader_;    ///< the caller's
  Batch own_;                ///< memory that the caller's thread wrote
  bool is_own_ = false;      ///< the caller's thread wrote the batch of the last call
  std::deque<Batch> ready_;
  Status failed_work_;  ///< of another thread
};

TableScanner::TableScanner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TableScanner::~TableScanner() = default;

Result<std::unique_ptr<TableScanner>> TableScanner::Open(std::shared_ptr<const Table> table,
                                                         TableScanRequest request,
                                                         const ReadOptions& options) {
  const std::string root = table->root();
  return Guard(root, "", [&]() -> Result<std::unique_ptr<TableScanner>> {
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

ScanMetrics TableScanner::metrics() const { return impl_->metrics(); }

}  // namespace cif

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "cif/table.h"
#include "read/batch.h"
#include "read/split_scan.h"
#include "util/buffer_pool.h"
#include "util/failure.h"

namespace cif {

using internal::BufferPool;
using internal::Guard;
using internal::SplitScan;
using internal::TableColumns;

namespace {

/// Ranges of rows start at multiples of it, as most blocks do.
constexpr int64_t kTaskRows = 65536;

/// A range of rows of a split, and what was read of it.
struct Task {
  size_t split = 0;
  int64_t first = 0;
  int64_t rows = 0;

  std::deque<Batch> ready;
  bool is_done = false;
  Status failed;
};

}  // namespace

/// Tasks in the order of their rows. Threads take the next one; the caller empties them in order.
class TableScanner::Impl {
 public:
  Impl(std::shared_ptr<const Table> table, TableScanRequest request, const ReadOptions& options)
      : columns_(std::move(table), std::move(request), options),
        most_ahead_(2 * static_cast<size_t>(columns_.request.threads)) {
    const int threads = columns_.request.threads;
    const std::vector<TableSplit>& splits = columns_.table->splits();
    std::vector<size_t> wanted;
    for (size_t i = 0; i < splits.size(); i++) {
      if (columns_.MayMatch(splits[i])) {
        wanted.push_back(i);
      } else {
        metrics_.rows_pruned += splits[i].split->rows();
      }
    }
    for (size_t i : wanted) {
      AddTasks(i, splits[i].split->rows(), static_cast<int64_t>(wanted.size()));
    }
    try {
      // Out of order the caller is one of the threads. None is started that would find no task.
      const int others = columns_.request.in_order && threads > 1 ? threads : threads - 1;
      for (size_t i = 0; i < std::min(static_cast<size_t>(others), tasks_.size()); i++) {
        threads_.emplace_back([this] { Work(); });
        std::lock_guard<std::mutex> lock(mutex_);
        working_++;
      }
    } catch (const std::system_error&) {
      // The system gives no more threads: those that run will do, or the caller's alone.
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
      if (threads_.empty()) {
        ReadNext(batch);
      } else if (columns_.request.in_order) {
        TakeNext(batch);
      } else {
        TakeAny(batch);
      }
    } catch (...) {
      failed_ = internal::CurrentError();
      throw;
    }
  }

  ScanMetrics metrics() const {
    std::lock_guard<std::mutex> lock(mutex_);
    ScanMetrics all = metrics_;
    if (scan_ != nullptr) {
      Add(scan_->metrics(), &all);
    }
    return all;
  }

 private:
  static void Add(const ScanMetrics& m, ScanMetrics* sum) {
    sum->bytes_read += m.bytes_read;
    sum->blocks_read += m.blocks_read;
    sum->rows_pruned += m.rows_pruned;
    sum->rows_filtered += m.rows_filtered;
  }

  /// Divides the rows of one of `splits` splits: whole for one thread, in small ranges that can wait
  /// for each other in order, else in one range for each thread that would have no split of its own.
  void AddTasks(size_t split, int64_t rows, int64_t splits) {
    const int64_t threads = columns_.request.threads;
    int64_t step = std::max<int64_t>(rows, 1);
    if (threads > 1 && columns_.request.in_order) {
      step = kTaskRows;
    } else if (threads > 1) {
      const int64_t pieces = std::max<int64_t>(1, 2 * threads / splits);
      step = (rows / pieces / kTaskRows + 1) * kTaskRows;
    }
    for (int64_t first = 0; first < rows; first += step) {
      Task& task = tasks_.emplace_back();
      task.split = split;
      task.first = first;
      task.rows = std::min(step, rows - first);
    }
  }

  /// Goes to a task with the scan of its split, which is opened if it is another one.
  void Start(const Task& task, const std::shared_ptr<BufferPool>& pool,
             std::unique_ptr<SplitScan>* scan) {
    if (*scan == nullptr || (*scan)->split() != task.split) {
      Finish(scan);
      *scan = std::make_unique<SplitScan>(columns_, task.split, pool);
    }
    (*scan)->Seek(task.first, task.rows);
  }

  void Finish(std::unique_ptr<SplitScan>* scan) {
    if (*scan != nullptr) {
      std::lock_guard<std::mutex> lock(mutex_);
      Add((*scan)->metrics(), &metrics_);
      scan->reset();
    }
  }

  /// The next rows, read by the caller's thread.
  void ReadNext(Batch* batch) {
    while (current_ < tasks_.size()) {
      if (!is_started_) {
        Start(tasks_[current_], pool_, &scan_);
        is_started_ = true;
      }
      scan_->Next(batch);
      if (batch->rows > 0) {
        return;
      }
      current_++;
      is_started_ = false;
    }
    Finish(&scan_);
  }

  /// Swaps the caller's batch for the first of a queue.
  void Take(std::deque<Batch>* ready, Batch* batch) {
    std::swap(*batch, ready->front());
    free_.push_back(std::move(ready->front()));
    ready->pop_front();
    changed_.notify_all();
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
    for (;;) {
      if (failed_task_ != nullptr) {
        Stop(failed_task_->failed);
      }
      if (!ready_.empty()) {
        return Take(&ready_, batch);
      }
      if (mine_ == nullptr && next_ < tasks_.size()) {
        mine_ = &tasks_[next_++];
        is_started_ = false;
      }
      if (mine_ == nullptr) {
        break;
      }
      lock.unlock();
      if (!is_started_) {
        Start(*mine_, pool_, &scan_);
        is_started_ = true;
      }
      scan_->Next(batch);
      if (batch->rows > 0) {
        return;
      }
      lock.lock();
      mine_ = nullptr;
    }
    lock.unlock();
    Finish(&scan_);
    lock.lock();
    changed_.wait(lock, [&] { return failed_task_ != nullptr || !ready_.empty() || working_ == 0; });
    if (failed_task_ != nullptr) {
      Stop(failed_task_->failed);
    }
    if (!ready_.empty()) {
      Take(&ready_, batch);
    }
  }

  /// What a thread does: tasks, not too far ahead of the caller.
  void Work() {
    std::unique_ptr<SplitScan> scan;
    auto pool = std::make_shared<BufferPool>();
    while (Task* task = NextTask()) {
      Status status = Guard("", "", [&]() -> Status {
        Start(*task, pool, &scan);
        while (ReadInto(scan.get(), task)) {
        }
        return {};
      });
      std::lock_guard<std::mutex> lock(mutex_);
      task->failed = std::move(status);
      task->is_done = true;
      failed_task_ = task->failed.ok() ? failed_task_ : task;
      changed_.notify_all();
    }
    Finish(&scan);
    std::lock_guard<std::mutex> lock(mutex_);
    working_--;
    changed_.notify_all();
  }

  /// The task that comes next, once the caller is near enough; nullptr: no more.
  Task* NextTask() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] {
      return stop_ || next_ == tasks_.size() || !columns_.request.in_order ||
             next_ < current_ + most_ahead_;
    });
    return stop_ || next_ == tasks_.size() ? nullptr : &tasks_[next_++];
  }

  /// Reads a batch; false at the end of the task's rows or of the scan.
  bool ReadInto(SplitScan* scan, Task* task) {
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
    scan->Next(&batch);
    const bool has_rows = batch.rows > 0;
    std::lock_guard<std::mutex> lock(mutex_);
    if (has_rows) {
      (columns_.request.in_order ? task->ready : ready_).push_back(std::move(batch));
      changed_.notify_all();
    } else {
      free_.push_back(std::move(batch));
    }
    return has_rows;
  }

  TableColumns columns_;
  size_t most_ahead_;  ///< tasks or batches that may wait for the caller
  std::vector<std::thread> threads_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  int working_ = 0;          ///< threads that have not ended
  size_t next_ = 0;          ///< the task that a thread takes next
  size_t current_ = 0;       ///< the task that the caller empties
  bool is_started_ = false;  ///< the caller's scan is at its task
  std::shared_ptr<BufferPool> pool_ = std::make_shared<BufferPool>();
  std::unique_ptr<SplitScan> scan_;  ///< the caller's own
  const Task* mine_ = nullptr;       ///< the task that the caller reads out of order
  std::deque<Batch> ready_;          ///< of all tasks, if they need not come in order
  const Task* failed_task_ = nullptr;
  std::vector<Batch> free_;          ///< memory to use again
  bool stop_ = false;
  Status failed_;
  ScanMetrics metrics_;
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

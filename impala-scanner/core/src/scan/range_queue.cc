#include "scan/range_queue.h"

#include "scan/batch.h"
#include "scan/read_plan.h"

namespace cif::internal {

void RangeQueue::Add(const RowRange& range) {
  if (range.rows > 0) {
    tasks_.push_back(range);
    most_threads_ += (range.rows - 1) / std::max(step_, kRangeRows) + 1;
  }
}

bool RangeQueue::Take(size_t* task, RowRange* range) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (*task == kNone || tasks_[*task].rows == 0) {
    *task = next_ < tasks_.size() ? next_++ : Steal();
    if (*task == kNone) {
      return false;
    }
  }
  RowRange& left = tasks_[*task];
  *range = left;
  range->rows = std::min(left.rows, step_);
  left.first += range->rows;
  left.rows -= range->rows;
  return true;
}

size_t RangeQueue::Steal() {
  size_t greatest = kNone;
  for (size_t i = 0; i < tasks_.size(); i++) {
    if (greatest == kNone || tasks_[i].rows > tasks_[greatest].rows) {
      greatest = i;
    }
  }
  if (greatest == kNone || tasks_[greatest].rows < 2 * kRangeRows) {
    return kNone;
  }
  RowRange& left = tasks_[greatest];
  const int64_t half = left.rows / 2 / kRangeRows * kRangeRows;
  left.rows -= half;
  tasks_.push_back({left.split, left.first + left.rows, half});
  next_ = tasks_.size();
  return next_ - 1;
}

void RangeReader::Start(const RowRange& range, std::shared_ptr<const DisjunctsLeft> left) {
  if (scan_ == nullptr || scan_->split() != range.split) {
    Finish();
    scan_ = std::make_unique<SplitScan>(columns_, range.split, pool_, cancelled_, std::move(left),
                                        plan_);
  }
  rows_ += range.rows;
  scan_->Seek(range.first, range.rows);
}

void RangeReader::Finish() {
  if (scan_ != nullptr) {
    AddMetrics(scan_->metrics(), &finished_);
    if (plan_ != nullptr) {
      plan_->End(*scan_, rows_);
    }
    scan_.reset();
    rows_ = 0;
  }
}

ScanMetrics RangeReader::metrics() const {
  ScanMetrics all = finished_;
  if (scan_ != nullptr) {
    AddMetrics(scan_->metrics(), &all);
  }
  return all;
}

void QueueReader::Next(Batch* batch) {
  for (;;) {
    if (!is_started_) {
      RowRange range;
      if (!queue_->Take(&task_, &range)) {
        batch->rows = 0;
        ranges_.Finish();
        return;
      }
      ranges_.Start(range);
      is_started_ = true;
    }
    ranges_.Next(batch);
    if (batch->rows > 0) {
      return;
    }
    is_started_ = false;
  }
}

}  // namespace cif::internal

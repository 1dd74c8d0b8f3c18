#include "scan/read_plan.h"

#include <exception>
#include <utility>

#include "util/failure.h"

namespace cif::internal {

std::unique_ptr<ReadPlan> ReadPlan::Of(const TableColumns& columns) {
  const std::vector<TableSplit>& all = columns.table->splits();
  // Look-ups read little of a split, and use its filters by themselves.
  if (all.empty() || columns.request.kept != nullptr ||
      all.front().split->file_system().costs().requests <= 1) {
    return nullptr;
  }
  std::vector<size_t> splits;
  ScanMetrics others;
  columns.ForEachSplit(&others, [&](const RowRange& rows) { splits.push_back(rows.split); });
  std::unique_ptr<ReadPlan> plan(new ReadPlan(columns, std::move(splits)));
  plan->ahead_->Start([of = plan.get()] { return of->PlanNext(); });
  return plan;
}

ReadPlan::ReadPlan(const TableColumns& columns, std::vector<size_t> splits)
    : columns_(columns),
      splits_(std::move(splits)),
      ahead_(std::make_shared<ReadAhead>(columns.table->splits().front().split->file_system(),
                                         columns.request.read_ahead_bytes)),
      planned_(columns.table->splits().size()) {
  for (size_t split : splits_) {
    planned_[split].rows_left = columns_.RowsOf(split).rows;
  }
}

ReadPlan::~ReadPlan() {
  stop_ = true;
  ahead_->Stop();
}

std::shared_ptr<const SplitPlan> ReadPlan::Begin(size_t split, int64_t* bytes_read) {
  std::unique_lock<std::mutex> lock(mutex_);
  PlannedSplit& planned = planned_[split];
  if (planned.state == State::kWaits) {
    Plan(split, &lock);
  }
  changed_.wait(lock, [&] { return planned.state == State::kDone; });
  Expect(&planned);
  if (planned.plan != nullptr && !std::exchange(planned.is_counted, true)) {
    *bytes_read += planned.plan->bytes_read;
  }
  return planned.plan;
}

void ReadPlan::End(const SplitScan& scan, int64_t rows) noexcept {
  try {
    Learn(scan);
    std::unique_lock<std::mutex> lock(mutex_);
    PlannedSplit& planned = planned_[scan.split()];
    planned.rows_left -= rows;
    if (planned.rows_left > 0) {
      return;
    }
    planned.plan.reset();
    lock.unlock();
    ahead_->Forget(columns_.table->splits()[scan.split()].split->folder());
  } catch (const std::exception&) {
  }
}

void ReadPlan::Learn(const SplitScan& scan) {
  const std::vector<Scanner::Use> uses = scan.uses();
  std::lock_guard<std::mutex> lock(mutex_);
  for (const Scanner::Use& use : uses) {
    Scanner::Use& all = uses_[use.projection.ToString()];
    all.rows_read += use.rows_read;
    all.rows_left += use.rows_left;
  }
}

bool ReadPlan::IsLikely(const Projection& projection) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = uses_.find(projection.ToString());
  return found != uses_.end() && found->second.rows_left > 0 &&
         2 * found->second.rows_read >= found->second.rows_left;
}

bool ReadPlan::PlanNext() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (next_ < splits_.size() && planned_[splits_[next_]].state != State::kWaits) {
    next_++;
  }
  if (next_ < splits_.size()) {
    Plan(splits_[next_++], &lock);
  }
  return next_ < splits_.size();
}

void ReadPlan::Plan(size_t split, std::unique_lock<std::mutex>* lock) {
  planned_[split].state = State::kIsPlanned;
  lock->unlock();
  auto plan = Guard("", "", [&]() -> Result<std::shared_ptr<SplitPlan>> {
    return PlanSplit(
        columns_, split, ahead_, [this] { return stop_.load(); },
        [this](const Projection& projection) { return IsLikely(projection); });
  });
  lock->lock();
  PlannedSplit& planned = planned_[split];
  if (plan.ok()) {
    planned.ranges = std::move((*plan)->ranges);
    planned.plan = std::move(*plan);
  }
  planned.state = State::kDone;
  while (expected_ < splits_.size() && planned_[splits_[expected_]].state == State::kDone) {
    Expect(&planned_[splits_[expected_++]]);
  }
  changed_.notify_all();
}

void ReadPlan::Expect(PlannedSplit* planned) noexcept {
  try {
    ahead_->Expect(std::exchange(planned->ranges, {}));
  } catch (const std::exception&) {
    // The readers of the rows read them.
  }
}

}  // namespace cif::internal

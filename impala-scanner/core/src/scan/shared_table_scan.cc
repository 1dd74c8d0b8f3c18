#include <mutex>
#include <utility>

#include "cif/table.h"
#include "scan/batch.h"
#include "scan/range_queue.h"
#include "scan/read_plan.h"
#include "util/failure.h"
#include "util/process.h"

namespace cif {

using internal::Guard;

class SharedTableScan::Impl {
 public:
  Impl(std::shared_ptr<const Table> table, TableScanRequest request, const ReadOptions& options)
      : columns_(std::move(table), std::move(request), options),
        queue_(columns_.request.threads),
        plan_(internal::ReadPlan::Of(columns_)) {
    columns_.ForEachSplit(&metrics_, [this](const internal::RowRange& rows) { queue_.Add(rows); });
  }

  /// True in the process that opened the scan. Another process finds the scan as its threads left
  /// it.
  bool IsOwner() const { return process_.IsCurrent(); }

  const internal::TableColumns& columns() const { return columns_; }
  internal::ReadPlan* plan() { return plan_.get(); }
  internal::RangeQueue* queue() { return &queue_; }

  void Add(const ScanMetrics& metrics) {
    std::lock_guard<std::mutex> lock(mutex_);
    internal::AddMetrics(metrics, &metrics_);
  }

  ScanMetrics metrics() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return metrics_;
  }

 private:
  const internal::OwnerProcess process_;
  internal::TableColumns columns_;
  internal::RangeQueue queue_;
  std::unique_ptr<internal::ReadPlan> plan_;
  mutable std::mutex mutex_;
  ScanMetrics metrics_;
};

class SharedTableScan::Reader::Impl {
 public:
  explicit Impl(SharedTableScan::Impl* scan)
      : scan_(scan),
        reader_(scan->columns(), scan->plan(), scan->queue(), scan->columns().options.cancelled) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { scan_->Add(reader_.metrics()); }

  bool IsOwner() const { return process_.IsCurrent(); }

  Status Next(Batch* batch) {
    if (failed_.ok()) {
      failed_ = Guard(scan_->columns().table->root(), "", [&]() -> Status {
        if (!IsOwner()) {
          internal::FailOfOtherProcess();
        }
        internal::ClearBatch(scan_->columns().types, scan_->columns().options.strings, batch);
        reader_.Next(batch);
        return {};
      });
    }
    return failed_.ok() ? Status() : Status(failed_.error());
  }

 private:
  const internal::OwnerProcess process_;
  SharedTableScan::Impl* scan_;
  internal::QueueReader reader_;
  Status failed_;
};

SharedTableScan::Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SharedTableScan::Reader::~Reader() {
  if (!impl_->IsOwner()) {
    static_cast<void>(impl_.release());
  }
}

Status SharedTableScan::Reader::Next(Batch* batch) { return impl_->Next(batch); }

SharedTableScan::SharedTableScan(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SharedTableScan::~SharedTableScan() {
  if (!impl_->IsOwner()) {
    static_cast<void>(impl_.release());
  }
}

Result<std::unique_ptr<SharedTableScan>> SharedTableScan::Open(std::shared_ptr<const Table> table,
                                                               TableScanRequest request,
                                                               const ReadOptions& options) {
  const std::shared_ptr<const Table> kept = table;
  return Guard(kept->root(), "", [&]() -> Result<std::unique_ptr<SharedTableScan>> {
    auto impl = std::make_unique<Impl>(std::move(table), std::move(request), options);
    return std::unique_ptr<SharedTableScan>(new SharedTableScan(std::move(impl)));
  });
}

const std::vector<Type>& SharedTableScan::types() const { return impl_->columns().types; }

Result<std::unique_ptr<SharedTableScan::Reader>> SharedTableScan::NewReader() {
  return Guard(impl_->columns().table->root(), "", [&]() -> Result<std::unique_ptr<Reader>> {
    if (!impl_->IsOwner()) {
      internal::FailOfOtherProcess();
    }
    return std::unique_ptr<Reader>(new Reader(std::make_unique<Reader::Impl>(impl_.get())));
  });
}

ScanMetrics SharedTableScan::metrics() const {
  return impl_->IsOwner() ? impl_->metrics() : ScanMetrics();
}

}  // namespace cif

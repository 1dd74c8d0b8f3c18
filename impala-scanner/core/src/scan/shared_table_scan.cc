#include <mutex>
#include <utility>

#include "cif/table.h"
#include "scan/batch.h"
#include "scan/read_plan.h"
#include "scan/row_steps.h"
#include "util/failure.h"
#include "util/process.h"

namespace cif {

using internal::Guard;

class SharedTableScan::Impl {
 public:
  Impl(std::shared_ptr<const Table> table, TableScanRequest request, const ReadOptions& options)
      : columns_(std::move(table), std::move(request), options),
        steps_(columns_.request.threads),
        plan_(internal::ReadPlan::Of(columns_)) {
    columns_.ForEachSplit(&metrics_,
                          [this](size_t split, int64_t rows) { steps_.Add(split, rows); });
  }

  /// True in the process that opened the scan. Another process finds the scan as its threads left
  /// it.
  bool IsHome() const { return home_.IsHere(); }

  const internal::TableColumns& columns() const { return columns_; }
  internal::ReadPlan* plan() { return plan_.get(); }
  internal::RowSteps* steps() { return &steps_; }

  void Add(const ScanMetrics& metrics) {
    std::lock_guard<std::mutex> lock(mutex_);
    internal::AddMetrics(metrics, &metrics_);
  }

  ScanMetrics metrics() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return metrics_;
  }

 private:
  const internal::HomeProcess home_;
  internal::TableColumns columns_;
  internal::RowSteps steps_;
  std::unique_ptr<internal::ReadPlan> plan_;
  mutable std::mutex mutex_;
  ScanMetrics metrics_;
};

class SharedTableScan::Reader::Impl {
 public:
  explicit Impl(SharedTableScan::Impl* scan)
      : scan_(scan),
        reader_(scan->columns(), scan->plan(), scan->steps(), scan->columns().options.cancelled) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { scan_->Add(reader_.metrics()); }

  bool IsHome() const { return home_.IsHere(); }

  Status Next(Batch* batch) {
    if (failed_.ok()) {
      failed_ = Guard(scan_->columns().table->root(), "", [&]() -> Status {
        if (!IsHome()) {
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
  const internal::HomeProcess home_;
  SharedTableScan::Impl* scan_;
  internal::StepReader reader_;
  Status failed_;
};

SharedTableScan::Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SharedTableScan::Reader::~Reader() {
  if (!impl_->IsHome()) {
    static_cast<void>(impl_.release());
  }
}

Status SharedTableScan::Reader::Next(Batch* batch) { return impl_->Next(batch); }

SharedTableScan::SharedTableScan(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SharedTableScan::~SharedTableScan() {
  if (!impl_->IsHome()) {
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
    if (!impl_->IsHome()) {
      internal::FailOfOtherProcess();
    }
    return std::unique_ptr<Reader>(new Reader(std::make_unique<Reader::Impl>(impl_.get())));
  });
}

ScanMetrics SharedTableScan::metrics() const {
  return impl_->IsHome() ? impl_->metrics() : ScanMetrics();
}

}  // namespace cif

#include "scan/split_scan.h"

#include <algorithm>
#include <string>
#include <utility>

#include "scan/condition.h"
#include "util/failure.h"
#include "vector/fill.h"

namespace cif::internal {

TableColumns::TableColumns(std::shared_ptr<const Table> read, TableScanRequest wanted,
                           const ReadOptions& how)
    : table(std::move(read)), request(std::move(wanted)), options(how) {
  if (request.threads < 1) {
    Fail(ErrorCode::kInvalidArgument, std::to_string(request.threads) + " threads");
  }
  if (request.max_ahead_bytes < 1) {
    Fail(ErrorCode::kInvalidArgument, "threads that may read " +
                                          std::to_string(request.max_ahead_bytes) + " bytes ahead");
  }
  for (const Projection& projection : request.columns) {
    types.push_back(Check(table->TypeOf(projection)));
  }
  predicate_types = TypesOf(request.predicate);
  for (const Predicate& one : request.any_of) {
    any_of_types.push_back(TypesOf(one));
  }
}

std::vector<Type> TableColumns::TypesOf(const Predicate& conditions) const {
  std::vector<Type> of_files;
  for (const Condition& condition : conditions) {
    Type type = Check(table->TypeOf(condition.target));
    CheckCondition(condition, type);
    if (PartitionOf(condition.target) < 0) {
      of_files.push_back(std::move(type));
    }
  }
  return of_files;
}

int TableColumns::PartitionOf(const Projection& projection) const {
  const Schema& schema = table->schema();
  int first = static_cast<int>(schema.columns.size() - table->partition_columns());
  return std::max(schema.Find(projection.column) - first, -1);
}

bool TableColumns::MayMatch(const TableSplit& split) const {
  return HoldInFolders(request.predicate, split) &&
         (request.any_of.empty() ||
          std::any_of(request.any_of.begin(), request.any_of.end(),
                      [&](const Predicate& one) { return HoldInFolders(one, split); }));
}

bool TableColumns::HoldInFolders(const Predicate& conditions, const TableSplit& split) const {
  for (const Condition& condition : conditions) {
    int partition = PartitionOf(condition.target);
    if (partition < 0) {
      continue;
    }
    Vector value(Check(table->TypeOf(condition.target)));
    AppendCopies(&value, split.partition[static_cast<size_t>(partition)], 1);
    std::vector<int32_t> slots;
    SelectSlots(condition, value, &slots);
    if (slots.empty()) {
      return false;
    }
  }
  return true;
}

Predicate TableColumns::OfFiles(const Predicate& conditions) const {
  Predicate of_files;
  for (const Condition& condition : conditions) {
    if (PartitionOf(condition.target) < 0) {
      of_files.push_back(condition);
    }
  }
  return of_files;
}

void TableColumns::TakeConditions(const TableSplit& split, ScanRequest* to) const {
  to->predicate = OfFiles(request.predicate);
  to->predicate_types = predicate_types;
  for (size_t i = 0; i < request.any_of.size(); i++) {
    if (!HoldInFolders(request.any_of[i], split)) {
      continue;
    }
    to->any_of.push_back(OfFiles(request.any_of[i]));
    to->any_of_types.push_back(any_of_types[i]);
    if (to->any_of.back().empty()) {
      // It holds in every row of the split.
      to->any_of.clear();
      to->any_of_types.clear();
      return;
    }
  }
}

SplitScan::SplitScan(const TableColumns& columns, size_t split, std::shared_ptr<BufferPool> pool,
                     std::function<bool()> cancelled)
    : columns_(columns), split_(split) {
  ScanRequest request;
  for (size_t i = 0; i < columns.types.size(); i++) {
    const Projection& projection = columns.request.columns[i];
    partitions_.push_back(columns.PartitionOf(projection));
    if (partitions_.back() < 0) {
      request.columns.push_back(projection);
      request.types.push_back(columns.types[i]);
      stored_.columns.emplace_back(columns.types[i]);
    }
  }
  const TableSplit& of = columns.table->splits()[split];
  columns.TakeConditions(of, &request);
  ReadOptions options = columns.options;
  options.pool = std::move(pool);
  options.cancelled = std::move(cancelled);
  scanner_ = Check(Scanner::Open(of.split, std::move(request), options));
}

void SplitScan::Seek(int64_t first, int64_t count) { Check(scanner_->Seek(first, count)); }

void SplitScan::Next(Batch* batch) {
  // The caller's vectors lend their memory to the scanner and get it back with the rows.
  auto exchange = [&] {
    size_t next = 0;
    for (size_t i = 0; i < partitions_.size(); i++) {
      if (partitions_[i] < 0) {
        std::swap(batch->columns[i], stored_.columns[next++]);
      }
    }
  };
  exchange();
  Status status = scanner_->Next(&stored_);
  exchange();
  Check(std::move(status));
  batch->rows = stored_.rows;
  for (size_t i = 0; i < partitions_.size(); i++) {
    if (partitions_[i] < 0) {
      continue;
    }
    batch->columns[i].Clear();
    const TableSplit& split = columns_.table->splits()[split_];
    AppendCopies(&batch->columns[i], split.partition[static_cast<size_t>(partitions_[i])],
                 batch->rows);
  }
}

}  // namespace cif::internal

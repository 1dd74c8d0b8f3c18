#include "scan/split_scan.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "scan/batch.h"
#include "scan/condition.h"
#include "scan/split_alternatives.h"
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
  const std::vector<Type> of_conditions = TypesOf(request.predicate);
  for (size_t i = 0; i < request.predicate.size(); i++) {
    if (PartitionOf(request.predicate[i].target) < 0) {
      predicate_types.push_back(of_conditions[i]);
    }
  }
  if (!request.any_of.empty()) {
    alternatives = MakeAlternatives(std::move(request.any_of));
    request.any_of.clear();
  }
}

std::vector<Type> TableColumns::TypesOf(const Predicate& conditions) const {
  std::vector<Type> all;
  for (const Condition& condition : conditions) {
    all.push_back(Check(table->TypeOf(condition.target)));
    CheckCondition(condition, all.back());
  }
  return all;
}

std::shared_ptr<const Alternatives> TableColumns::MakeAlternatives(
    std::vector<Predicate> any_of) const {
  std::vector<std::vector<Type>> of_conditions;
  for (const Predicate& one : any_of) {
    of_conditions.push_back(TypesOf(one));
  }
  return std::make_shared<Alternatives>(
      std::move(any_of), of_conditions,
      [this](const Projection& projection) { return PartitionOf(projection); });
}

int TableColumns::PartitionOf(const Projection& projection) const {
  const Schema& schema = table->schema();
  int first = static_cast<int>(schema.columns.size() - table->partition_columns());
  return std::max(schema.Find(projection.column) - first, -1);
}

bool TableColumns::MayMatch(const TableSplit& split) const {
  return HoldInFolders(request.predicate, split) &&
         (alternatives == nullptr || !alternatives->has_partitions() ||
          InFolders(alternatives, split.partition).count() > 0);
}

bool TableColumns::HoldInFolders(const Predicate& conditions, const TableSplit& split) const {
  for (const Condition& condition : conditions) {
    int partition = PartitionOf(condition.target);
    if (partition < 0) {
      continue;
    }
    if (!Holds(condition, Check(table->TypeOf(condition.target)),
               split.partition[static_cast<size_t>(partition)])) {
      return false;
    }
  }
  return true;
}

void TableColumns::TakeConditions(const TableSplit& split, ScanRequest* to) const {
  for (const Condition& condition : request.predicate) {
    if (PartitionOf(condition.target) < 0) {
      to->predicate.push_back(condition);
    }
  }
  to->predicate_types = predicate_types;
  if (alternatives != nullptr && to->left == nullptr) {
    to->left = std::make_shared<AlternativesLeft>(InFolders(alternatives, split.partition));
  }
}

AlternativesLeft TableColumns::Narrow(size_t split, int64_t* bytes_read) const {
  static const Filters kNoFilters;
  const TableSplit& of = table->splits()[split];
  KeptSplit& known = *(*request.kept)[split];
  AlternativesLeft left = InFolders(alternatives, of.partition);
  const SplitAlternatives here(*of.split, left);
  if (here.groups().empty()) {
    left.rows = RowRanges(0, of.split->rows());
    return left;
  }
  std::map<int, std::shared_ptr<const Footer>> footers;
  Pruner pruner(*of.split, options.use_filters ? known.filters() : kNoFilters,
                [&](int column) -> const Footer& {
                  std::shared_ptr<const Footer>& footer = footers[column];
                  if (footer == nullptr) {
                    footer = known.FooterOf(column, bytes_read);
                  }
                  return *footer;
                });
  left = here.Prune(&pruner, {}, RowRanges(0, of.split->rows()));
  *bytes_read += pruner.bytes_read();
  return left;
}

bool TableColumns::IsNarrowedAtOnce(size_t split) const {
  constexpr size_t kFewKeys = 100;
  const Split& of = *table->splits()[split].split;
  std::vector<int> columns;
  for (const Alternatives::Group& group : alternatives->groups()) {
    for (size_t i = group.partitions(); i < group.targets.size(); i++) {
      const int column = of.schema().Find(group.targets[i].projection.column);
      if (column >= 0) {
        columns.push_back(column);
      }
    }
  }
  return alternatives->count() <= kFewKeys &&
         (*request.kept)[split]->Knows(columns, options.use_filters);
}

SplitScan::SplitScan(const TableColumns& columns, size_t split, std::shared_ptr<BufferPool> pool,
                     std::function<bool()> cancelled,
                     std::shared_ptr<const AlternativesLeft> left)
    : columns_(columns), split_(split) {
  ReadOptions options = columns.options;
  ScanRequest request;
  request.left = std::move(left);
  if (columns.request.kept != nullptr) {
    if (cancelled && cancelled()) {
      Fail(ErrorCode::kCancelled, "the look-up was cancelled");
    }
    if (request.left == nullptr) {
      request.left =
          std::make_shared<AlternativesLeft>(columns.Narrow(split, &metrics_.bytes_read));
    }
    if (request.left->rows->empty()) {
      return;
    }
    options.kept_footers = (*columns.request.kept)[split]->footers();
  }
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
  options.pool = std::move(pool);
  options.cancelled = std::move(cancelled);
  scanner_ = Check(Scanner::Open(of.split, std::move(request), options));
}

ScanMetrics SplitScan::metrics() const {
  ScanMetrics all = metrics_;
  if (scanner_ != nullptr) {
    AddMetrics(scanner_->metrics(), &all);
  }
  return all;
}

void SplitScan::Seek(int64_t first, int64_t count) {
  if (scanner_ != nullptr) {
    Check(scanner_->Seek(first, count));
  } else {
    metrics_.rows_pruned += count;
  }
}

void SplitScan::Next(Batch* batch) {
  if (scanner_ == nullptr) {
    batch->rows = 0;
    return;
  }
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

#include "scan/split_scan.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "file/deletes_file.h"
#include "scan/batch.h"
#include "scan/leaf.h"
#include "scan/read_plan.h"
#include "scan/split_disjunction.h"
#include "util/failure.h"
#include "vector/fill.h"

namespace cif::internal {
namespace {

/// Returns true if a condition is the same for all rows: true for kAnd, never true otherwise.
bool IsConstant(const Predicate& condition) {
  return !IsLeaf(condition.op) && condition.conditions.empty();
}

}  // namespace

TableColumns::TableColumns(std::shared_ptr<const Table> read, TableScanRequest wanted,
                           const ReadOptions& how)
    : table(std::move(read)), request(std::move(wanted)), options(how) {
  if (request.threads < 1) {
    Fail(ErrorCode::kInvalidArgument, std::to_string(request.threads) + " threads");
  }
  if (request.max_ahead_bytes < 1) {
    Fail(ErrorCode::kInvalidArgument,
         "threads that may read " + std::to_string(request.max_ahead_bytes) + " bytes ahead");
  }
  if (request.read_ahead_bytes < 1) {
    Fail(ErrorCode::kInvalidArgument,
         "files of which " + std::to_string(request.read_ahead_bytes) + " bytes may be read ahead");
  }
  for (const Projection& projection : request.columns) {
    types.push_back(Check(table->TypeOf(projection)));
  }
  for (Predicate& condition : request.predicate) {
    SetTypes(&condition);
  }
  if (!request.any_of.empty()) {
    for (Conjunction& one : request.any_of) {
      std::for_each(one.begin(), one.end(), [this](Predicate& condition) { SetTypes(&condition); });
    }
    disjunction = std::make_shared<Disjunction>(
        std::move(request.any_of),
        [this](const Projection& projection) { return PartitionOf(projection); });
    request.any_of.clear();
    const auto& groups = disjunction->groups();
    has_constants_ = disjunction->has_partitions() ||
                     (!table->defaults().empty() &&
                      std::any_of(groups.begin(), groups.end(), [this](const auto& group) {
                        return std::any_of(group.targets.begin(), group.targets.end(),
                                           [this](const Disjunction::Target& target) {
                                             return HasDefault(target.projection);
                                           });
                      }));
  }
  DivideRows();
}

bool TableColumns::IsCounted(const TableSplit& split) const {
  return disjunction == nullptr &&
         std::all_of(request.columns.begin(), request.columns.end(),
                     [&](const Projection& one) { return ConstantIn(split, one) != nullptr; }) &&
         std::all_of(request.predicate.begin(), request.predicate.end(),
                     [&](const Predicate& one) { return IsConstant(InSplit(one, true, split)); });
}

RowRange TableColumns::InFiles(const RowRange& live) {
  const Split& split = *table->splits()[live.split].split;
  if (live.first == 0 && live.rows == split.live_rows()) {
    return {live.split, 0, split.rows()};
  }
  int64_t bytes_read = 0;
  const auto deleted = divided_.emplace_back(DeletedRowsOf(split, &bytes_read));
  const int64_t first = deleted->RowOf(live.first);
  return {live.split, first, deleted->RowOf(live.first + live.rows) - first};
}

void TableColumns::DivideRows() {
  const int64_t all = table->schema().rows;
  if (request.first_row < 0 || request.first_row > all) {
    Fail(ErrorCode::kInvalidArgument,
         "row " + std::to_string(request.first_row) + " of " + std::to_string(all));
  }
  int64_t skipped = request.first_row;
  int64_t left = all - request.first_row;
  if (request.row_count >= 0) {
    left = std::min(left, request.row_count);
  }
  for (size_t i = 0; i < table->splits().size(); i++) {
    const TableSplit& split = table->splits()[i];
    const int64_t rows = split.split->live_rows();
    RowRange& range = rows_.emplace_back();
    range.split = i;
    range.first = std::min(skipped, rows);
    range.rows = std::min(left, rows - range.first);
    skipped -= range.first;
    left -= range.rows;
    if (range.rows > 0 && rows < split.split->rows() && !IsCounted(split)) {
      range = InFiles(range);
    }
  }
}

void TableColumns::SetTypes(Predicate* condition) const {
  if (!IsLeaf(condition->op)) {
    CheckCombined(*condition);
    for (Predicate& one : condition->conditions) {
      SetTypes(&one);
    }
    return;
  }
  condition->type = Check(table->TypeOf(condition->target));
  CheckLeaf(*condition, *condition->type);
}

Predicate TableColumns::InSplit(const Predicate& condition, bool truth,
                                const TableSplit& split) const {
  if (condition.op == Op::kNot) {
    return InSplit(condition.conditions[0], !truth, split);
  }
  if (IsLeaf(condition.op)) {
    const std::optional<Literal>* constant = ConstantIn(split, condition.target);
    if (constant == nullptr) {
      return truth ? condition : Not(condition);
    }
    return Holds(condition, truth, *condition.type, *constant) ? And({}) : Or({});
  }
  const bool are_all = truth == (condition.op == Op::kAnd);
  std::vector<Predicate> left;
  for (const Predicate& one : condition.conditions) {
    Predicate here = InSplit(one, truth, split);
    if (!IsConstant(here)) {
      left.push_back(std::move(here));
    } else if ((here.op == Op::kAnd) != are_all) {
      return here;
    }
  }
  return are_all ? And(std::move(left)) : Or(std::move(left));
}

int TableColumns::PartitionOf(const Projection& projection) const {
  const Schema& schema = table->schema();
  int first = static_cast<int>(schema.columns.size() - table->partition_columns());
  return std::max(schema.Find(projection.column) - first, -1);
}

bool TableColumns::HasDefault(const Projection& projection) const {
  const std::vector<std::optional<Literal>>& defaults = table->defaults();
  const int column = defaults.empty() ? -1 : table->schema().Find(projection.column);
  return column >= 0 && static_cast<size_t>(column) < defaults.size() &&
         defaults[static_cast<size_t>(column)];
}

const std::optional<Literal>* TableColumns::ConstantIn(const TableSplit& split,
                                                       const Projection& projection) const {
  if (const int partition = PartitionOf(projection); partition >= 0) {
    return &split.partition[static_cast<size_t>(partition)];
  }
  if (!HasDefault(projection) || split.split->schema().Find(projection.column) >= 0) {
    return nullptr;
  }
  return &table->defaults()[static_cast<size_t>(table->schema().Find(projection.column))];
}

DisjunctsLeft TableColumns::DisjunctsOf(const TableSplit& split) const {
  DisjunctsLeft left = InFolders(disjunction, split.partition);
  if (!table->defaults().empty()) {
    Decide(&left, [&](const Projection& projection) { return ConstantIn(split, projection); });
  }
  return left;
}

bool TableColumns::IsOnConstants(const Predicate& condition) const {
  return IsLeaf(condition.op)
             ? PartitionOf(condition.target) >= 0 || HasDefault(condition.target)
             : condition.conditions.empty() ||
                   std::any_of(condition.conditions.begin(), condition.conditions.end(),
                               [this](const Predicate& one) { return IsOnConstants(one); });
}

bool TableColumns::MayMatch(const TableSplit& split) const {
  return std::all_of(request.predicate.begin(), request.predicate.end(),
                     [&](const Predicate& condition) {
                       // Most conditions are on columns in files and need no copy.
                       if (!IsOnConstants(condition)) {
                         return true;
                       }
                       const Predicate here = InSplit(condition, true, split);
                       return !IsConstant(here) || here.op == Op::kAnd;
                     }) &&
         (disjunction == nullptr || !has_constants_ || DisjunctsOf(split).count() > 0);
}

ScanRequest TableColumns::RequestOf(size_t split) const {
  const TableSplit& of = table->splits()[split];
  ScanRequest in_files;
  in_files.first_row = RowsOf(split).first;
  in_files.row_count = RowsOf(split).rows;
  in_files.counts_live_rows = of.split->deletes() != nullptr && IsCounted(of);
  for (size_t i = 0; i < types.size(); i++) {
    if (ConstantIn(of, request.columns[i]) == nullptr) {
      in_files.columns.push_back(request.columns[i]);
      in_files.types.push_back(types[i]);
    }
  }
  for (const Predicate& condition : request.predicate) {
    Predicate here = InSplit(condition, true, of);
    if (!IsConstant(here)) {
      in_files.predicate.push_back(std::move(here));
    }
  }
  if (disjunction != nullptr && request.kept == nullptr) {
    in_files.left = std::make_shared<DisjunctsLeft>(DisjunctsOf(of));
  }
  return in_files;
}

DisjunctsLeft TableColumns::Narrow(size_t split, int64_t* bytes_read) const {
  static const Filters kNoFilters;
  const TableSplit& of = table->splits()[split];
  SplitCache& known = *(*request.kept)[split];
  DisjunctsLeft left = DisjunctsOf(of);
  const SplitDisjunction here(*of.split, left);
  if (here.groups().empty()) {
    left.rows = RowRanges(0, of.split->rows());
    return left;
  }
  std::map<int, std::shared_ptr<const Footer>> footers;
  BlockPruner by_blocks(*of.split, [&](int column) -> const Footer& {
    std::shared_ptr<const Footer>& footer = footers[column];
    if (footer == nullptr) {
      footer = known.FooterOf(column, bytes_read);
    }
    return *footer;
  });
  FilterPruner by_filters(*of.split, options.use_filters ? known.filters() : kNoFilters);
  left = here.Prune(&by_blocks, &by_filters, {}, RowRanges(0, of.split->rows()));
  *bytes_read += by_blocks.bytes_read() + by_filters.bytes_read();
  return left;
}

bool TableColumns::IsNarrowedAtOnce(size_t split) const {
  constexpr size_t kFewKeys = 100;
  const Split& of = *table->splits()[split].split;
  std::vector<int> columns;
  for (const Disjunction::Group& group : disjunction->groups()) {
    for (size_t i = group.partitions(); i < group.targets.size(); i++) {
      const int column = of.schema().Find(group.targets[i].projection.column);
      if (column >= 0) {
        columns.push_back(column);
      }
    }
  }
  return disjunction->count() <= kFewKeys &&
         (*request.kept)[split]->Knows(columns, options.use_filters);
}

SplitScan::SplitScan(const TableColumns& columns, size_t split, std::shared_ptr<BufferPool> pool,
                     std::function<bool()> cancelled, std::shared_ptr<const DisjunctsLeft> left,
                     ReadPlan* plan)
    : columns_(columns), split_(split) {
  ReadOptions options = columns.options;
  ScanRequest request = columns.RequestOf(split);
  if (columns.request.kept != nullptr) {
    if (cancelled && cancelled()) {
      Fail(ErrorCode::kCancelled, "the look-up was cancelled");
    }
    request.left =
        left != nullptr
            ? std::move(left)
            : std::make_shared<DisjunctsLeft>(columns.Narrow(split, &metrics_.bytes_read));
    if (request.left->rows->empty()) {
      return;
    }
    options.footer_cache = (*columns.request.kept)[split]->footers();
    deleted_ = (*columns.request.kept)[split]->DeletedRowsOfSplit(&metrics_.bytes_read);
  } else if (plan != nullptr) {
    request.plan = plan->Begin(split, &metrics_.bytes_read);
    options.ahead = plan->ahead();
  }
  for (const Projection& projection : columns.request.columns) {
    constants_.push_back(columns.ConstantIn(columns.table->splits()[split], projection));
  }
  for (const Type& type : request.types) {
    stored_.columns.emplace_back(type, columns.options.strings);
  }
  options.pool = std::move(pool);
  options.cancelled = std::move(cancelled);
  scanner_ =
      Check(Scanner::Open(columns.table->splits()[split].split, std::move(request), options));
}

std::shared_ptr<SplitPlan> PlanSplit(const TableColumns& columns, size_t split,
                                     std::shared_ptr<ReadAhead> ahead,
                                     std::function<bool()> cancelled,
                                     const std::function<bool(const Projection&)>& is_likely) {
  ReadOptions options = columns.options;
  options.ahead = std::move(ahead);
  options.cancelled = std::move(cancelled);
  const auto scanner =
      Check(Scanner::Open(columns.table->splits()[split].split, columns.RequestOf(split), options));
  return Check(scanner->Plan(is_likely));
}

std::vector<Scanner::Use> SplitScan::uses() const {
  return scanner_ == nullptr ? std::vector<Scanner::Use>() : scanner_->uses();
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
    for (size_t i = 0; i < constants_.size(); i++) {
      if (constants_[i] == nullptr) {
        std::swap(batch->columns[i], stored_.columns[next++]);
      }
    }
  };
  exchange();
  const Status status = scanner_->Next(&stored_);
  exchange();
  Check(status);
  batch->rows = stored_.rows;
  for (size_t i = 0; i < constants_.size(); i++) {
    if (constants_[i] != nullptr) {
      batch->columns[i].Clear();
      AppendCopies(&batch->columns[i], *constants_[i], batch->rows);
    }
  }
}

}  // namespace cif::internal

#include <algorithm>
#include <utility>

#include "cif/reader.h"
#include "file/deletes_file.h"
#include "scan/batch.h"
#include "scan/block_pruner.h"
#include "scan/filter_pruner.h"
#include "scan/projection.h"
#include "scan/row_selection.h"
#include "scan/sources.h"
#include "scan/split_disjunction.h"
#include "scan/split_plan.h"
#include "util/failure.h"

namespace cif {

using internal::Check;
using internal::Failure;
using internal::Guard;
using internal::Source;
using internal::SplitDisjunction;

/// Filters first, then reads the remaining rows. Raises Failure.
class Scanner::Impl {
 public:
  Impl(std::shared_ptr<const Split> split, ScanRequest request, const ReadOptions& options)
      : split_(std::move(split)),
        request_(std::move(request)),
        options_(options),
        sources_(split_),
        selection_(&sources_, options.strings),
        block_pruner_(*split_,
                      [this](int column) -> const Footer& { return sources_.FooterOf(column); }),
        filter_pruner_(*split_, filters_) {
    if (options_.batch_rows < 1 || options_.batch_rows > INT32_MAX) {
      internal::Fail(ErrorCode::kInvalidArgument,
                     "batches of " + std::to_string(options_.batch_rows) + " rows");
    }
    Seek(request_.first_row, request_.row_count);
    for (size_t i = 0; i < request_.columns.size(); i++) {
      Source source = sources_.Find(request_.columns[i], TypeAt(request_.types, i));
      sources_.Project(source);
      types_.push_back(source.type);
      can_append_ = can_append_ && (source.is_missing() || source.stored == source.type);
      columns_.push_back(source);
    }
    ResolveDisjunction();
    for (const Predicate& condition : request_.predicate) {
      selection_.Add(condition);
    }
    selection_.disjunction()->Start(disjunction_, &sources_);
    sources_.Start(options_);
    batch_rows_ = RowsInCache(request_.columns, kBatchBytes, options_.batch_rows);
    filter_rows_ = RowsOfFilter();
  }

  void Seek(int64_t first_row, int64_t row_count) {
    const int64_t rows = request_.counts_live_rows ? split_->live_rows() : split_->rows();
    if (first_row < 0 || first_row > rows) {
      internal::Fail(ErrorCode::kInvalidArgument,
                     "row " + std::to_string(first_row) + " of " + std::to_string(rows));
    }
    const int64_t left = rows - first_row;
    row_ = first_row;
    end_ = row_ + (row_count < 0 ? left : std::min(left, row_count));
    is_pruned_ = false;
  }

  const std::vector<Type>& types() const { return types_; }

  void Next(Batch* batch) {
    internal::ClearBatch(types_, options_.strings, batch);
    CheckCancelled();
    if (!is_pruned_) {
      Prune();
      is_pruned_ = true;
    }
    const size_t range = range_;
    const int64_t row = row_;
    const int64_t filtered = metrics_.rows_filtered;
    try {
      Fill(batch, can_append_ ? batch_rows_ : 0);
    } catch (const BatchTooLarge&) {
      // Starts again from the batch's first row: these rows fitted before.
      internal::ClearBatch(types_, options_.strings, batch);
      range_ = range;
      row_ = row;
      metrics_.rows_filtered = filtered;
      Fill(batch, 0);
    }
  }

  std::shared_ptr<internal::SplitPlan> Plan(
      const std::function<bool(const Projection&)>& is_likely) {
    std::vector<bool> wanted = SurelyRead();
    sources_.ExpectFooters(wanted);
    auto plan = std::make_shared<internal::SplitPlan>();
    ranges_ = internal::RowRanges(row_, end_);
    plan->left = PruneByPredicate();
    plan->rows = ranges_;
    if (!ranges_.empty()) {
      LeaveOutDeleted();
      plan->deleted = deleted_;
    }
    plan->bytes_read = PrunerBytes() + deletes_bytes_;
    if (!ranges_.empty()) {
      for (size_t i = 0; i < wanted.size(); i++) {
        wanted[i] = wanted[i] || is_likely(sources_.projection(i));
      }
      sources_.ExpectFooters(wanted);
      plan->ranges = sources_.RangesFor(wanted, ranges_);
    }
    return plan;
  }

  std::vector<Use> uses() const {
    std::vector<Use> all;
    for (size_t i = 0; i < sources_.count(); i++) {
      all.push_back({sources_.projection(i), sources_.RowsRead(i), rows_left_});
    }
    return all;
  }

  ScanMetrics metrics() const {
    ScanMetrics m = metrics_;
    m.bytes_read += split_->schema_bytes() + PrunerBytes() + deletes_bytes_;
    sources_.AddTo(&m);
    return m;
  }

  const std::string& folder() const { return split_->folder(); }

 private:
  int64_t PrunerBytes() const { return block_pruner_.bytes_read() + filter_pruner_.bytes_read(); }

  /// Limits so that batches, and the values that a filter reads, stay in a processor's caches.
  static constexpr int64_t kBatchBytes = 2 << 20;
  static constexpr int64_t kFilterBytes = 256 << 10;

  /// Maximum number of bytes of filter files that are kept for later ranges of rows.
  static constexpr int64_t kFiltersLimit = 8 << 20;

  /// Signal that further rows would make a batch too large.
  struct BatchTooLarge {};

  /// Adds rows that satisfy the conditions until one more step could exceed `most` rows. Adds at
  /// least one row if there is one.
  void Fill(Batch* batch, int64_t most) {
    while (range_ < ranges_.size()) {
      const internal::RowSpan& range = ranges_[range_];
      row_ = std::max(row_, range.first);
      int64_t count = std::min(filter_rows_, range.end - row_);
      int64_t step = filter_rows_;
      if (deleted_ != nullptr) {
        count = step = PassDeleted(count);
      }
      if (batch->rows > 0 && batch->rows + step > most) {
        return;
      }
      CheckCancelled();
      if (count > 0) {
        row_ += ReadSome(count, batch);
      }
      if (row_ == range.end) {
        range_++;
      }
    }
  }

  /// Passes over deleted rows that are next. Returns the number of rows to be read behind them, of
  /// `count` together: up to a deleted row that is far, or a few among which some are deleted. So
  /// most rows are read as if none were deleted.
  int64_t PassDeleted(int64_t count) {
    constexpr int64_t kFar = 1024;
    constexpr int64_t kFew = 4096;
    internal::RowSpan next = deleted_->Next(row_);
    if (next.first == row_) {
      const int64_t passed = std::min(count, next.end - row_);
      row_ += passed;
      count -= passed;
      metrics_.rows_filtered += passed;
      next = deleted_->Next(row_);
    }
    return std::min(count, next.first - row_ >= kFar ? next.first - row_ : kFew);
  }

  void CheckCancelled() const {
    if (options_.cancelled && options_.cancelled()) {
      internal::Fail(ErrorCode::kCancelled, "the scan was cancelled");
    }
  }

  /// Returns the number of rows of the whole columns that fit `cache` bytes: at least 1,024, at
  /// most `most`.
  int64_t RowsInCache(const std::vector<Projection>& projections, int64_t cache,
                      int64_t most) const {
    constexpr int64_t kFewest = 1024;
    const int64_t bytes = internal::RawBytes(split_->schema(), projections);
    const int64_t a_row = bytes / std::max<int64_t>(1, split_->rows()) + 1;
    return std::min(most, std::max(kFewest, cache / a_row));
  }

  static const Type* TypeAt(const std::vector<Type>& types, size_t i) {
    return i < types.size() ? &types[i] : nullptr;
  }

  /// Returns the number of rows that the conditions read at once.
  int64_t RowsOfFilter() const {
    std::vector<Projection> filters;
    for (const Predicate& condition : request_.predicate) {
      AddTargets(condition, &filters);
    }
    AddDisjunctTargets(&filters);
    return filters.empty() ? batch_rows_ : RowsInCache(filters, kFilterBytes, batch_rows_);
  }

  static void AddTargets(const Predicate& condition, std::vector<Projection>* targets) {
    if (IsLeaf(condition.op)) {
      targets->push_back(condition.target);
    }
    for (const Predicate& one : condition.conditions) {
      AddTargets(one, targets);
    }
  }

  /// Adds the targets of the disjuncts that are in other columns.
  void AddDisjunctTargets(std::vector<Projection>* targets) const {
    for (const SplitDisjunction::Group& group : disjunction_.groups()) {
      for (const internal::Disjunction::Target& target : group.of->targets) {
        if (std::none_of(targets->begin(), targets->end(), [&](const Projection& known) {
              return known.column == target.projection.column;
            })) {
          targets->push_back(target.projection);
        }
      }
    }
  }

  void ResolveDisjunction() {
    if (request_.left == nullptr && !request_.any_of.empty()) {
      request_.left = std::make_shared<internal::DisjunctsLeft>(
          internal::AllOf(std::make_shared<internal::Disjunction>(
              std::move(request_.any_of), [](const Projection&) { return -1; })));
    }
    // A single disjunct joins the predicate.
    if (request_.left != nullptr && !internal::TakeSingle(*request_.left, &request_.predicate)) {
      disjunction_ = SplitDisjunction(*split_, *request_.left);
    }
  }

  /// Prunes the blocks that cannot satisfy the conditions.
  void Prune() {
    range_ = 0;
    ranges_ = internal::RowRanges(row_, end_);
    if (request_.left != nullptr && request_.left->rows) {
      ranges_ = ranges_.Intersect(*request_.left->rows);
      selection_.disjunction()->Choose(*request_.left);
    } else if (request_.plan != nullptr) {
      ranges_ = ranges_.Intersect(request_.plan->rows);
      ChooseDisjuncts(request_.plan->left);
    } else {
      ChooseDisjuncts(PruneByPredicate());
    }
    LeaveOutDeleted();
    rows_left_ += ranges_.rows();
    metrics_.rows_pruned += end_ - row_ - ranges_.rows();
  }

  /// Reads the deleted rows when the first rows are left to be read, and takes long runs of them
  /// from ranges_.
  void LeaveOutDeleted() {
    if (split_->deletes() == nullptr || request_.counts_live_rows || ranges_.empty()) {
      return;
    }
    if (deleted_ == nullptr) {
      deleted_ = internal::DeletedRowsOf(*split_, &deletes_bytes_);
      selection_.LeaveOut(deleted_.get());
    }
    ranges_ = deleted_->WithoutLongRuns(ranges_);
  }

  void ChooseDisjuncts(const internal::DisjunctsLeft& left) {
    if (!disjunction_.groups().empty()) {
      selection_.disjunction()->Choose(left);
    }
  }

  /// Keeps in ranges_ the rows that may satisfy the conditions. Returns the disjuncts that they
  /// may satisfy.
  internal::DisjunctsLeft PruneByPredicate() {
    if (options_.use_filters && !are_filters_known_) {
      filters_ =
          internal::FiltersOf(*split_, std::make_shared<internal::MemoryLimit>(kFiltersLimit));
      are_filters_known_ = true;
    }
    internal::SplitConjunction predicate;
    for (const internal::RowFilter& one : selection_.conditions()) {
      predicate.push_back(&one.of_split());
    }
    ranges_ = block_pruner_.MayBeTrue(predicate, std::move(ranges_));
    internal::DisjunctsLeft left;
    if (disjunction_.groups().empty()) {
      std::vector<internal::PrunedRows> rows = {{std::move(predicate), std::move(ranges_)}};
      filter_pruner_.Prune(&rows);
      ranges_ = std::move(rows[0].rows);
    } else {
      left = disjunction_.Prune(&block_pruner_, &filter_pruner_, predicate, ranges_);
      ranges_ = *left.rows;
    }
    return left;
  }

  /// Returns the sources that are read whatever the conditions leave: those of the first condition,
  /// or all if there is none.
  std::vector<bool> SurelyRead() const {
    std::vector<Projection> first;
    for (const Predicate& condition : request_.predicate) {
      AddTargets(condition, &first);
    }
    first.resize(std::min<size_t>(1, first.size()));
    if (first.empty()) {
      AddDisjunctTargets(&first);
    }
    std::vector<bool> surely(sources_.count(), first.empty());
    for (const Projection& projection : first) {
      const size_t source = sources_.NumberOf(projection);
      if (source != Source::kMissing) {
        surely[source] = true;
      }
    }
    return surely;
  }

  /// Reads at most `count` rows from row_ on, fewer if they would take too much memory. Returns the
  /// number of rows processed.
  int64_t ReadSome(int64_t count, Batch* batch) {
    for (;;) {
      try {
        Read(count, batch);
        return count;
      } catch (Failure& e) {
        if (e.error().code != ErrorCode::kTooLarge || (count == 1 && batch->rows == 0)) {
          throw;
        }
      }
      if (batch->rows > 0) {
        throw BatchTooLarge();
      }
      internal::ClearBatch(types_, options_.strings, batch);
      count /= 2;
    }
  }

  void Read(int64_t count, Batch* batch) {
    selection_.Select(row_, count);
    const int64_t rows = selection_.rows();
    if (rows == 0) {
      metrics_.rows_filtered += count;
      return;
    }
    if (!are_footers_expected_) {
      // Requests the footers of all columns that are opened now at once, not one after the other.
      sources_.ExpectFooters(std::vector<bool>(sources_.count(), true));
      are_footers_expected_ = true;
    }
    for (size_t i = 0; i < columns_.size(); i++) {
      selection_.Append(columns_[i], &batch->columns[i]);
    }
    metrics_.rows_filtered += count - rows;
    batch->rows += rows;
  }

  std::shared_ptr<const Split> split_;
  ScanRequest request_;
  ReadOptions options_;
  internal::Sources sources_;
  std::vector<Type> types_;
  std::vector<Source> columns_;
  internal::RowSelection selection_;
  /// Empty if each row satisfies them, or if they are among the conditions.
  SplitDisjunction disjunction_;
  internal::Filters filters_;
  bool are_filters_known_ = false;
  internal::BlockPruner block_pruner_;
  internal::FilterPruner filter_pruner_;
  std::shared_ptr<const internal::DeletedRows> deleted_;  ///< nullptr until rows are read
  int64_t deletes_bytes_ = 0;                             ///< bytes read of their file
  bool is_pruned_ = false;
  bool are_footers_expected_ = false;
  internal::RowRanges ranges_;
  size_t range_ = 0;
  int64_t batch_rows_ = 0;
  bool can_append_ = true;   ///< false if values are widened: they need an empty vector
  int64_t filter_rows_ = 0;  ///< number of rows that the conditions read at once
  int64_t row_ = 0;
  int64_t end_ = 0;
  int64_t rows_left_ = 0;  ///< rows left by statistics and filters, so far
  ScanMetrics metrics_;
};

Scanner::Scanner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Scanner::~Scanner() = default;

Result<std::unique_ptr<Scanner>> Scanner::Open(std::shared_ptr<const Split> split,
                                               ScanRequest request, const ReadOptions& options) {
  const std::shared_ptr<const Split> kept = split;
  return Guard(kept->folder(), "", [&]() -> Result<std::unique_ptr<Scanner>> {
    auto impl = std::make_unique<Impl>(std::move(split), std::move(request), options);
    return std::unique_ptr<Scanner>(new Scanner(std::move(impl)));
  });
}

const std::vector<Type>& Scanner::types() const { return impl_->types(); }

Status Scanner::Seek(int64_t first_row, int64_t row_count) {
  return Guard(impl_->folder(), "", [&]() -> Status {
    impl_->Seek(first_row, row_count);
    return {};
  });
}

Status Scanner::Next(Batch* batch) {
  return Guard(impl_->folder(), "", [&]() -> Status {
    impl_->Next(batch);
    return {};
  });
}

ScanMetrics Scanner::metrics() const { return impl_->metrics(); }

Result<std::shared_ptr<internal::SplitPlan>> Scanner::Plan(
    const std::function<bool(const Projection&)>& is_likely) {
  return Guard(impl_->folder(), "", [&]() -> Result<std::shared_ptr<internal::SplitPlan>> {
    return impl_->Plan(is_likely);
  });
}

std::vector<Scanner::Use> Scanner::uses() const { return impl_->uses(); }

}  // namespace cif

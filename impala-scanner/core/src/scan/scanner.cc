#include <algorithm>
#include <iterator>
#include <utility>

#include "cif/reader.h"
#include "file/group_files.h"
#include "scan/any_of.h"
#include "scan/batch.h"
#include "scan/condition.h"
#include "scan/projection.h"
#include "scan/pruner.h"
#include "util/failure.h"
#include "vector/vector_ops.h"
#include "vector/widen.h"

namespace cif {

using internal::Check;
using internal::Failure;
using internal::Guard;

/// Filters first, then reads what is left; raises Failure.
class Scanner::Impl {
 public:
  Impl(std::shared_ptr<const Split> split, ScanRequest request, const ReadOptions& options)
      : split_(std::move(split)),
        request_(std::move(request)),
        options_(options),
        pruner_(split_, options.use_filters,
                [this](int column) -> const Footer& { return FooterOf(column); }) {
    if (options_.batch_rows < 1 || options_.batch_rows > INT32_MAX) {
      internal::Fail(ErrorCode::kInvalidArgument,
                     "batches of " + std::to_string(options_.batch_rows) + " rows");
    }
    Seek(request_.first_row, request_.row_count);
    for (size_t i = 0; i < request_.columns.size(); i++) {
      Source source = Find(request_.columns[i], TypeAt(request_.types, i));
      types_.push_back(source.type);
      can_append_ = can_append_ && (source.reader == kMissing || source.stored == source.type);
      columns_.push_back(source);
    }
    TakeSingleAlternative();
    for (size_t i = 0; i < request_.predicate.size(); i++) {
      conditions_.push_back(
          FindCondition(request_.predicate[i], TypeAt(request_.predicate_types, i)));
      scratch_.emplace_back(conditions_.back().type);
    }
    FindAlternatives();
    options_.groups = std::make_shared<internal::GroupFiles>(*split_, ReadColumns());
    batch_rows_ = RowsInCache(request_.columns, kBatchBytes, options_.batch_rows);
    std::vector<Projection> filters;
    for (const Condition& condition : request_.predicate) {
      filters.push_back(condition.target);
    }
    for (const Alternative& alternative : alternatives_) {
      for (const Condition& condition : *alternative.conditions) {
        if (std::none_of(filters.begin(), filters.end(), [&](const Projection& known) {
              return known.column == condition.target.column;
            })) {
          filters.push_back(condition.target);
        }
      }
    }
    filter_rows_ = filters.empty() ? batch_rows_ : RowsInCache(filters, kFilterBytes, batch_rows_);
  }

  void Seek(int64_t first_row, int64_t row_count) {
    const int64_t rows = split_->rows();
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
    internal::ClearBatch(types_, batch);
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
      // From the start again; what the first rows of the batch take was not too much.
      internal::ClearBatch(types_, batch);
      range_ = range;
      row_ = row;
      metrics_.rows_filtered = filtered;
      Fill(batch, 0);
    }
  }

  ScanMetrics metrics() const {
    ScanMetrics m = metrics_;
    m.bytes_read += split_->schema_bytes() + pruner_.bytes_read();
    for (const std::unique_ptr<ColumnReader>& reader : readers_) {
      if (reader != nullptr) {
        m.bytes_read += reader->bytes_read();
        m.blocks_read += reader->blocks_read();
      }
    }
    return m;
  }

  const std::string& folder() const { return split_->folder(); }

 private:
  static constexpr size_t kMissing = static_cast<size_t>(-1);

  /// Batches, and the values that a filter looks at, stay in a processor's caches.
  static constexpr int64_t kBatchBytes = 2 << 20;
  static constexpr int64_t kFilterBytes = 256 << 10;

  /// Rows that would be added to a batch make it too large.
  struct BatchTooLarge {};

  /// Where values come from: a reader that may be shared, or nowhere.
  struct Source {
    Type type;    ///< of the values that are wanted
    Type stored;  ///< of those that the reader gives
    size_t reader = kMissing;
  };

  /// One of the conjunctions of which a row has to satisfy one.
  struct Alternative {
    const Predicate* conditions = nullptr;
    std::vector<Source> sources;
    std::vector<internal::SplitCondition> of_split;
  };

  /// Adds rows that satisfy the conditions until one more step could lead beyond `most` rows; at
  /// least one row, if there is one.
  void Fill(Batch* batch, int64_t most) {
    while (range_ < ranges_.size() && (batch->rows == 0 || batch->rows + filter_rows_ <= most)) {
      CheckCancelled();
      const internal::RowSpan& range = ranges_[range_];
      row_ = std::max(row_, range.first);
      int64_t count = std::min(filter_rows_, range.end - row_);
      count = ReadSome(count, batch);
      row_ += count;
      if (row_ == range.end) {
        range_++;
      }
    }
  }

  void CheckCancelled() const {
    if (options_.cancelled && options_.cancelled()) {
      internal::Fail(ErrorCode::kCancelled, "the scan was cancelled");
    }
  }

  /// How many rows of the whole columns take so many bytes: at least 1,024, at most `most`.
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

  /// Where there is one alternative, its conditions are as those of the predicate.
  void TakeSingleAlternative() {
    const bool are_typed = request_.predicate_types.size() == request_.predicate.size();
    if (request_.any_of.size() != 1 || (!request_.any_of_types.empty() && !are_typed)) {
      return;
    }
    std::move(request_.any_of[0].begin(), request_.any_of[0].end(),
              std::back_inserter(request_.predicate));
    if (!request_.any_of_types.empty()) {
      std::move(request_.any_of_types[0].begin(), request_.any_of_types[0].end(),
                std::back_inserter(request_.predicate_types));
    }
    request_.any_of.clear();
  }

  void FindAlternatives() {
    for (size_t a = 0; a < request_.any_of.size(); a++) {
      Alternative alternative{&request_.any_of[a], {}, {}};
      for (size_t i = 0; i < request_.any_of[a].size(); i++) {
        const Condition& condition = request_.any_of[a][i];
        const Type* type =
            a < request_.any_of_types.size() ? TypeAt(request_.any_of_types[a], i) : nullptr;
        alternative.sources.push_back(FindCondition(condition, type));
        alternative.of_split.push_back(OfSplit(condition, alternative.sources.back()));
      }
      alternatives_.push_back(std::move(alternative));
    }
  }

  Source FindCondition(const Condition& condition, const Type* type) {
    Source source = Find(condition.target, type);
    if (source.reader != kMissing) {
      internal::CheckCondition(condition, source.type);
    }
    return source;
  }

  internal::SplitCondition OfSplit(const Condition& condition, const Source& source) const {
    const bool is_missing = source.reader == kMissing;
    return {&condition, is_missing ? -1 : reader_columns_[source.reader],
            internal::HasSameLiterals(source.stored, source.type)};
  }

  /// @param wanted may be nullptr: the stored type
  Source Find(const Projection& projection, const Type* wanted) {
    int column = split_->schema().Find(projection.column, projection.id);
    const Type string = Type::Primitive(Kind::kString);
    const Type& whole =
        column < 0 ? string : split_->schema().columns[static_cast<size_t>(column)].type;
    if (column < 0 || (wanted != nullptr && LacksField(whole, projection.steps))) {
      const Type& type = wanted == nullptr ? string : *wanted;
      return {type, type, kMissing};
    }
    const Type stored = internal::ResolvePath(whole, projection.steps).type;
    const Type type = wanted == nullptr ? stored : *wanted;
    if (!internal::CanWiden(stored, type)) {
      throw Failure(Error{ErrorCode::kInvalidArgument, split_->folder(), projection.ToString(), -1,
                          "values of type " + stored.ToString() + " cannot be read as " +
                              type.ToString()});
    }
    for (size_t i = 0; i < projections_.size(); i++) {
      if (reader_columns_[i] == column &&
          projections_[i].ToString().substr(projections_[i].column.size()) ==
              projection.ToString().substr(projection.column.size())) {
        return {type, stored, i};
      }
    }
    projections_.push_back(projection);
    reader_columns_.push_back(column);
    readers_.emplace_back();
    return {type, stored, projections_.size() - 1};
  }

  /// Whether a step is a field that the structs of the split lack: NULL, as a column would be.
  static bool LacksField(Type type, const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      const int child = step.is_key ? 1 : type.FindField(step.field);  // 1: a map's value
      if (child < 0 || child >= static_cast<int>(type.children().size())) {
        return type.kind() == Kind::kStruct && !step.is_key;
      }
      type = Type(type.child(static_cast<size_t>(child)));
    }
    return false;
  }

  /// The columns that have a reader.
  std::vector<const Column*> ReadColumns() const {
    std::vector<const Column*> columns;
    for (int column : reader_columns_) {
      columns.push_back(&split_->schema().columns[static_cast<size_t>(column)]);
    }
    return columns;
  }

  ColumnReader* Reader(size_t i) {
    if (readers_[i] == nullptr) {
      readers_[i] = Check(ColumnReader::Open(split_, projections_[i], options_));
    }
    return readers_[i].get();
  }

  /// The footer of a column that has a reader.
  const Footer& FooterOf(int column) {
    const auto reader = std::find(reader_columns_.begin(), reader_columns_.end(), column);
    return Reader(static_cast<size_t>(reader - reader_columns_.begin()))->footer();
  }

  /// Leaves out the blocks that cannot satisfy the conditions.
  void Prune() {
    range_ = 0;
    std::vector<internal::SplitCondition> all;
    for (size_t c = 0; c < conditions_.size(); c++) {
      all.push_back(OfSplit(request_.predicate[c], conditions_[c]));
    }
    internal::Conjunction predicate;
    for (const internal::SplitCondition& one : all) {
      predicate.push_back(&one);
    }
    ranges_ = pruner_.ByStatistics(predicate, internal::RowRanges(row_, end_));
    if (alternatives_.empty()) {
      std::vector<internal::PrunedRows> rows = {{std::move(predicate), std::move(ranges_)}};
      pruner_.ByFilters(&rows);
      ranges_ = std::move(rows[0].rows);
    } else {
      PruneAlternatives(predicate);
    }
    metrics_.rows_pruned += end_ - row_ - ranges_.rows();
  }

  /// Leaves the rows that may satisfy one of the alternatives, and the alternatives that they may.
  void PruneAlternatives(const internal::Conjunction& predicate) {
    std::vector<internal::PrunedRows> rows;
    for (const Alternative& alternative : alternatives_) {
      internal::Conjunction own;
      for (const internal::SplitCondition& one : alternative.of_split) {
        own.push_back(&one);
      }
      internal::RowRanges left = pruner_.ByStatistics(own, ranges_);
      own.insert(own.end(), predicate.begin(), predicate.end());
      rows.push_back({std::move(own), std::move(left)});
    }
    pruner_.ByFilters(&rows);
    ranges_ = internal::RowRanges();
    any_of_ = internal::AnyOf();
    for (size_t a = 0; a < rows.size(); a++) {
      if (!rows[a].rows.empty()) {
        ranges_ = ranges_.Unite(rows[a].rows);
        AddAlternative(alternatives_[a]);
      }
    }
  }

  void AddAlternative(const Alternative& alternative) {
    std::vector<size_t> sources;
    std::vector<const Condition*> conditions;
    for (size_t c = 0; c < alternative.sources.size(); c++) {
      const Source& source = alternative.sources[c];
      if (source.reader == kMissing) {
        continue;  // IS NULL, which holds
      }
      size_t k = 0;
      while (k < compared_.size() && !(compared_[k].reader == source.reader &&
                                       compared_[k].type == source.type)) {
        k++;
      }
      if (k == compared_.size()) {
        compared_.push_back(source);
        compared_values_.emplace_back(source.type);
      }
      sources.push_back(k);
      conditions.push_back(&(*alternative.conditions)[c]);
    }
    any_of_.Add(std::move(conditions), std::move(sources));
  }

  /// Reads at most `count` rows from row_ on, fewer where they would take too much memory. Returns
  /// how many rows were dealt with.
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
      internal::ClearBatch(types_, batch);
      count /= 2;
    }
  }

  void Read(int64_t count, Batch* batch) {
    bool all = true;
    Filter(count, &all);
    const int64_t rows = all ? count : static_cast<int64_t>(selected_.size());
    if (rows == 0) {
      metrics_.rows_filtered += count;
      return;
    }
    for (size_t i = 0; i < columns_.size(); i++) {
      Vector* out = &batch->columns[i];
      if (columns_[i].reader == kMissing) {
        internal::AppendNulls(out, rows);
      } else {
        ReadSource(columns_[i], all, rows, out);
      }
    }
    metrics_.rows_filtered += count - rows;
    batch->rows += rows;
  }

  /// Appends the next `count` rows, or the `count` selected ones; to an empty vector if they are
  /// widened.
  void ReadSource(const Source& source, bool all, int64_t count, Vector* out) {
    ColumnReader* reader = Reader(source.reader);
    const bool same = source.stored == source.type;
    Vector narrow(source.stored);
    Vector* to = same ? out : &narrow;
    Check(all ? reader->Read(row_, count, to)
              : reader->ReadRows(row_, selected_.data(), count, to));
    if (!same) {
      internal::Widen(&narrow, out);
    }
  }

  /// Sets selected_ to the rows, counted from row_, that satisfy all conditions; or `*all`.
  void Filter(int64_t count, bool* all) {
    selected_.clear();
    for (size_t c = 0; c < conditions_.size() && (*all || !selected_.empty()); c++) {
      const Source& source = conditions_[c];
      if (source.reader == kMissing) {
        continue;  // IS NULL, which holds; any other condition has pruned all rows
      }
      Vector& values = scratch_[c];
      values.Clear();
      slots_.clear();
      ReadSource(source, *all, *all ? count : static_cast<int64_t>(selected_.size()), &values);
      internal::SelectSlots(request_.predicate[c], values, &slots_);
      Narrow(values.length, all);
    }
    if (!alternatives_.empty() && (*all || !selected_.empty())) {
      FilterByAlternatives(count, all);
    }
  }

  /// Leaves of the rows those that satisfy one of the alternatives.
  void FilterByAlternatives(int64_t count, bool* all) {
    const int64_t rows = *all ? count : static_cast<int64_t>(selected_.size());
    std::vector<const Vector*> values(compared_.size(), nullptr);
    for (size_t source : any_of_.sources()) {
      compared_values_[source].Clear();
      ReadSource(compared_[source], *all, rows, &compared_values_[source]);
      values[source] = &compared_values_[source];
    }
    slots_.clear();
    any_of_.Select(values, rows, &slots_);
    Narrow(rows, all);
  }

  /// Takes of the rows those in slots_.
  void Narrow(int64_t rows, bool* all) {
    if (static_cast<int64_t>(slots_.size()) == rows) {
      return;
    }
    if (*all) {
      selected_.swap(slots_);
      *all = false;
      return;
    }
    for (size_t k = 0; k < slots_.size(); k++) {
      selected_[k] = selected_[static_cast<size_t>(slots_[k])];
    }
    selected_.resize(slots_.size());
  }

  std::shared_ptr<const Split> split_;
  ScanRequest request_;
  ReadOptions options_;
  std::vector<Type> types_;
  std::vector<Source> columns_;
  std::vector<Source> conditions_;
  std::vector<Projection> projections_;
  std::vector<int> reader_columns_;
  std::vector<std::unique_ptr<ColumnReader>> readers_;
  std::vector<Alternative> alternatives_;
  internal::Pruner pruner_;
  internal::AnyOf any_of_;          ///< the alternatives that the ranges may satisfy
  std::vector<Source> compared_;    ///< the sources of any_of_
  std::vector<Vector> compared_values_;
  bool is_pruned_ = false;
  internal::RowRanges ranges_;
  size_t range_ = 0;
  int64_t batch_rows_ = 0;
  bool can_append_ = true;  ///< values that are widened fill an empty vector
  int64_t filter_rows_ = 0;  ///< rows that the conditions look at in one go
  int64_t row_ = 0;
  int64_t end_ = 0;
  std::vector<Vector> scratch_;
  std::vector<int32_t> selected_;
  std::vector<int32_t> slots_;
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

}  // namespace cif

#include "scan/sources.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "file/column_file.h"
#include "file/group_files.h"
#include "util/budget.h"
#include "util/failure.h"
#include "vector/widen.h"

namespace cif::internal {

Source Sources::Find(const Projection& projection, const Type* wanted) {
  const StoredColumn found = FindStoredColumn(*split_, projection, wanted);
  if (found.is_missing()) {
    return {found.type, found.stored, Source::kMissing};
  }
  const size_t known = NumberOf(found.column, projection);
  if (known != Source::kMissing) {
    uses_[known].count++;
    return {found.type, found.stored, known};
  }
  projections_.push_back(projection);
  columns_.push_back(found.column);
  uses_.emplace_back();
  readers_.emplace_back();
  return {found.type, found.stored, projections_.size() - 1};
}

size_t Sources::NumberOf(int column, const Projection& projection) const {
  for (size_t i = 0; i < projections_.size(); i++) {
    if (columns_[i] == column && projections_[i].ToString().substr(projections_[i].column.size()) ==
                                     projection.ToString().substr(projection.column.size())) {
      return i;
    }
  }
  return Source::kMissing;
}

size_t Sources::NumberOf(const Projection& projection) const {
  return NumberOf(split_->schema().Find(projection.column, projection.id), projection);
}

void Sources::ExpectFooters(const std::vector<bool>& wanted) const {
  for (size_t i = 0; i < wanted.size() && options_.ahead != nullptr; i++) {
    if (wanted[i] && readers_[i] == nullptr) {
      ColumnFile::ExpectFooter(*split_, split_->schema().columns[static_cast<size_t>(columns_[i])],
                               options_.ahead.get());
    }
  }
}

std::vector<ReadAhead::Range> Sources::RangesFor(const std::vector<bool>& wanted,
                                                 const RowRanges& rows) {
  std::vector<BytesOfBlock> blocks;
  for (size_t i = 0; i < wanted.size() && options_.ahead != nullptr; i++) {
    if (wanted[i]) {
      std::vector<BytesOfBlock> of_column = Reader(i)->RangesFor(rows);
      std::move(of_column.begin(), of_column.end(), std::back_inserter(blocks));
    }
  }
  // Sorted by rows: the first rows of all columns come first.
  std::stable_sort(blocks.begin(), blocks.end(), [](const BytesOfBlock& a, const BytesOfBlock& b) {
    return a.first_row < b.first_row;
  });
  std::vector<ReadAhead::Range> ranges;
  ranges.reserve(blocks.size());
  for (BytesOfBlock& block : blocks) {
    ranges.push_back(std::move(block.range));
  }
  return ranges;
}

void Sources::Start(const ReadOptions& options) {
  options_ = options;
  std::vector<const Column*> columns;
  for (int column : columns_) {
    columns.push_back(&split_->schema().columns[static_cast<size_t>(column)]);
  }
  options_.groups =
      std::make_shared<GroupFiles>(*split_, columns, FilesOf(*split_, options_.ahead.get()));
}

void Sources::Read(const Source& source, int64_t first, const int32_t* index, int64_t count,
                   Vector* out) {
  ColumnReader* reader = Reader(source.reader);
  const bool same = source.stored == source.type;
  Vector narrow(source.stored, out->strings);
  Vector* to = same ? out : &narrow;
  Check(index == nullptr ? reader->Read(first, count, to)
                         : reader->ReadRows(first, index, count, to));
  if (!same) {
    try {
      Widen(&narrow, out);
    } catch (const TooLarge& e) {
      Fail(ErrorCode::kTooLarge, e.what());
    }
  }
}

void Sources::Select(const Source& source, int64_t first, const int32_t* index, int64_t count,
                     const ValueMatcher& matcher, std::vector<int32_t>* slots) {
  Check(Reader(source.reader)->Select(first, index, count, matcher, slots));
}

bool Sources::HasFewValues(const Source& source, int64_t row) {
  return Check(Reader(source.reader)->HasFewValues(row));
}

const Footer& Sources::FooterOf(int column) {
  const auto reader = std::find(columns_.begin(), columns_.end(), column);
  return Reader(static_cast<size_t>(reader - columns_.begin()))->footer();
}

void Sources::AddTo(ScanMetrics* metrics) const {
  for (const std::unique_ptr<ColumnReader>& reader : readers_) {
    if (reader != nullptr) {
      metrics->bytes_read += reader->bytes_read();
      metrics->blocks_read += reader->blocks_read();
    }
  }
}

ColumnReader* Sources::Reader(size_t i) {
  if (readers_[i] == nullptr) {
    readers_[i] = Check(ColumnReader::Open(split_, projections_[i], options_));
  }
  return readers_[i].get();
}

}  // namespace cif::internal

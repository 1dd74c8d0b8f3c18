#include "scan/split_cache.h"

#include <algorithm>

#include "file/column_file.h"

namespace cif::internal {

std::shared_ptr<const Footer> SplitCache::FooterOf(int column, int64_t* bytes_read) {
  const Column& of = split_->schema().columns[static_cast<size_t>(column)];
  std::shared_ptr<const Footer> footer = footers()->Find(of);
  if (footer == nullptr) {
    ColumnFile::Options options;
    options.kept = footers();
    const ColumnFile file(*split_, of, options);
    *bytes_read += file.bytes_read();
    footer = file.shared_footer();
  }
  return footer;
}

std::shared_ptr<const DeletedRows> SplitCache::DeletedRowsOfSplit(int64_t* bytes_read) {
  std::shared_ptr<const DeletedRows> deleted = DeletedRowsOf(*split_, bytes_read);
  if (deleted != nullptr) {
    Kept& kept = kept_.Get();
    std::lock_guard<std::mutex> lock(kept.mutex);
    if (kept.deleted == nullptr && limit_->Take(deleted->memory())) {
      kept.deleted = deleted;
    }
  }
  return deleted;
}

const Filters& SplitCache::filters() {
  Kept& kept = kept_.Get();
  std::call_once(kept.are_listed, [&] { kept.filters = FiltersOf(*split_, limit_); });
  return kept.filters;
}

bool SplitCache::Knows(const std::vector<int>& columns, bool use_filters) {
  const std::vector<Column>& all = split_->schema().columns;
  std::vector<const Column*> asked;
  asked.reserve(columns.size());
  for (int column : columns) {
    asked.push_back(&all[static_cast<size_t>(column)]);
  }
  auto is_asked = [&](const Column* column) {
    return std::find(asked.begin(), asked.end(), column) != asked.end();
  };
  return std::all_of(asked.begin(), asked.end(),
                     [&](const Column* column) { return footers()->Find(*column) != nullptr; }) &&
         (!use_filters || std::all_of(filters().begin(), filters().end(), [&](const auto& filter) {
           return filter->is_kept() ||
                  !std::all_of(filter->key().begin(), filter->key().end(), is_asked);
         }));
}

}  // namespace cif::internal

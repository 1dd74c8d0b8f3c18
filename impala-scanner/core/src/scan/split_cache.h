// Footers, filters and deleted rows of splits that look-ups keep in memory.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "cif/split.h"
#include "file/deletes_file.h"
#include "file/filter_file.h"
#include "file/footer_cache.h"
#include "scan/filter_pruner.h"
#include "util/memory_limit.h"
#include "util/process.h"

namespace cif::internal {

/// Footers, filters and deleted rows of a split that were read, as far as the limit allows.
/// Thread-safe. Raises Failure.
class SplitCache {
 public:
  SplitCache(std::shared_ptr<const Split> split, std::shared_ptr<MemoryLimit> limit)
      : split_(std::move(split)),
        limit_(std::move(limit)),
        kept_([of = limit_] { return std::make_unique<Kept>(of); }) {}

  const std::shared_ptr<FooterCache>& footers() const { return kept_.Get().footers; }

  /// Returns the footer of a column, and reads it if it is not kept. Adds the bytes read to
  /// `bytes_read`.
  std::shared_ptr<const Footer> FooterOf(int column, int64_t* bytes_read);

  /// Returns the deleted rows, and reads them if they are not in use; nullptr if there are none.
  /// Adds the bytes read to `bytes_read`.
  std::shared_ptr<const DeletedRows> DeletedRowsOfSplit(int64_t* bytes_read);

  /// Filter files of the split.
  const Filters& filters();

  /// Returns true if the footers of these columns are kept, and so are the filters whose keys are
  /// among them.
  bool Knows(const std::vector<int>& columns, bool use_filters);

 private:
  struct Kept {
    explicit Kept(std::shared_ptr<MemoryLimit> limit)
        : footers(std::make_shared<FooterCache>(std::move(limit))) {}

    std::shared_ptr<FooterCache> footers;
    std::once_flag are_listed;
    Filters filters;
    std::mutex mutex;                            ///< of what follows
    std::shared_ptr<const DeletedRows> deleted;  ///< nullptr: none is kept
  };

  std::shared_ptr<const Split> split_;
  std::shared_ptr<MemoryLimit> limit_;
  PerProcess<Kept> kept_;
};

/// Kept data of each split of a table.
using SplitCaches = std::vector<std::shared_ptr<SplitCache>>;

}  // namespace cif::internal

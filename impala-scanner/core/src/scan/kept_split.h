// Footers and filters of splits that look-ups keep in memory.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "cif/split.h"
#include "file/filter_file.h"
#include "file/kept_footers.h"
#include "scan/pruner.h"
#include "util/process.h"
#include "util/room.h"

namespace cif::internal {

/// Footers and filters of a split that were read, as far as there is room. Thread-safe. Raises
/// Failure.
class KeptSplit {
 public:
  KeptSplit(std::shared_ptr<const Split> split, std::shared_ptr<Room> room)
      : split_(std::move(split)),
        room_(std::move(room)),
        kept_([of = room_] { return std::make_unique<Kept>(of); }) {}

  const std::shared_ptr<KeptFooters>& footers() const { return kept_.Get().footers; }

  /// Returns the footer of a column, and reads it if it is not kept. Adds the bytes read to
  /// `bytes_read`.
  std::shared_ptr<const Footer> FooterOf(int column, int64_t* bytes_read);

  /// Filter files of the split.
  const Filters& filters();

  /// Returns true if the footers of these columns are kept, and so are the filters whose keys are
  /// among them.
  bool Knows(const std::vector<int>& columns, bool use_filters);

 private:
  struct Kept {
    explicit Kept(std::shared_ptr<Room> room)
        : footers(std::make_shared<KeptFooters>(std::move(room))) {}

    std::shared_ptr<KeptFooters> footers;
    std::once_flag are_listed;
    Filters filters;
  };

  std::shared_ptr<const Split> split_;
  std::shared_ptr<Room> room_;
  OfProcess<Kept> kept_;
};

/// Kept data of each split of a table.
using KeptSplits = std::vector<std::shared_ptr<KeptSplit>>;

}  // namespace cif::internal

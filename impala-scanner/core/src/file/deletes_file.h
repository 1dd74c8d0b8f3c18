// File of a split's deleted rows: FORMAT.md section 3.3.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "cif/split.h"
#include "file/deleted_rows.h"
#include "util/process.h"

namespace cif::internal {

/// Deleted rows of a split, as long as somebody uses them. Threads that scan the split thus share
/// one copy. Thread-safe.
class DeletesCache {
 public:
  /// Returns the rows that are in use; nullptr if there are none.
  std::shared_ptr<const DeletedRows> Find() const;

  /// Lets others find the rows.
  void Share(const std::shared_ptr<const DeletedRows>& rows);

 private:
  struct Used {
    std::mutex mutex;
    std::weak_ptr<const DeletedRows> rows;
  };

  PerProcess<Used> used_;
};

/// Returns the deleted rows of a split; nullptr if there are none. Reads their file unless they are
/// in use. Adds the bytes read to `bytes_read`. Thread-safe. @throws Failure
std::shared_ptr<const DeletedRows> DeletedRowsOf(const Split& split, int64_t* bytes_read);

}  // namespace cif::internal

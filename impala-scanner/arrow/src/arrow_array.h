// Batches as Arrow arrays.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cif/arrow.h"

namespace cif::arrow {

/// A batch that was given away, with what had to be converted.
struct ExportedBatch {
  Batch batch;
  std::deque<Buffer> converted;
  size_t used = 0;  ///< of `converted`
};

/// Batches whose arrays have been released, so that their memory is used again. Thread-safe.
class BatchPool {
 public:
  std::unique_ptr<ExportedBatch> Take();
  void Give(std::unique_ptr<ExportedBatch> batch) noexcept;

 private:
  static constexpr size_t kMost = 4;

  std::mutex mutex_;
  std::vector<std::unique_ptr<ExportedBatch>> free_;
};

/// The batch as an array of structs, which goes back to the pool once all of it is released.
/// @throws Failure if a value has no form in Arrow, with the name of its column
ArrowArray BuildArray(std::unique_ptr<ExportedBatch> batch, const std::vector<std::string>& names,
                      const ArrowOptions& options, std::shared_ptr<BatchPool> pool);

}  // namespace cif::arrow

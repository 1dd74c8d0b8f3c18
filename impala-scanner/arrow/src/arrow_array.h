// Batches as Arrow arrays.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cif/arrow.h"

namespace cif::arrow {

/// Exported batch, with its converted buffers.
struct ExportedBatch {
  Batch batch;
  std::deque<Buffer> converted;
  size_t used = 0;  ///< number of used buffers in `converted`
};

/// Batches whose arrays have been released, so that their memory is used again. Thread-safe. Nobody
/// waits for the lock: in a process that was forked it may stay with a thread that is not there.
class BatchPool {
 public:
  BatchPool() = default;
  ~BatchPool();
  BatchPool(const BatchPool&) = delete;
  BatchPool& operator=(const BatchPool&) = delete;

  std::unique_ptr<ExportedBatch> Take();
  void Give(std::unique_ptr<ExportedBatch> batch) noexcept;

 private:
  static constexpr size_t kMost = 4;

  using Batches = std::vector<std::unique_ptr<ExportedBatch>>;
  using Lock = std::unique_lock<std::mutex>;

  std::mutex mutex_;
  std::unique_ptr<Batches> free_ = std::make_unique<Batches>();
};

/// Makes an array of structs of a batch. The batch goes back to the pool once all of the array is
/// released.
/// @throws Failure with the name of the column if a value has no form in Arrow
ArrowArray BuildArray(std::unique_ptr<ExportedBatch> batch, const std::vector<std::string>& names,
                      const ArrowOptions& options, std::shared_ptr<BatchPool> pool);

}  // namespace cif::arrow

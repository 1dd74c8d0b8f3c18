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

/// Batches whose arrays have been released, so that their memory is used again. Thread-safe. Nobody waits for the lock:
/// in a process that was forked it may stay with a thread that is not there.
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

/// The batch as an array of structs, which goes back to the pool once all of it is released.
/// @throws Failure if a value has no form in Arrow, with the name of its column
ArrowArray BuildArray(std::unique_ptr<ExportedBatch> batch, const std::vector<std::string>& names,
                      const ArrowOptions& options, std::shared_ptr<BatchPool> pool);

}  // namespace cif::arrow

// Pool of memory for several threads.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "cif/buffer.h"
#include "util/process.h"

namespace cif::internal {

/// Pool of memory that comes back when its last owner drops it, on any thread, even after the pool
/// has ended. Without the pool, the memory would go back to the system and be mapped again, page by
/// page. Thread-safe.
class BytesPool {
 public:
  /// @param most that wait to be used again
  explicit BytesPool(size_t most)
      : free_(std::make_shared<PerProcess<Free>>([most] { return std::make_unique<Free>(most); })) {
  }
  ~BytesPool() { free_->Get().Close(); }
  BytesPool(const BytesPool&) = delete;
  BytesPool& operator=(const BytesPool&) = delete;

  std::shared_ptr<Bytes> Take() {
    std::unique_ptr<Bytes> bytes = free_->Get().Take();
    return {bytes.release(), [of_process = free_](Bytes* back) {
              std::unique_ptr<Bytes> given(back);
              if (Free* free = of_process->Find(); free != nullptr) {
                free->Give(std::move(given));
              }
            }};
  }

 private:
  class Free {
   public:
    explicit Free(size_t most) { waiting_.reserve(most); }

    std::unique_ptr<Bytes> Take() {
      std::lock_guard<std::mutex> lock(mutex_);
      if (waiting_.empty()) {
        return std::make_unique<Bytes>();
      }
      std::unique_ptr<Bytes> bytes = std::move(waiting_.back());
      waiting_.pop_back();
      return bytes;
    }

    void Give(std::unique_ptr<Bytes> bytes) {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!is_closed_ && waiting_.size() < waiting_.capacity()) {
        waiting_.push_back(std::move(bytes));
      }
    }

    void Close() {
      std::lock_guard<std::mutex> lock(mutex_);
      is_closed_ = true;
      waiting_.clear();
    }

   private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Bytes>> waiting_;
    bool is_closed_ = false;
  };

  std::shared_ptr<PerProcess<Free>> free_;
};

}  // namespace cif::internal

#include "util/large_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <mutex>

#include "cif/buffer.h"

namespace cif::internal {
namespace {

/// Most bytes that are kept in pieces below kHugePage. The system cannot take their pages.
constexpr size_t kMostInSmallPages = size_t{16} << 20;

struct Piece {
  void* memory;
  size_t size;
};

/// Pieces that were freed, the oldest first. It asks for no memory itself. No call waits for
/// another: a process may have been forked while one of its threads was within a call.
class Pool {
 public:
  /// Returns the smallest piece that is large enough, and at most twice as large; else none.
  Piece Take(size_t size) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const size_t count = lock ? count_ : 0;
    size_t best = count;
    for (size_t i = 0; i < count; i++) {
      const bool fits = pieces_[i].size >= size && pieces_[i].size / 2 <= size;
      if (fits && (best == count || pieces_[i].size < pieces_[best].size)) {
        best = i;
      }
    }
    return best == count ? Piece{nullptr, 0} : Remove(best);
  }

  /// Keeps a piece if the limit allows one of its size, else frees it. Frees the oldest ones that
  /// are too many or above the limit then.
  void Give(Piece piece) {
    const size_t limit = limit_;
    const bool keeps = piece.size <= limit;
#ifdef MADV_FREE
    // For small pages the call, and their first use behind it, take longer than faults.
    if (keeps && piece.size >= kHugePage) {
      static_cast<void>(madvise(piece.memory, piece.size, MADV_FREE));
    }
#endif
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock) {
      const size_t room = keeps ? limit - piece.size : limit;
      while (count_ > 0 && (kept_ > room || count_ == pieces_.size())) {
        std::free(Remove(0).memory);
      }
    }
    if (!lock || !keeps) {
      std::free(piece.memory);
      return;
    }
    pieces_[count_++] = piece;
    kept_ += piece.size;
  }

  void set_limit(size_t limit) { limit_ = limit; }

 private:
  Piece Remove(size_t i) {
    const Piece piece = pieces_[i];
    std::copy(pieces_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
              pieces_.begin() + static_cast<std::ptrdiff_t>(count_),
              pieces_.begin() + static_cast<std::ptrdiff_t>(i));
    count_--;
    kept_ -= piece.size;
    return piece;
  }

  std::mutex mutex_;
  std::array<Piece, 64> pieces_{};
  size_t count_ = 0;
  size_t kept_ = 0;
  std::atomic<size_t> limit_ = 0;
};

/// Pools of the process. Buffers may live as long as the process, and so do they.
constinit Pool huge_page_pool;
constinit Pool small_page_pool;

Pool& PoolOf(size_t size) { return size < kHugePage ? small_page_pool : huge_page_pool; }

}  // namespace

void* AllocateLarge(size_t* size) {
  const Piece kept = PoolOf(*size).Take(*size);
  if (kept.memory != nullptr) {
    *size = kept.size;
    return kept.memory;
  }
  if (*size < kHugePage) {
    return std::aligned_alloc(kBufferAlignment, *size);
  }
  *size = (*size + kHugePage - 1) / kHugePage * kHugePage;
  void* memory = std::aligned_alloc(kHugePage, *size);
#ifdef MADV_HUGEPAGE
  if (memory != nullptr) {
    // Without huge pages the memory serves as well.
    static_cast<void>(madvise(memory, *size, MADV_HUGEPAGE));
  }
#endif
  return memory;
}

void FreeLarge(void* memory, size_t size) noexcept { PoolOf(size).Give({memory, size}); }

}  // namespace cif::internal

namespace cif {

void KeepLargeMemory(size_t bytes) noexcept {
  internal::huge_page_pool.set_limit(bytes);
  internal::small_page_pool.set_limit(std::min(bytes, internal::kMostInSmallPages));
}

}  // namespace cif

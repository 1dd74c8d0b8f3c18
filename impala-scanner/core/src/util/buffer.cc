#include "cif/buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace cif {
namespace {

/// Size of a huge page on the processors that libcif is for.
constexpr size_t kHugePage = size_t{2} << 20;

/// Allocates aligned memory; nullptr if there is none. Large memory comes in huge pages where the
/// system has them: of 160 MB that are written once, two fifths of the time went to the faults of
/// small pages.
void* Allocate(size_t alignment, size_t size) {
  if (size < kHugePage) {
    return std::aligned_alloc(alignment, size);
  }
  void* memory = std::aligned_alloc(kHugePage, (size + kHugePage - 1) / kHugePage * kHugePage);
#ifdef MADV_HUGEPAGE
  if (memory != nullptr) {
    // Without huge pages the memory serves as well.
    static_cast<void>(madvise(memory, size, MADV_HUGEPAGE));
  }
#endif
  return memory;
}

}  // namespace

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

Buffer::~Buffer() { std::free(data_); }

void Buffer::Grow(size_t size) {
  constexpr size_t kAlignment = 64;
  const size_t expected =
      times_ > 1 ? static_cast<size_t>(static_cast<double>(size) * times_) : size;
  size_t capacity = std::max(size, capacity_ == 0 ? expected : 2 * capacity_);
  size_t bytes = (capacity + kSlack + kAlignment - 1) / kAlignment * kAlignment;
  void* memory = Allocate(kAlignment, bytes);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  auto* data = static_cast<uint8_t*>(memory);
  if (size_ > 0) {
    std::memcpy(data, data_, size_);
  }
  // The slack may be loaded, so it has to be defined.
  std::memset(data + capacity, 0, bytes - capacity);
  std::free(data_);
  data_ = data;
  capacity_ = capacity;
}

uint8_t* Bytes::Allocate(size_t size) {
  // The old content is dropped, so growth need not copy it.
  own_.Clear();
  // Memory is allocated even for 0 bytes, since its slack may be loaded.
  own_.Resize(size + 1);
  data_ = own_.data();
  size_ = size;
  is_lent_ = false;
  owner_.reset();
  return own_.data();
}

void Bytes::Narrow(size_t skip, size_t size) {
  data_ = own_.data() + skip;
  size_ = size;
}

void Bytes::Lend(const uint8_t* data, size_t size) {
  data_ = data;
  size_ = size;
  is_lent_ = true;
  owner_.reset();
}

void Bytes::Hold(std::shared_ptr<const void> owner, const uint8_t* data, size_t size) {
  own_ = Buffer();
  owner_ = std::move(owner);
  data_ = data;
  size_ = size;
  is_lent_ = false;
}

}  // namespace cif

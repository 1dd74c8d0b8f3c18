#include "cif/buffer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "util/large_memory.h"

namespace cif {
namespace {

constexpr size_t kAlignment = internal::kBufferAlignment;

/// Allocates memory of a capacity, and makes that what was allocated.
uint8_t* Allocate(size_t* capacity) {
  size_t size = (*capacity + kSlack + kAlignment - 1) / kAlignment * kAlignment;
  void* memory = nullptr;
  if (size < internal::kLargeMemory) {
    memory = std::aligned_alloc(kAlignment, size);
  } else {
    memory = internal::AllocateLarge(&size);
    *capacity = size - kSlack;
  }
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  // The slack may be loaded, so it has to be defined.
  auto* data = static_cast<uint8_t*>(memory);
  std::memset(data + *capacity, 0, size - *capacity);
  return data;
}

void Free(uint8_t* data, size_t capacity) {
  const size_t size = capacity + kSlack;
  if (size < internal::kLargeMemory) {
    std::free(data);
  } else {
    internal::FreeLarge(data, size);
  }
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

Buffer::~Buffer() { Free(data_, capacity_); }

void Buffer::Grow(size_t size) {
  const size_t expected =
      times_ > 1 ? static_cast<size_t>(static_cast<double>(size) * times_) : size;
  size_t capacity = std::max(size, capacity_ == 0 ? expected : 2 * capacity_);
  uint8_t* data = Allocate(&capacity);
  if (size_ > 0) {
    std::memcpy(data, data_, size_);
  }
  Free(data_, capacity_);
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

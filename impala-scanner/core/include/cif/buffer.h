// Memory that decoders read from and write to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "cif/export.h"

namespace cif {

/// Bytes that may be loaded (their content has no meaning) behind every buffer that is decoded.
inline constexpr size_t kSlack = 64;

/// Growable memory, aligned to 64 bytes, with kSlack bytes more than its size. Move-only.
class CIF_EXPORT Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  uint8_t* data() { return data_; }
  const uint8_t* data() const { return data_; }
  size_t size() const { return size_; }
  /// What is allocated, without the slack.
  size_t capacity() const { return capacity_; }

  /// The content as values of a type; the caller knows which.
  template <typename T>
  T* as() {
    return reinterpret_cast<T*>(data_);
  }
  template <typename T>
  const T* as() const {
    return reinterpret_cast<const T*>(data_);
  }

  /// Sets the size; keeps what fits, leaves new bytes undefined, grows by doubling.
  void Resize(size_t size) {
    if (size > capacity_) {
      Grow(size);
    }
    size_ = size;
  }

  /// Memory that is allocated first has room for so many times what was asked for, at least 1.
  void ExpectTimes(float times) { times_ = times; }

  /// Sets the size to 0 and keeps the memory.
  void Clear() { size_ = 0; }

 private:
  void Grow(size_t size);

  uint8_t* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
  float times_ = 1;
};

/// Bytes of a file: in memory of their own, or in memory that the file lends.
class CIF_EXPORT Bytes {
 public:
  const uint8_t* data() const { return data_; }
  size_t size() const { return size_; }
  /// Whether the memory is the file's.
  bool is_lent() const { return is_lent_; }
  /// Whether it is shared with others.
  bool is_held() const { return owner_ != nullptr; }

  /// Makes room for `size` bytes in own memory and returns it; memory is used again.
  uint8_t* Allocate(size_t size);
  /// Takes the part of the own memory that starts `skip` bytes behind its start.
  void Narrow(size_t skip, size_t size);
  /// Points to memory that stays valid and does not change, with kSlack readable bytes behind, until
  /// the next use. Not to a map of a file that others may write or truncate.
  void Lend(const uint8_t* data, size_t size);
  /// Points to memory that an owner keeps, which several hold and nobody changes, with kSlack readable bytes
  /// behind. Own memory is freed.
  void Hold(std::shared_ptr<const void> owner, const uint8_t* data, size_t size);

 private:
  Buffer own_;
  std::shared_ptr<const void> owner_;
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
  bool is_lent_ = false;
};

/// Bytes that several hold and nobody changes, with kSlack readable bytes behind them. They live as long
/// as one of the owners.
struct SharedBytes {
  std::shared_ptr<const void> owner;
  const uint8_t* data = nullptr;
  int64_t size = 0;
  int64_t needed = 0;  ///< bytes that this owner is taken to need
};

}  // namespace cif

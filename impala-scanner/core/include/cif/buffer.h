// Memory that decoders read from and write to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "cif/export.h"

namespace cif {

/// Number of bytes behind every decoded buffer that may be loaded. Their content has no meaning.
inline constexpr size_t kSlack = 64;

/// Sets how many bytes of freed buffers the process keeps for later ones. At first it keeps none;
/// the first Arrow stream makes it 256 MiB. The limit is that of buffers of 2 MiB or more, whose
/// pages the system may take before they are used again. Of buffers from 64 KiB on that are smaller
/// it keeps as much, but at most 16 MiB. What is above a new limit goes when the next buffer of its
/// kind is freed. Safe for use by several threads.
CIF_EXPORT void KeepLargeMemory(size_t bytes) noexcept;

/// Growable memory, aligned to 64 bytes, with kSlack more bytes than its size. Move-only.
class CIF_EXPORT Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  uint8_t* data() { return data_; }
  const uint8_t* data() const { return data_; }
  size_t size() const { return size_; }
  /// Number of allocated bytes, without the slack.
  size_t capacity() const { return capacity_; }

  /// The content as an array of T. The caller knows the type of the values.
  template <typename T>
  T* as() {
    return reinterpret_cast<T*>(data_);
  }
  template <typename T>
  const T* as() const {
    return reinterpret_cast<const T*>(data_);
  }

  /// Sets the size in bytes. Keeps the content that fits, leaves new bytes undefined, and grows by
  /// doubling.
  void Resize(size_t size) {
    if (size > capacity_) {
      Grow(size);
    }
    size_ = size;
  }

  /// Makes the first allocation `times` as large as the size asked for, where `times` exceeds 1.
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

/// Bytes of a file, in own memory, in memory that the file lends, or in memory shared by several
/// owners.
class CIF_EXPORT Bytes {
 public:
  const uint8_t* data() const { return data_; }
  size_t size() const { return size_; }
  /// True if the memory belongs to the file.
  bool is_lent() const { return is_lent_; }
  /// True if the memory is shared with other owners.
  bool is_held() const { return owner_ != nullptr; }

  /// Makes room for `size` bytes in own memory and returns it. Reuses memory of earlier calls.
  uint8_t* Allocate(size_t size);
  /// Narrows this to `size` bytes of the own memory, from `skip` bytes behind its start on.
  void Narrow(size_t skip, size_t size);
  /// Points to foreign memory with kSlack readable bytes behind it. The memory has to stay valid
  /// and unchanged until the next use. Never pass the map of a file that others may write or
  /// truncate.
  void Lend(const uint8_t* data, size_t size);
  /// Points to memory that `owner` keeps alive, with kSlack readable bytes behind it. Several
  /// owners may hold it, and nobody changes it. Frees the own memory.
  void Hold(std::shared_ptr<const void> owner, const uint8_t* data, size_t size);

 private:
  Buffer own_;
  std::shared_ptr<const void> owner_;
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
  bool is_lent_ = false;
};

/// Immutable bytes with several owners and kSlack readable bytes behind them. They live until the
/// last owner is gone.
struct SharedBytes {
  std::shared_ptr<const void> owner;
  const uint8_t* data = nullptr;
  int64_t size = 0;
  int64_t needed = 0;  ///< number of these bytes that this owner counts as needed
};

}  // namespace cif

// Bounded reading of bytes, with the conventions of FORMAT.md section 1.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>

#include "cif/buffer.h"

namespace cif::internal {

class SharedMemory;

static_assert(std::endian::native == std::endian::little, "CIF is decoded on little-endian hosts");

/// Failure for bytes that break a rule of the format. It stays within the library, whose border
/// makes it an Error.
class CorruptData : public std::exception {
 public:
  CorruptData(int64_t offset, std::string message)
      : offset_(offset), message_(std::move(message)) {}

  /// Offset in the decoded data; -1 if not known.
  int64_t offset() const { return offset_; }
  const std::string& message() const { return message_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  int64_t offset_;
  std::string message_;
};

template <typename T>
inline T Load(const uint8_t* p) {
  T value;
  std::memcpy(&value, p, sizeof(T));
  return value;
}

inline int64_t ZigZag(uint64_t z) { return static_cast<int64_t>((z >> 1) ^ (0 - (z & 1))); }

/// Range of bytes with a position that never passes its end. kSlack bytes behind the end may be
/// loaded; their content has no meaning.
class Input {
 public:
  Input() = default;

  /// Makes an input of a whole block or footer. Offsets count from its start.
  Input(const uint8_t* data, size_t size) : origin_(data), p_(data), end_(data + size) {}

  /// Makes an input of bytes at an offset of a block.
  Input(const uint8_t* data, size_t size, int64_t offset) : Input(data, size) { base_ = offset; }

  /// Makes an input of decompressed bytes. All errors name the offset of the compressed ones.
  static Input Decompressed(const uint8_t* data, size_t size, int64_t offset) {
    Input in(data, size);
    in.fixed_offset_ = offset;
    return in;
  }

  /// Memory that contains the bytes, if vectors may point into it; else nullptr. It outlives this
  /// input.
  SharedMemory* shared_memory() const { return shared_memory_; }
  void set_shared_memory(SharedMemory* memory) { shared_memory_ = memory; }

  const uint8_t* position() const { return p_; }
  const uint8_t* end() const { return end_; }
  int64_t remaining() const { return end_ - p_; }
  void set_position(const uint8_t* p) { p_ = p; }

  /// Returns the offset that errors name for a position.
  int64_t OffsetOf(const uint8_t* p) const {
    return fixed_offset_ >= 0 ? fixed_offset_ : base_ + (p - origin_);
  }
  int64_t offset() const { return OffsetOf(p_); }

  [[noreturn]] void Corrupt(const std::string& message) const { CorruptAt(p_, message); }
  [[noreturn]] void CorruptAt(const uint8_t* p, const std::string& message) const;

  uint8_t U8() {
    Need(1);
    return *p_++;
  }

  uint32_t U32() {
    Need(4);
    uint32_t value = Load<uint32_t>(p_);
    p_ += 4;
    return value;
  }

  uint64_t U64() {
    Need(8);
    uint64_t value = Load<uint64_t>(p_);
    p_ += 8;
    return value;
  }

  uint64_t Uvarint() {
    if (p_ < end_ && *p_ < 0x80) {
      return *p_++;
    }
    if (end_ - p_ > 1 && p_[1] < 0x80) {
      p_ += 2;
      return static_cast<uint64_t>(p_[-2] & 0x7F) | static_cast<uint64_t>(p_[-1]) << 7;
    }
    return LongUvarint();
  }

  int64_t Svarint() { return ZigZag(Uvarint()); }

  /// Reads a uvarint from 0 to max. Every number is corrupt if max is negative.
  int64_t Count(const char* what, int64_t max) {
    const uint8_t* at = p_;
    uint64_t value = Uvarint();
    if (max < 0 || value > static_cast<uint64_t>(max)) {
      BadCount(at, what, value, max);
    }
    return static_cast<int64_t>(value);
  }

  /// Moves on and returns the old position.
  const uint8_t* Skip(int64_t bytes) {
    Need(bytes);
    const uint8_t* p = p_;
    p_ += bytes;
    return p;
  }

  /// Reads a uvarint length and returns that many bytes as an input of their own. Moves behind
  /// them.
  Input Sized(const char* what) {
    int64_t length = Count(what, kMaxCount);
    Input part = *this;
    part.p_ = Skip(length);
    part.end_ = p_;
    return part;
  }

  /// Returns the bytes from an earlier position to this one as an input of their own.
  Input Since(const uint8_t* start) const {
    Input part = *this;
    part.p_ = start;
    part.end_ = p_;
    return part;
  }

  /// Reads an svarint that is the length of the bytes behind it.
  int64_t AvroLength() {
    const uint8_t* at = p_;
    int64_t length = Svarint();
    if (length < 0 || length > end_ - p_) {
      BadLength(at, length);
    }
    return length;
  }

  void ExpectEnd(const char* what) const;

 private:
  static constexpr int64_t kMaxCount = INT32_MAX;

  void Need(int64_t bytes) const {
    if (bytes < 0 || bytes > end_ - p_) {
      Short(bytes);
    }
  }

  uint64_t LongUvarint();
  [[noreturn]] void Short(int64_t bytes) const;
  [[noreturn]] void BadLength(const uint8_t* at, int64_t length) const;
  [[noreturn]] void BadCount(const uint8_t* at, const char* what, uint64_t value,
                             int64_t max) const;

  const uint8_t* origin_ = nullptr;
  const uint8_t* p_ = nullptr;
  const uint8_t* end_ = nullptr;
  int64_t base_ = 0;
  int64_t fixed_offset_ = -1;
  SharedMemory* shared_memory_ = nullptr;
};

}  // namespace cif::internal

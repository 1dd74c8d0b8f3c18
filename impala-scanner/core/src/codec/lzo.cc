// LZO1X decompression, written from the public description of the stream. The high bits of an
// instruction tell its form. An instruction copies a match from earlier output, followed by up to
// three literals. Every copy is checked against both ends.

#include <cstring>

#include "codec/codec.h"

namespace cif::internal {
namespace {

/// State after a run of literals. After a match, the state is its number of literals, 0 to 3.
constexpr unsigned kAfterRun = 4;

class Lzo {
 public:
  Lzo(const uint8_t* data, size_t size, uint8_t* out, size_t capacity)
      : in_(data), in_end_(data + size), out_start_(out), out_(out), out_end_(out + capacity) {}

  size_t Run(const char** error) {
    Start();
    while (error_ == nullptr && !done_) {
      Instruction();
    }
    if (error_ == nullptr && in_ != in_end_) {
      error_ = "bytes too many behind the end";
    }
    *error = error_;
    return static_cast<size_t>(out_ - out_start_);
  }

 private:
  void Fail(const char* why) {
    if (error_ == nullptr) {
      error_ = why;
    }
  }

  /// Returns the next byte; 0 and an error at the end.
  unsigned Next() {
    if (in_ == in_end_) {
      Fail("the data end too early");
      return 0;
    }
    return *in_++;
  }

  /// Handles a first byte above 17, which is a run of literals in a form of its own.
  void Start() {
    if (in_ == in_end_) {
      Fail("no data");
      return;
    }
    if (*in_ > 17) {
      unsigned count = *in_++ - 17U;
      Literals(count);
      state_ = count < kAfterRun ? count : kAfterRun;
    }
  }

  /// Reads a length whose bits are all 0: each zero byte adds 255, and the first other byte ends
  /// it.
  size_t LongLength(size_t base) {
    size_t length = base;
    while (in_ != in_end_ && *in_ == 0) {
      length += 255;
      in_++;
    }
    return length + Next();
  }

  void Instruction() {
    unsigned t = Next();
    if (t >= 64) {
      // 1LLDDDSS H and 01LDDDSS H: within 2 KiB, lengths 3 to 8.
      size_t length = t >= 128 ? 5 + ((t >> 5) & 3) : 3 + ((t >> 5) & 1);
      size_t distance = (static_cast<size_t>(Next()) << 3) + ((t >> 2) & 7) + 1;
      Match(distance, length, t & 3);
    } else if (t >= 32) {
      // 001LLLLL and 16 bits: within 16 KiB.
      size_t length = 2 + ((t & 31) != 0 ? t & 31 : LongLength(31));
      unsigned low = Next();
      unsigned high = Next();
      Match((low >> 2) + (static_cast<size_t>(high) << 6) + 1, length, low & 3);
    } else if (t >= 16) {
      // 0001HLLL and 16 bits: from 16 KiB to 48 KiB; the distance 16 KiB itself ends the stream.
      size_t length = 2 + ((t & 7) != 0 ? t & 7 : LongLength(7));
      unsigned low = Next();
      unsigned high = Next();
      size_t distance = 16384 + (static_cast<size_t>(t & 8) << 11) + (low >> 2) +
                        (static_cast<size_t>(high) << 6);
      if (distance == 16384) {
        done_ = true;
      } else {
        Match(distance, length, low & 3);
      }
    } else {
      Short(t);
    }
  }

  /// Handles 0000LLLL, whose meaning depends on the instruction before.
  void Short(unsigned t) {
    if (state_ == 0) {
      Literals(3 + (t != 0 ? t : LongLength(15)));
      state_ = kAfterRun;
      return;
    }
    size_t distance = (static_cast<size_t>(Next()) << 2) + (t >> 2) + 1;
    if (state_ == kAfterRun) {
      Match(distance + 2048, 3, t & 3);
    } else {
      Match(distance, 2, t & 3);
    }
  }

  void Literals(size_t count) {
    if (error_ != nullptr || count > static_cast<size_t>(in_end_ - in_) ||
        count > static_cast<size_t>(out_end_ - out_)) {
      Fail("literals beyond the data");
      return;
    }
    std::memcpy(out_, in_, count);
    in_ += count;
    out_ += count;
  }

  void Match(size_t distance, size_t length, unsigned literals) {
    if (error_ != nullptr || distance > static_cast<size_t>(out_ - out_start_) ||
        length > static_cast<size_t>(out_end_ - out_)) {
      Fail("a match beyond the data");
      return;
    }
    const uint8_t* from = out_ - distance;
    if (distance >= length) {
      std::memcpy(out_, from, length);
      out_ += length;
    } else {
      // The match overlaps its own output: copying byte by byte repeats it.
      for (size_t i = 0; i < length; i++) {
        *out_++ = *from++;
      }
    }
    Literals(literals);
    state_ = literals;
  }

  const uint8_t* in_;
  const uint8_t* in_end_;
  uint8_t* out_start_;
  uint8_t* out_;
  uint8_t* out_end_;
  unsigned state_ = 0;
  bool done_ = false;
  const char* error_ = nullptr;
};

}  // namespace

size_t DecompressLzo(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                     const char** error) {
  return Lzo(data, size, out, capacity).Run(error);
}

}  // namespace cif::internal

#include "util/input.h"

namespace cif::internal {

void Input::CorruptAt(const uint8_t* p, const std::string& message) const {
  throw CorruptData(OffsetOf(p), message);
}

uint64_t Input::LongUvarint() {
  const uint8_t* at = p_;
  uint64_t value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    if (p_ == end_) {
      CorruptAt(at, "the data end inside a number");
    }
    uint8_t b = *p_++;
    if (shift == 63 && b > 1) {
      break;
    }
    value |= static_cast<uint64_t>(b & 0x7F) << shift;
    if (b < 0x80) {
      return value;
    }
  }
  CorruptAt(at, "a number of more than 64 bits");
}

void Input::BadLength(const uint8_t* at, int64_t length) const {
  CorruptAt(at, "a length of " + std::to_string(length) + " with " + std::to_string(remaining()) +
                    " bytes left");
}

void Input::ExpectEnd(const char* what) const {
  if (p_ != end_) {
    Corrupt(std::to_string(end_ - p_) + " bytes too many behind " + what);
  }
}

void Input::Short(int64_t bytes) const {
  Corrupt("the data end: " + std::to_string(bytes) + " bytes wanted, " + std::to_string(end_ - p_) +
          " left");
}

void Input::BadCount(const uint8_t* at, const char* what, uint64_t value, int64_t max) const {
  CorruptAt(at, std::string(what) + " is " + std::to_string(value) + ", at most " +
                    std::to_string(max) + " can be");
}

}  // namespace cif::internal

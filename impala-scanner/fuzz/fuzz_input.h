// Common parts of the fuzz targets: numbers and bytes of an input, types, a memory limit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cif/io.h"
#include "cif/type.h"
#include "util/input.h"
#include "util/shared_memory.h"

/// Entry point of a target, called by libFuzzer.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace cif::fuzz {

/// Maximum number of bytes that one read may allocate.
inline constexpr int64_t kBudget = 8 << 20;

/// Maximum number of values of a stream or block: beyond the input's size, but cheap to decode.
inline constexpr int64_t kMostValues = 20000;

/// Splits an input: first into numbers, then into bytes.
class FuzzInput {
 public:
  FuzzInput(const uint8_t* data, size_t size) : p_(data), end_(data + size) {}

  /// Reads a uvarint and reduces it to 0..most; 0 at the end of the input.
  int64_t Number(int64_t most);

  /// Returns `length` bytes, or fewer at the end of the input.
  std::string Text(size_t length);

  /// Returns the remaining bytes with exactly kSlack readable bytes behind them. Vectors may point
  /// there. Call it once.
  internal::Input Rest();

  bool empty() const { return p_ == end_; }

 private:
  const uint8_t* p_;
  const uint8_t* end_;
  internal::SharedMemory shared_memory_;
};

/// Types of every class, nested and not. The corpora rely on their order.
const std::vector<Type>& Types();

/// Aborts the program if the condition is false, so that the fuzzer sees it.
void Require(bool holds, const char* what);

}  // namespace cif::fuzz

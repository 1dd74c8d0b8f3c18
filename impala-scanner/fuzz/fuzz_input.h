// What the fuzz targets share: numbers and bytes from an input, types, a limit on memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cif/io.h"
#include "cif/type.h"
#include "util/home.h"
#include "util/input.h"

/// The entry point of a target, which libFuzzer calls.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace cif::fuzz {

/// What one read may allocate.
inline constexpr int64_t kBudget = 8 << 20;

/// Most values of a stream or block: hostile claims beyond the input's size, cheap to decode.
inline constexpr int64_t kMostValues = 20000;

/// Takes an input apart: first numbers, then bytes.
class FuzzInput {
 public:
  FuzzInput(const uint8_t* data, size_t size) : p_(data), end_(data + size) {}

  /// A uvarint, brought to 0..most; 0 at the end of the input.
  int64_t Number(int64_t most);

  /// So many bytes, or what is left.
  std::string Text(size_t length);

  /// What is left, with kSlack readable bytes behind it and no byte more; vectors may point there. Once.
  internal::Input Rest();

  bool empty() const { return p_ == end_; }

 private:
  const uint8_t* p_;
  const uint8_t* end_;
  internal::Home home_;
};

/// Types of every class, nested and not; the order is that of the corpora.
const std::vector<Type>& Types();

/// Ends the program, so that the fuzzer sees it.
void Require(bool holds, const char* what);

}  // namespace cif::fuzz

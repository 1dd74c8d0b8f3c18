// Encodings of streams, in the order of their numbers in files.
#pragma once

#include <array>
#include <cstdint>

namespace cif::internal {

/// Encodings of integers: FORMAT.md section 6.1.
enum class IntsEncoding : uint8_t {
  kConstant,
  kPacked,
  kDelta,
  kRunLength,
  kDictionary,
  kPlain,
  kScaled,
  kCompressed,
  kDigits,
};

inline constexpr std::array<const char*, 9> kIntsEncodings = {"constant",   "packed",     "delta",
                                                              "run-length", "dictionary", "plain",
                                                              "scaled",     "compressed", "digits"};

/// Encodings of byte strings: FORMAT.md section 6.2.
enum class StringsEncoding : uint8_t {
  kConstant,
  kPlain,
  kPacked,
  kDictionary,
  kCompressed,
  kSymbols,
};

inline constexpr std::array<const char*, 6> kStringsEncodings = {
    "constant", "plain", "packed", "dictionary", "compressed", "symbols"};

}  // namespace cif::internal

// The scans of figure 8. TypedData.java defines their checksums and the layout of the plain file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace paper {

/// Bytes of a record of the plain file.
inline constexpr size_t kRecordBytes = 1000;
inline constexpr int kMapEntries = 4;
inline constexpr size_t kKeyPrefixBytes = 2;

enum class Type { kIntegers, kDoubles, kMaps };

/// The error of a file that is missing or has unexpected content; it ends the program.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline uint64_t OfEntry(std::string_view key, int32_t value) {
  uint64_t hash = 0;
  for (char c : key) {
    hash = hash * 31 + static_cast<uint8_t>(c);
  }
  return hash * static_cast<uint64_t>(static_cast<int64_t>(value));
}

inline uint64_t OfRecord(uint64_t typed, std::string_view rest) {
  uint64_t sum = typed * 31 + rest.size();
  if (!rest.empty()) {
    sum += static_cast<uint64_t>(static_cast<uint8_t>(rest.front()));
    sum += static_cast<uint64_t>(static_cast<uint8_t>(rest.back()));
  }
  return sum;
}

/// Runs the paper's program: deserialises the records of a plain file, each with `values` values.
uint64_t ScanPlain(const std::string& file, Type type, size_t values);

/// Touches every value of the batches of split-directories.
uint64_t ScanCif(const std::string& folder, Type type);

}  // namespace paper

// The index of a filter file: FORMAT.md section 5.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "util/input.h"

namespace cif::internal {

enum class FilterKind : uint8_t {
  kNone,    ///< nothing is known of the rows
  kBloom,
  kValues,  ///< all values, of a key of one column
};

/// The filter of some rows, and where its body is in the file.
struct FilterPlace {
  int64_t first_row = 0;
  int64_t rows = 0;
  int64_t offset = 0;
  int64_t length = 0;
  uint32_t crc = 0;
  FilterKind kind = FilterKind::kNone;

  int64_t end_row() const { return first_row + rows; }
  int64_t end() const { return offset + length; }
};

struct FilterIndex {
  std::vector<uint32_t> footer_crcs;  ///< of the key's columns
  std::vector<FilterPlace> filters;   ///< they cover all rows
};

/// Reads an index, whose bytes are all of the input.
/// @param columns of the key
/// @param rows of the split
/// @param end where the index begins in the file
/// @throws CorruptData if it breaks a rule
FilterIndex ReadFilterIndex(Input in, size_t columns, int64_t rows, int64_t end);

/// Where the values of a body of kind values begin, each with its length before it.
/// @throws CorruptData if it breaks a rule
std::vector<uint32_t> ReadFilterValues(Input in);

}  // namespace cif::internal

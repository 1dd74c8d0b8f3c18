// Index of a filter file: FORMAT.md section 5.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "util/input.h"

namespace cif::internal {

enum class FilterKind : uint8_t {
  kNone,  ///< no information about the rows
  kBloom,
  kValues,  ///< all values, for a key of one column
};

/// Entry of a filter: its rows, and the position of its body in the file.
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
  std::vector<uint32_t> footer_crcs;  ///< checksums of the footers of the key's columns
  std::vector<FilterPlace> filters;   ///< together they cover all rows
};

/// Reads an index that fills the input.
/// @param columns number of columns of the key
/// @param rows number of rows of the split
/// @param end start of the index in the file
/// @throws CorruptData if it breaks a rule
FilterIndex ReadFilterIndex(Input in, size_t columns, int64_t rows, int64_t end);

/// Returns the starts of the values in a body of kind values. Each value has its length before it.
/// @throws CorruptData if it breaks a rule
std::vector<uint32_t> ReadFilterValues(Input in);

}  // namespace cif::internal

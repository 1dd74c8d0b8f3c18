// Statistics of blocks and column files: FORMAT.md section 8.
#pragma once

#include <cstdint>
#include <vector>

#include "cif/literal.h"

namespace cif {

/// Statistics of some rows of a column: known facts without reading the rows.
struct Statistics {
  int64_t nulls = 0;
  bool has_bounds = false;
  bool min_exact = false;  ///< `min` occurs as a value
  bool max_exact = false;
  bool has_nan = false;
  Literal min;  ///< bounds of the non-NULL values without NaN; only if has_bounds
  Literal max;
};

/// The layouts of a column file.
enum class Layout : uint8_t { kAuto, kPlain, kSkipList, kBlock, kDcsl };

/// Part at the end of a block's body, FORMAT.md section 6.3.
struct BlockPart {
  int64_t offset = 0;  ///< offset in the body
  int64_t length = 0;
  uint32_t crc = 0;
};

/// Footer entry of a block.
struct BlockInfo {
  int64_t offset = 0;  ///< offset of the body in the file
  int64_t length = 0;  ///< length of the body in bytes
  int64_t first_row = 0;
  int64_t rows = 0;
  int64_t raw_bytes = 0;
  uint32_t crc = 0;         ///< checksum of the body; of the head alone if there are parts
  int64_t head_length = 0;  ///< length of the head before the parts; `length` if there are none
  std::vector<BlockPart> parts;
  int64_t filter_length = 0;  ///< length of the key filter behind the body; 0: none
  uint32_t filter_crc = 0;
  Statistics statistics;
};

/// Footer of a column file: FORMAT.md section 5.
struct Footer {
  Layout layout = Layout::kAuto;
  uint8_t codec = 0;  ///< codec of layout block
  std::vector<int32_t> distances;
  int64_t rows = 0;
  Statistics statistics;
  std::vector<BlockInfo> blocks;
};

}  // namespace cif

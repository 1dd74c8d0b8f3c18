// A block of a column file, whatever its layout.
#pragma once

#include <memory>

#include "cif/statistics.h"
#include "cif/vector.h"
#include "encoding/rows.h"
#include "read/path.h"
#include "util/budget.h"
#include "util/input.h"

namespace cif::internal {

/// Rows of a block, or the part of each that the path leads to.
class Block {
 public:
  virtual ~Block() = default;

  /// Appends rows of the block. After an error the vector's content is undefined; the block may be
  /// asked again.
  virtual void Read(const Rows& rows, Vector* out) = 0;
};

using BlockPtr = std::unique_ptr<Block>;

/// What a block is opened with. All that is pointed to outlives the block.
struct BlockSource {
  Type type;
  Path path;
  int64_t rows = 0;
  Input body;
  Budget* budget = nullptr;
};

BlockPtr OpenAutoBlock(BlockSource source);
BlockPtr OpenRowBlock(BlockSource source, const Footer& footer);

}  // namespace cif::internal

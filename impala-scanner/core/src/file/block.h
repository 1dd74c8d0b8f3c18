// A block of a column file, whatever its layout.
#pragma once

#include <memory>
#include <vector>

#include "cif/statistics.h"
#include "cif/vector.h"
#include "file/path.h"
#include "util/budget.h"
#include "util/input.h"
#include "vector/rows.h"
#include "vector/value_matcher.h"

namespace cif::internal {

/// Rows of a block, or the part of each that the path leads to.
class Block {
 public:
  virtual ~Block() = default;

  /// Appends rows of the block. After an error the vector's content is undefined; the block may be
  /// asked again.
  virtual void Read(const Rows& rows, Vector* out) = 0;

  /// Appends the slots of those of the rows that a matcher takes. Here: by decoding them.
  virtual void Select(const Rows& rows, const ValueMatcher& matcher, std::vector<int32_t>* slots) {
    Vector values(matcher.type());
    Read(rows, &values);
    matcher.Select(values, slots);
  }

  /// Whether few values stand for many, so that Select looks at few.
  virtual bool HasFewValues() { return false; }
};

using BlockPtr = std::unique_ptr<Block>;

/// The parts of a node, read when they are wanted: FORMAT.md section 6.3.
class Parts {
 public:
  virtual ~Parts() = default;

  virtual size_t count() const = 0;
  /// Bytes of all parts.
  virtual int64_t length() const = 0;
  /// Reads a part, and checks it; valid as long as the block.
  virtual Input Read(size_t part) = 0;
};

/// What a block is opened with. All that is pointed to outlives the block.
struct BlockSource {
  Type type;
  Path path;
  int64_t rows = 0;
  Input body;  ///< or its head, if there are parts
  Budget* budget = nullptr;
  Parts* parts = nullptr;  ///< of a block of layout auto that is divided and not read whole
};

BlockPtr OpenAutoBlock(BlockSource source);
BlockPtr OpenRowBlock(BlockSource source, const Footer& footer);

}  // namespace cif::internal

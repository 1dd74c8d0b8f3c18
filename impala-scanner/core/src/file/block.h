// Interface of a block of a column file, for all layouts.
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

/// Rows of a block, or the part of each that the path names.
class Block {
 public:
  virtual ~Block() = default;

  /// Appends rows of the block. After an error the vector's content is undefined, but the block may
  /// be read again.
  virtual void Read(const Rows& rows, Vector* out) = 0;

  /// Appends the slots of the rows that a matcher takes. The default decodes the rows.
  virtual void Select(const Rows& rows, const ValueMatcher& matcher, std::vector<int32_t>* slots) {
    Vector values(matcher.type());
    Read(rows, &values);
    matcher.Select(values, slots);
  }

  /// Returns true if few distinct values stand for many, so that Select looks at few.
  virtual bool HasFewValues() { return false; }
};

using BlockPtr = std::unique_ptr<Block>;

/// Parts of a node, read on demand: FORMAT.md section 6.3.
class Parts {
 public:
  virtual ~Parts() = default;

  virtual size_t count() const = 0;
  /// Sum of the bytes of all parts.
  virtual int64_t length() const = 0;
  /// Reads and checks a part. It is valid as long as the block.
  virtual Input Read(size_t part) = 0;
};

/// Arguments for the opening of a block. All pointers outlive the block.
struct BlockSource {
  Type type;
  Path path;
  int64_t rows = 0;
  Input body;  ///< body of the block; its head if there are parts
  Budget* budget = nullptr;
  Parts* parts = nullptr;  ///< parts of a divided block of layout auto that is not read as a whole
};

BlockPtr OpenAutoBlock(BlockSource source);
BlockPtr OpenRowBlock(BlockSource source, const Footer& footer);

}  // namespace cif::internal

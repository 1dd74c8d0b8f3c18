// Finding rows in a block of the paper's layouts: FORMAT.md section 7.2, the paper's section 5.2.
#pragma once

#include <cstdint>
#include <vector>

#include "row/value_decoder.h"
#include "util/input.h"

namespace cif::internal {

/// Moves forward row by row, or along a skip list by the greatest distances that fit; back only by
/// starting over. The input stands at the current row, before its skip block if it has one.
class RowLocator {
 public:
  /// A locator at row 0, at which the input stands; no distances: no skip list.
  RowLocator(Input* in, ValueDecoder* decoder, const std::vector<int32_t>& distances, int64_t rows);

  /// Goes back to row 0.
  void Restart();

  /// Moves to a row.
  void Seek(int64_t target);

  /// Leaves the skip block of the current row behind, so that the caller may decode `wanted` rows or
  /// less: as many as are returned, before Advance.
  int64_t Enter(int64_t wanted);

  /// Says that the caller decoded rows; checks that the last row ends where the body ends.
  void Advance(int64_t decoded);

 private:
  struct Level {
    int64_t distance = 0;
    int64_t next = 0;                      ///< the next row, from the current one on, that it divides
    const uint8_t* announced = nullptr;    ///< where a skip block said that row is, if one did
  };

  size_t LevelsHere() const;
  void ReadSkipBlock(size_t levels);
  void Jump(size_t level);
  int64_t BeforeSkipBlock(int64_t wanted) const;

  Input* in_;
  ValueDecoder* decoder_;
  const uint8_t* first_;
  int64_t rows_;
  int64_t row_ = 0;
  std::vector<Level> levels_;
};

}  // namespace cif::internal

// Skip lists: location of rows in a block of the paper's layouts. FORMAT.md section 7.2, the
// paper's section 5.2.
#pragma once

#include <cstdint>
#include <vector>

#include "row/value_decoder.h"
#include "util/input.h"

namespace cif::internal {

/// Moves forward row by row, or along a skip list by the greatest distances that fit. Moving back
/// means starting over. The input stands at the current row, before its skip block if there is one.
class RowLocator {
 public:
  /// Makes a locator at row 0, where the input stands. Without distances there is no skip list.
  RowLocator(Input* in, ValueDecoder* decoder, const std::vector<int32_t>& distances, int64_t rows);

  /// Goes back to row 0.
  void Restart();

  /// Moves to a row.
  void Seek(int64_t target);

  /// Passes the skip block of the current row. Returns the number of rows, at most `wanted`, that
  /// the caller may decode before Advance.
  int64_t Enter(int64_t wanted);

  /// Records that the caller decoded rows. Checks that the last row ends at the end of the body.
  void Advance(int64_t decoded);

 private:
  struct Level {
    int64_t distance = 0;
    /// Next row, from the current one on, that is a multiple of the distance.
    int64_t next = 0;
    const uint8_t* announced = nullptr;  ///< position of that row from a skip block, if known
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

// Free blocks in a file system's bitmap.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ext2.h"
#include "zone.h"

namespace cif::zones {

/// Free blocks of a range: their number, the number of runs, and the longest run.
struct FreeSum {
  uint64_t blocks = 0;
  uint64_t runs = 0;
  uint64_t longest = 0;

  void Add(uint64_t run);
};

/// Returns the first run of free blocks within [from, end).
std::optional<Run> NextFree(ext2_filsys fs, uint64_t from, uint64_t end);

FreeSum SumFree(ext2_filsys fs, const std::vector<Run>& ranges);

/// Hands out the free blocks of ranges, lowest first, and marks them as used. Others may take
/// blocks meanwhile: the bitmap is read anew each time.
class FreeBlocks {
 public:
  FreeBlocks(ext2_filsys fs, std::vector<Run> ranges);

  /// Number of blocks still to be handed out, if nobody else took some.
  uint64_t left() const { return left_; }

  /// Takes one block; there must be one left.
  uint64_t TakeBlock();

  /// Takes a run of at most `most` blocks, or nothing if none is left.
  std::optional<Run> TakeRun(uint64_t most);

  /// Returns the run that was taken last: it is the next to be handed out.
  void Return(const Run& run);

 private:
  ext2_filsys fs_;
  std::vector<Run> ranges_;
  size_t range_ = 0;
  uint64_t at_ = 0;  ///< next block to look at within the range
  uint64_t left_ = 0;
};

}  // namespace cif::zones

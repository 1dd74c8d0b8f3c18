#include "free_blocks.h"

#include <algorithm>
#include <utility>

namespace cif::zones {

void FreeSum::Add(uint64_t run) {
  blocks += run;
  runs++;
  longest = std::max(longest, run);
}

std::optional<Run> NextFree(ext2_filsys fs, uint64_t from, uint64_t end) {
  blk64_t first = 0;
  if (from >= end ||
      ext2fs_find_first_zero_block_bitmap2(fs->block_map, from, end - 1, &first) != 0) {
    return std::nullopt;
  }
  blk64_t used = end;
  if (ext2fs_find_first_set_block_bitmap2(fs->block_map, first, end - 1, &used) != 0) {
    used = end;
  }
  return Run{first, used - first};
}

FreeSum SumFree(ext2_filsys fs, const std::vector<Run>& ranges) {
  FreeSum sum;
  for (const Run& range : ranges) {
    for (auto run = NextFree(fs, range.first, range.end()); run;
         run = NextFree(fs, run->end(), range.end())) {
      sum.Add(run->count);
    }
  }
  return sum;
}

FreeBlocks::FreeBlocks(ext2_filsys fs, std::vector<Run> ranges)
    : fs_(fs), ranges_(std::move(ranges)) {
  left_ = SumFree(fs, ranges_).blocks;
  at_ = ranges_.empty() ? 0 : ranges_[0].first;
}

std::optional<Run> FreeBlocks::TakeRun(uint64_t most) {
  while (range_ < ranges_.size()) {
    if (auto run = NextFree(fs_, at_, ranges_[range_].end())) {
      run->count = std::min(run->count, most);
      at_ = run->end();
      left_ -= std::min(left_, run->count);
      ext2fs_block_alloc_stats_range(fs_, run->first, static_cast<blk_t>(run->count), +1);
      return run;
    }
    if (++range_ < ranges_.size()) {
      at_ = ranges_[range_].first;
    }
  }
  return std::nullopt;
}

uint64_t FreeBlocks::TakeBlock() { return TakeRun(1).value().first; }

void FreeBlocks::Return(const Run& run) {
  ext2fs_block_alloc_stats_range(fs_, run.first, static_cast<blk_t>(run.count), -1);
  at_ = run.first;
  left_ += run.count;
}

}  // namespace cif::zones

#include "block_map.h"

#include <algorithm>
#include <utility>

namespace cif::zones {

BlockMap::BlockMap(ext2_filsys fs, std::function<uint64_t()> next)
    : fs_(fs), next_(std::move(next)), per_table_(fs->blocksize / sizeof(uint32_t)) {}

BlockMap::Place BlockMap::PlaceOfNext() const {
  Place place;
  if (data_blocks_ < kDirect) {
    return place;
  }
  uint64_t at = data_blocks_ - kDirect;
  uint64_t held = per_table_;
  for (place.levels = 1; place.levels <= 3 && at >= held; place.levels++) {
    at -= held;
    held *= per_table_;
  }
  place.first_new = place.levels;
  for (int level = place.levels - 1; level >= 0 && place.levels <= 3; level--) {
    place.entry[static_cast<size_t>(level)] = at % per_table_;
    at /= per_table_;
  }
  // A table begins where the position in it and in all lower tables is 0.
  for (int level = place.levels - 1; level >= 0 && place.levels <= 3; level--) {
    if (place.entry[static_cast<size_t>(level)] != 0) {
      break;
    }
    place.first_new = level;
  }
  return place;
}

int BlockMap::CostOfNext() const {
  Place place = PlaceOfNext();
  return place.levels > 3 ? 0 : 1 + place.levels - place.first_new;
}

void BlockMap::Close(Table* table) {
  if (table->block != 0 && error_ == 0) {
    error_ = ext2fs_write_ind_block(fs_, table->block, table->entries.data());
  }
  table->block = 0;
}

void BlockMap::Append() {
  Place place = PlaceOfNext();
  auto point = [&](int level, uint32_t block) {
    if (level == 0) {
      inode_blocks_[place.levels == 0 ? data_blocks_
                                      : static_cast<uint64_t>(kDirect + place.levels - 1)] = block;
    } else {
      auto above = static_cast<size_t>(level - 1);
      tables_[above].entries[place.entry[above]] = block;
    }
    all_blocks_++;
  };
  for (int level = place.first_new; level < place.levels; level++) {
    Table& table = tables_[static_cast<size_t>(level)];
    Close(&table);
    table.block = static_cast<uint32_t>(next_());
    table.entries.assign(per_table_, 0);
    point(level, table.block);
  }
  point(place.levels, static_cast<uint32_t>(next_()));
  data_blocks_++;
}

errcode_t BlockMap::Finish(ext2_inode* inode) {
  for (Table& table : tables_) {
    Close(&table);
  }
  std::copy(inode_blocks_.begin(), inode_blocks_.end(), inode->i_block);
  return error_;
}

}  // namespace cif::zones

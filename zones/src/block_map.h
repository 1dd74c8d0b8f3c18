// Writes the block map of a file of ext2 or ext3: 12 blocks in the inode, then tables of one, two
// and three levels.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "ext2.h"

namespace cif::zones {

class BlockMap {
 public:
  /// `next` returns free blocks for data and tables, one after the other.
  BlockMap(ext2_filsys fs, std::function<uint64_t()> next);

  /// Number of blocks that Append would take now: one, and a table for each level that begins. 0 if
  /// the map is full.
  int CostOfNext() const;

  /// Takes one block of data and the tables that it needs.
  void Append();

  /// Writes the open tables, and the map into an inode. Errors are libext2fs's.
  errcode_t Finish(ext2_inode* inode);

  uint64_t data_blocks() const { return data_blocks_; }
  uint64_t all_blocks() const { return all_blocks_; }

 private:
  static constexpr int kDirect = 12;

  /// A table that is being filled. Depth 0 is the one that the inode points to.
  struct Table {
    uint32_t block = 0;
    std::vector<uint32_t> entries;
  };

  /// Position of the next block of data: the levels of tables above it, and the entry in each.
  struct Place {
    int levels = 0;
    std::array<uint64_t, 3> entry{};
    int first_new = 0;  ///< the highest level whose table begins with this block
  };

  Place PlaceOfNext() const;
  void Close(Table* table);

  ext2_filsys fs_;
  std::function<uint64_t()> next_;
  uint64_t per_table_;
  std::array<uint32_t, EXT2_N_BLOCKS> inode_blocks_{};
  std::array<Table, 3> tables_;
  uint64_t data_blocks_ = 0;
  uint64_t all_blocks_ = 0;
  errcode_t error_ = 0;
};

}  // namespace cif::zones

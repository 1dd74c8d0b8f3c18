// The ballast: files of root in /.cif-zones that hold the blocks which no other file is to get.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "change.h"
#include "free_blocks.h"
#include "zone.h"

namespace cif::zones {

inline constexpr char kBallastFolder[] = ".cif-zones";
inline constexpr char kBallastPrefix[] = "ballast-";

/// The ballast of an unmounted file system, or of one that is read.
class Ballast {
 public:
  /// Fails if the folder holds anything that this tool did not make.
  Ballast(const std::string& device, ext2_filsys fs);

  bool exists() const { return folder_ != 0; }

  /// Counts the blocks of all its files, tables of block maps and extents included, within the
  /// ranges.
  uint64_t BlocksWithin(const std::vector<Run>& ranges) const;

  /// Counts the same blocks without tables: libext2fs puts extent tables where it finds room, also
  /// inside the zone.
  uint64_t DataBlocksWithin(const std::vector<Run>& ranges) const;

  /// Takes all free blocks of the ranges. Returns their number.
  uint64_t Take(Change* change, const std::vector<Run>& ranges);

  /// Removes all files and the folder. Returns the number of blocks that became free.
  uint64_t Remove(Change* change);

 private:
  struct File {
    std::string name;
    ext2_ino_t inode = 0;
  };

  void Find();
  uint64_t Count(const std::vector<Run>& ranges, int flags) const;
  void MakeFolder();
  std::string NewName() const;
  void AddFile(FreeBlocks* from);
  void FillExtents(ext2_ino_t number, FreeBlocks* from);
  void FillBlockMap(ext2_ino_t number, FreeBlocks* from);
  void Link(ext2_ino_t folder, const std::string& name, ext2_ino_t inode, int type);
  void RemoveInode(ext2_ino_t folder, const std::string& name, ext2_ino_t inode, bool is_folder);
  void Check(errcode_t code, const std::string& doing) const;

  std::string device_;
  ext2_filsys fs_;
  ext2_ino_t folder_ = 0;
  std::vector<File> files_;
};

}  // namespace cif::zones

// The ballast: files of root in /.cif-zones that hold the blocks which nobody else is to get.
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

  /// The blocks of all its files, tables of block maps and extents among them, that lie within the ranges.
  uint64_t BlocksWithin(const std::vector<Run>& ranges) const;

  /// The blocks of data within ranges, without tables. libext2fs puts tables of extents where it finds room, also inside
  /// of the zone.
  uint64_t DataBlocksWithin(const std::vector<Run>& ranges) const;

  /// Takes all free blocks of the ranges. Returns how many.
  uint64_t Take(Change* change, const std::vector<Run>& ranges);

  /// Removes all files and the folder. Returns how many blocks became free.
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

// One change of an unmounted file system, which is on the device as a whole or can be taken back.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "device.h"
#include "overlay.h"

namespace cif::zones {

/// Effect of the change on the marks of blocks. A mark is set before anything points to its block,
/// and removed after.
enum class Direction { kTakesBlocks, kGivesBlocks };

/// Steps of a change:
///   1. libext2fs works on an Overlay; the old bytes of what it writes go to the undo file, in
///      e2undo's format.
///   2. Commit: the undo file is finished and on disk. Until here the device is as it was.
///   3. The superblock says "not clean", then blocks follow in an order in which each prefix loses
///      nothing, then the superblock says "clean".
/// A process that ends within step 3 leaves a file system that `e2fsck -fy` repairs, and that
/// `e2undo -f UNDO DEVICE` takes back as long as it was not mounted in between.
class Change {
 public:
  /// Opens an unmounted device that was checked. `undo` must not exist.
  Change(const std::string& device, const std::string& undo, StepHook step);
  ~Change();
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;

  ext2_filsys fs() const { return fs_; }

  /// Blocks of this directory are written last by a change that takes blocks, and first by one that
  /// gives them.
  void AddDirectory(ext2_ino_t directory);

  /// Runs steps 2 and 3. Without it nothing is changed, and the undo file is removed.
  void Commit(Direction direction);

 private:
  /// Groups of blocks within which the order of writes is free.
  enum class Part { kBlockBitmaps, kGroups, kInodeBitmaps, kOther, kInodes, kDirectories };

  Part PartOf(uint64_t block) const;
  void LocateParts();
  std::string MarkedSuper() const;
  void FinishUndoFile();
  void Apply(const std::vector<std::vector<uint64_t>>& steps, const std::string& marked);
  void WriteBlock(uint64_t block);
  void WriteSuper(const std::string& super);
  void Sync();

  std::string device_;
  std::string undo_;
  StepHook step_;
  UniqueFd fd_;
  uint32_t block_size_ = 0;
  std::unique_ptr<Overlay> overlay_;
  ext2_filsys fs_ = nullptr;
  std::set<uint64_t> block_bitmaps_;
  std::set<uint64_t> inode_bitmaps_;
  std::set<uint64_t> directories_;
  std::vector<Run> groups_;
  std::vector<Run> inodes_;  ///< in order
  bool keep_undo_ = false;
};

}  // namespace cif::zones

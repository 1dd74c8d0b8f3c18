#include "change.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "error.h"
#include "file_io.h"

namespace cif::zones {
namespace {

std::string FolderOf(const std::string& file) {
  std::filesystem::path folder = std::filesystem::path(file).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// Makes an empty undo file. It must not exist: libext2fs would append to it.
void MakeUndoFile(const std::string& undo) {
  UniqueFd made(open(undo.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600));
  if (made.ok()) {
    return;
  }
  if (errno == EEXIST) {
    Fail(undo,
         "is there already; it may be needed to take back an earlier change. Name another by "
         "--undo");
  }
  FailErrno(undo, "the undo file cannot be made; name another by --undo");
}

bool Holds(const std::vector<Run>& runs, uint64_t block) {
  auto after = std::upper_bound(runs.begin(), runs.end(), block,
                                [](uint64_t wanted, const Run& run) { return wanted < run.first; });
  return after != runs.begin() && block < std::prev(after)->end();
}

int AddBlock(ext2_filsys, blk64_t* block, e2_blkcnt_t, blk64_t, int, void* set) {
  static_cast<std::set<uint64_t>*>(set)->insert(*block);
  return 0;
}

}  // namespace

Change::Change(const std::string& device, const std::string& undo, StepHook step)
    : device_(device), undo_(undo), step_(std::move(step)), fd_(Claim(device)) {
  {
    FileSystemPtr fs = OpenToRead(device, false);
    CheckKnown(device, fs.get());
    block_size_ = fs->blocksize;
  }
  step_();
  MakeUndoFile(undo);
  try {
    overlay_ = std::make_unique<Overlay>(device, fd_.get(), block_size_, FolderOf(undo), step_);
    CheckExt2(set_undo_io_backing_manager(overlay_->Manager()), undo, "undo file");
    CheckExt2(set_undo_io_backup_file(const_cast<char*>(undo.c_str())), undo, "undo file");
    CheckExt2(ext2fs_open2(device.c_str(), nullptr, EXT2_FLAG_RW | EXT2_FLAG_64BITS, 0, 0,
                           undo_io_manager, &fs_),
              device, "cannot be opened as a file system");
    CheckExt2(ext2fs_read_bitmaps(fs_), device, "bitmaps cannot be read");
  } catch (...) {
    unlink(undo.c_str());
    throw;
  }
  LocateParts();
}

Change::~Change() {
  if (fs_ != nullptr) {
    ext2fs_free(fs_);
  }
  if (!keep_undo_) {
    unlink(undo_.c_str());
  }
}

void Change::LocateParts() {
  for (dgrp_t group = 0; group < fs_->group_desc_count; group++) {
    block_bitmaps_.insert(ext2fs_block_bitmap_loc(fs_, group));
    inode_bitmaps_.insert(ext2fs_inode_bitmap_loc(fs_, group));
    inodes_.push_back({ext2fs_inode_table_loc(fs_, group), fs_->inode_blocks_per_group});
  }
  std::sort(inodes_.begin(), inodes_.end(),
            [](const Run& a, const Run& b) { return a.first < b.first; });
  blk64_t super = 0;
  blk64_t groups = 0;
  blk64_t later = 0;
  CheckExt2(ext2fs_super_and_bgd_loc2(fs_, 0, &super, &groups, &later, nullptr), device_,
            "group descriptors");
  groups_.push_back({groups, fs_->desc_blocks});
}

Change::Part Change::PartOf(uint64_t block) const {
  if (block_bitmaps_.count(block) != 0) {
    return Part::kBlockBitmaps;
  }
  if (inode_bitmaps_.count(block) != 0) {
    return Part::kInodeBitmaps;
  }
  if (directories_.count(block) != 0) {
    return Part::kDirectories;
  }
  if (Holds(inodes_, block)) {
    return Part::kInodes;
  }
  return Holds(groups_, block) ? Part::kGroups : Part::kOther;
}

void Change::AddDirectory(ext2_ino_t directory) {
  CheckExt2(
      ext2fs_block_iterate3(fs_, directory, BLOCK_FLAG_READ_ONLY, nullptr, AddBlock, &directories_),
      device_, "a directory cannot be read; run e2fsck -f " + device_);
}

std::string Change::MarkedSuper() const {
  ext2_super_block marked = *fs_->orig_super;
  marked.s_state = ext2fs_cpu_to_le16(ext2fs_le16_to_cpu(marked.s_state) & ~EXT2_VALID_FS);
  CheckExt2(ext2fs_superblock_csum_set(fs_, &marked), device_, "checksum of the superblock");
  return {reinterpret_cast<const char*>(&marked), SUPERBLOCK_SIZE};
}

void Change::Commit(Direction direction) {
  std::string marked = MarkedSuper();
  errcode_t code = ext2fs_close(fs_);
  fs_ = nullptr;
  CheckExt2(code, device_,
            "the change cannot be kept beside the undo file " + undo_ + "; nothing was changed");
  FinishUndoFile();

  using P = Part;
  std::vector<Part> order = {P::kBlockBitmaps, P::kGroups, P::kInodeBitmaps,
                             P::kOther,        P::kInodes, P::kDirectories};
  if (direction == Direction::kGivesBlocks) {
    order = {P::kDirectories,  P::kInodes,       P::kOther,
             P::kInodeBitmaps, P::kBlockBitmaps, P::kGroups};
  }
  std::vector<std::vector<uint64_t>> steps(order.size());
  uint64_t super = SUPERBLOCK_OFFSET / block_size_;
  for (uint64_t block : overlay_->Blocks()) {
    if (block != super) {
      auto part = std::find(order.begin(), order.end(), PartOf(block));
      steps[static_cast<size_t>(part - order.begin())].push_back(block);
    }
  }
  keep_undo_ = true;
  try {
    Apply(steps, marked);
  } catch (const ZoneError& error) {
    throw ZoneError(std::string(error.what()) +
                    "; the change is not complete. Take it back: e2undo -f " + undo_ + " " +
                    device_ + "; or repair: e2fsck -fy " + device_);
  }
}

void Change::FinishUndoFile() {
  step_();
  UniqueFd undo(open(undo_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!undo.ok() || fsync(undo.get()) != 0) {
    FailErrno(undo_, "the undo file cannot be written; nothing was changed");
  }
  UniqueFd folder(open(FolderOf(undo_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.ok() || fsync(folder.get()) != 0) {
    FailErrno(undo_, "the undo file cannot be written; nothing was changed");
  }
}

void Change::Apply(const std::vector<std::vector<uint64_t>>& steps, const std::string& marked) {
  WriteSuper(marked);
  for (const std::vector<uint64_t>& blocks : steps) {
    for (uint64_t block : blocks) {
      WriteBlock(block);
    }
    Sync();
  }
  std::string super(SUPERBLOCK_SIZE, '\0');
  CheckExt2(overlay_->Read(SUPERBLOCK_OFFSET, super.size(), super.data()), device_, "superblock");
  WriteSuper(super);
}

void Change::WriteBlock(uint64_t block) {
  std::string bytes(block_size_, '\0');
  CheckExt2(overlay_->Read(block * block_size_, bytes.size(), bytes.data()), device_,
            "held blocks");
  step_();
  if (!WriteFully(fd_.get(), bytes.data(), bytes.size(), block * block_size_)) {
    FailErrno(device_, "block " + std::to_string(block) + " cannot be written");
  }
}

void Change::WriteSuper(const std::string& super) {
  step_();
  if (!WriteFully(fd_.get(), super.data(), super.size(), SUPERBLOCK_OFFSET)) {
    FailErrno(device_, "the superblock cannot be written");
  }
  Sync();
}

void Change::Sync() {
  if (fsync(fd_.get()) != 0) {
    FailErrno(device_, "cannot be written");
  }
}

}  // namespace cif::zones

#include "ballast.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "block_map.h"
#include "error.h"

namespace cif::zones {
namespace {

/// Limit of a file's size. It is below the largest count in i_blocks on any of the file systems: 2
/// TiB without the feature huge_file.
constexpr uint64_t kMostBytesOfFile = uint64_t{1} << 40;

constexpr uint32_t kFileFlags = EXT2_IMMUTABLE_FL | EXT2_NODUMP_FL;

struct Entries {
  std::vector<std::pair<std::string, ext2_ino_t>> found;
};

int AddEntry(ext2_dir_entry* entry, int, int, char*, void* out) {
  std::string name(entry->name, static_cast<size_t>(ext2fs_dirent_name_len(entry)));
  if (name != "." && name != "..") {
    static_cast<Entries*>(out)->found.emplace_back(name, entry->inode);
  }
  return 0;
}

struct BlockCount {
  const std::vector<Run>* ranges;
  uint64_t blocks = 0;
};

int CountBlock(ext2_filsys, blk64_t* block, e2_blkcnt_t, blk64_t, int, void* out) {
  auto* count = static_cast<BlockCount*>(out);
  for (const Run& range : *count->ranges) {
    count->blocks += *block >= range.first && *block < range.end() ? 1 : 0;
  }
  return 0;
}

int FreeBlock(ext2_filsys fs, blk64_t* block, e2_blkcnt_t, blk64_t, int, void*) {
  ext2fs_block_alloc_stats2(fs, *block, -1);
  return 0;
}

}  // namespace

Ballast::Ballast(const std::string& device, ext2_filsys fs) : device_(device), fs_(fs) { Find(); }

void Ballast::Check(errcode_t code, const std::string& doing) const {
  CheckExt2(code, device_, doing);
}

void Ballast::Find() {
  errcode_t code = ext2fs_lookup(fs_, EXT2_ROOT_INO, kBallastFolder,
                                 static_cast<int>(std::strlen(kBallastFolder)), nullptr, &folder_);
  if (code == EXT2_ET_FILE_NOT_FOUND) {
    folder_ = 0;
    return;
  }
  const std::string path = std::string("/") + kBallastFolder;
  Check(code, "the root folder cannot be read; run e2fsck -f " + device_);
  ext2_inode inode;
  Check(ext2fs_read_inode(fs_, folder_, &inode), path + " cannot be read");
  if (!LINUX_S_ISDIR(inode.i_mode) || inode_uid(inode) != 0) {
    Fail(device_, path + " is no folder of root's, so cif-zones did not make it; move it away");
  }
  Entries entries;
  Check(ext2fs_dir_iterate(fs_, folder_, 0, nullptr, AddEntry, &entries), path + " cannot be read");
  for (const auto& [name, number] : entries.found) {
    Check(ext2fs_read_inode(fs_, number, &inode), path + "/" + name + " cannot be read");
    if (name.rfind(kBallastPrefix, 0) != 0 || !LINUX_S_ISREG(inode.i_mode) ||
        inode_uid(inode) != 0 || inode.i_links_count != 1) {
      Fail(device_, path + "/" + name + " was not made by cif-zones; move it away");
    }
    files_.push_back({name, number});
  }
}

uint64_t Ballast::Count(const std::vector<Run>& ranges, int flags) const {
  BlockCount count{&ranges};
  for (const File& file : files_) {
    Check(ext2fs_block_iterate3(fs_, file.inode, BLOCK_FLAG_READ_ONLY | flags, nullptr, CountBlock,
                                &count),
          "the ballast cannot be read; run e2fsck -f " + device_);
  }
  return count.blocks;
}

uint64_t Ballast::BlocksWithin(const std::vector<Run>& ranges) const { return Count(ranges, 0); }

uint64_t Ballast::DataBlocksWithin(const std::vector<Run>& ranges) const {
  return Count(ranges, BLOCK_FLAG_DATA_ONLY);
}

void Ballast::Link(ext2_ino_t folder, const std::string& name, ext2_ino_t inode, int type) {
  errcode_t code = ext2fs_link(fs_, folder, name.c_str(), inode, type);
  if (code == EXT2_ET_DIR_NO_SPACE) {
    Check(ext2fs_expand_dir(fs_, folder), "a folder cannot grow");
    code = ext2fs_link(fs_, folder, name.c_str(), inode, type);
  }
  Check(code, name + " cannot be made");
}

void Ballast::MakeFolder() {
  if (folder_ != 0) {
    return;
  }
  Check(ext2fs_new_inode(fs_, EXT2_ROOT_INO, LINUX_S_IFDIR | 0700, nullptr, &folder_),
        "no inode is free");
  Check(ext2fs_mkdir(fs_, EXT2_ROOT_INO, folder_, nullptr), "the ballast's folder cannot be made");
  ext2_inode inode;
  Check(ext2fs_read_inode(fs_, folder_, &inode), "inode");
  inode.i_mode = LINUX_S_IFDIR | 0700;
  Check(ext2fs_write_inode(fs_, folder_, &inode), "inode");
  Link(EXT2_ROOT_INO, kBallastFolder, folder_, EXT2_FT_DIR);
}

std::string Ballast::NewName() const {
  for (int number = 0;; number++) {
    char name[32];
    std::snprintf(name, sizeof(name), "%s%04d", kBallastPrefix, number);
    if (std::none_of(files_.begin(), files_.end(),
                     [&](const File& file) { return file.name == name; })) {
      return name;
    }
  }
}

uint64_t Ballast::Take(Change* change, const std::vector<Run>& ranges) {
  change->AddDirectory(EXT2_ROOT_INO);
  if (folder_ != 0) {
    change->AddDirectory(folder_);
  }
  uint64_t before = SumFree(fs_, ranges).blocks;
  MakeFolder();
  FreeBlocks from(fs_, ranges);
  while (SumFree(fs_, ranges).blocks > 0) {
    AddFile(&from);
  }
  return before;
}

void Ballast::AddFile(FreeBlocks* from) {
  ext2_ino_t number = 0;
  Check(ext2fs_new_inode(fs_, folder_, LINUX_S_IFREG | 0600, nullptr, &number), "no inode is free");
  bool extents = ext2fs_has_feature_extents(fs_->super);
  ext2_inode inode{};
  inode.i_mode = LINUX_S_IFREG | 0600;
  inode.i_links_count = 1;
  inode.i_flags = kFileFlags | (extents ? EXT4_EXTENTS_FL : 0);
  inode.i_atime = inode.i_ctime = inode.i_mtime = static_cast<uint32_t>(std::time(nullptr));
  Check(ext2fs_write_new_inode(fs_, number, &inode), "inode");
  ext2fs_inode_alloc_stats2(fs_, number, +1, 0);
  if (extents) {
    FillExtents(number, from);
  } else {
    FillBlockMap(number, from);
  }
  std::string name = NewName();
  Link(folder_, name, number, EXT2_FT_REG_FILE);
  files_.push_back({name, number});
}

void Ballast::FillExtents(ext2_ino_t number, FreeBlocks* from) {
  ext2_extent_handle_t handle = nullptr;
  Check(ext2fs_extent_open(fs_, number, &handle), "extents");
  std::unique_ptr<ext2_extent_handle, void (*)(ext2_extent_handle_t)> closed(handle,
                                                                             ext2fs_extent_free);
  uint64_t taken = 0;
  while (taken < kMostBytesOfFile / fs_->blocksize) {
    std::optional<Run> run = from->TakeRun(EXT_UNINIT_MAX_LEN);
    if (!run) {
      break;
    }
    // Unwritten extents: a reader of the file gets zeros, not the bytes of deleted files.
    ext2fs_extent extent{run->first, taken, static_cast<uint32_t>(run->count),
                         EXT2_EXTENT_FLAGS_UNINIT};
    errcode_t code = ext2fs_extent_insert(handle, EXT2_EXTENT_INSERT_AFTER, &extent);
    if (code == EXT2_ET_BLOCK_ALLOC_FAIL && taken > 0) {
      // No block for a table of extents is free anywhere: the rest goes into the inode of another
      // file.
      from->Return(*run);
      break;
    }
    Check(code, "extents");
    taken += run->count;
  }
  closed.reset();
  ext2_inode inode;
  Check(ext2fs_read_inode(fs_, number, &inode), "inode");
  Check(ext2fs_iblk_add_blocks(fs_, &inode, taken), "inode");
  Check(ext2fs_inode_size_set(fs_, &inode, static_cast<ext2_off64_t>(taken * fs_->blocksize)),
        "inode");
  Check(ext2fs_write_inode(fs_, number, &inode), "inode");
}

void Ballast::FillBlockMap(ext2_ino_t number, FreeBlocks* from) {
  BlockMap map(fs_, [from] { return from->TakeBlock(); });
  while (map.data_blocks() < kMostBytesOfFile / fs_->blocksize && map.CostOfNext() > 0 &&
         static_cast<uint64_t>(map.CostOfNext()) <= from->left()) {
    map.Append();
  }
  ext2_inode inode;
  Check(ext2fs_read_inode(fs_, number, &inode), "inode");
  Check(map.Finish(&inode), "block map");
  Check(ext2fs_iblk_set(fs_, &inode, map.all_blocks()), "inode");
  Check(ext2fs_inode_size_set(fs_, &inode,
                              static_cast<ext2_off64_t>(map.data_blocks() * fs_->blocksize)),
        "inode");
  Check(ext2fs_write_inode(fs_, number, &inode), "inode");
}

void Ballast::RemoveInode(ext2_ino_t folder, const std::string& name, ext2_ino_t number,
                          bool is_folder) {
  Check(ext2fs_unlink(fs_, folder, name.c_str(), number, 0), name + " cannot be removed");
  ext2_inode inode;
  Check(ext2fs_read_inode(fs_, number, &inode), "inode");
  Check(ext2fs_free_ext_attr(fs_, number, reinterpret_cast<ext2_inode_large*>(&inode)),
        "attributes of " + name);
  Check(ext2fs_block_iterate3(fs_, number, BLOCK_FLAG_READ_ONLY, nullptr, FreeBlock, nullptr),
        "blocks of " + name);
  inode.i_links_count = 0;
  inode.i_dtime = static_cast<uint32_t>(std::time(nullptr));
  Check(ext2fs_write_inode(fs_, number, &inode), "inode");
  ext2fs_inode_alloc_stats2(fs_, number, -1, is_folder ? 1 : 0);
}

uint64_t Ballast::Remove(Change* change) {
  uint64_t before = ext2fs_free_blocks_count(fs_->super);
  change->AddDirectory(EXT2_ROOT_INO);
  change->AddDirectory(folder_);
  for (const File& file : files_) {
    RemoveInode(folder_, file.name, file.inode, false);
  }
  RemoveInode(EXT2_ROOT_INO, kBallastFolder, folder_, true);
  ext2_inode root;
  Check(ext2fs_read_inode(fs_, EXT2_ROOT_INO, &root), "root folder");
  if (root.i_links_count > 2) {
    root.i_links_count--;
  }
  Check(ext2fs_write_inode(fs_, EXT2_ROOT_INO, &root), "root folder");
  files_.clear();
  folder_ = 0;
  return ext2fs_free_blocks_count(fs_->super) - before;
}

}  // namespace cif::zones

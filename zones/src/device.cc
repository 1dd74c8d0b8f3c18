#include "device.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <sstream>

#include "child.h"
#include "error.h"

namespace cif::zones {
namespace {

constexpr uint32_t kKnownCompat = EXT3_FEATURE_COMPAT_HAS_JOURNAL | EXT2_FEATURE_COMPAT_EXT_ATTR |
                                  EXT2_FEATURE_COMPAT_RESIZE_INODE | EXT2_FEATURE_COMPAT_DIR_INDEX |
                                  EXT4_FEATURE_COMPAT_ORPHAN_FILE;
constexpr uint32_t kKnownIncompat = EXT2_FEATURE_INCOMPAT_FILETYPE | EXT3_FEATURE_INCOMPAT_EXTENTS |
                                    EXT4_FEATURE_INCOMPAT_64BIT | EXT4_FEATURE_INCOMPAT_FLEX_BG |
                                    EXT4_FEATURE_INCOMPAT_CSUM_SEED;
constexpr uint32_t kKnownRoCompat =
    EXT2_FEATURE_RO_COMPAT_SPARSE_SUPER | EXT2_FEATURE_RO_COMPAT_LARGE_FILE |
    EXT4_FEATURE_RO_COMPAT_HUGE_FILE | EXT4_FEATURE_RO_COMPAT_GDT_CSUM |
    EXT4_FEATURE_RO_COMPAT_DIR_NLINK | EXT4_FEATURE_RO_COMPAT_EXTRA_ISIZE |
    EXT4_FEATURE_RO_COMPAT_METADATA_CSUM;

void CheckFeatures(const std::string& device, int kind, uint32_t features, uint32_t known) {
  uint32_t unknown = features & ~known;
  if (unknown == 0) {
    return;
  }
  // The lowest unknown feature is named: one is enough to know what to do.
  const char* name = e2p_feature2string(kind, unknown & (~unknown + 1));
  Fail(
      device,
      std::string("has the feature ") + name +
          ", which cif-zones does not know, so nothing was changed; turn it off with tune2fs -O ^" +
          name + " where that can be done, or make the file system without it");
}

/// Returns the mount of a block device's root folder, from the kernel's table.
std::optional<Mount> MountOf(dev_t rdev) {
  std::ifstream table("/proc/self/mountinfo");
  std::string line;
  std::string wanted = std::to_string(major(rdev)) + ":" + std::to_string(minor(rdev));
  while (std::getline(table, line)) {
    std::istringstream fields(line);
    std::string id, parent, numbers, root, folder, options, field, type;
    fields >> id >> parent >> numbers >> root >> folder >> options;
    while (fields >> field && field != "-") {
    }
    fields >> type;
    if (numbers == wanted && root == "/") {
      return Mount{folder, type};
    }
  }
  return std::nullopt;
}

}  // namespace

void FileSystemCloser::operator()(ext2_filsys fs) const { ext2fs_free(fs); }

std::optional<Mount> FindMount(const std::string& device) {
  struct stat status;
  if (stat(device.c_str(), &status) != 0) {
    FailErrno(device, "cannot be opened");
  }
  if (!S_ISBLK(status.st_mode) && !S_ISREG(status.st_mode)) {
    Fail(device, "is neither a block device nor an image file");
  }
  if (S_ISBLK(status.st_mode)) {
    if (std::optional<Mount> mount = MountOf(status.st_rdev)) {
      return mount;
    }
  }
  int flags = 0;
  std::array<char, 4096> folder{};
  CheckExt2(ext2fs_check_mount_point(device.c_str(), &flags, folder.data(), folder.size() - 1),
            device, "cannot be looked up among what is mounted");
  if ((flags & EXT2_MF_SWAP) != 0) {
    Fail(device, "is in use as swap");
  }
  if ((flags & EXT2_MF_MOUNTED) != 0) {
    Fail(device, std::string("is mounted at ") + folder.data() +
                     " through another device or as a part; unmount it");
  }
  if ((flags & EXT2_MF_BUSY) != 0) {
    Fail(device,
         "is in use by another program or device; end that first (lsof, dmsetup ls, cat "
         "/proc/mdstat)");
  }
  return std::nullopt;
}

FileSystemPtr OpenToRead(const std::string& device, bool mounted) {
  ext2_filsys fs = nullptr;
  int flags = EXT2_FLAG_64BITS | (mounted ? EXT2_FLAG_IGNORE_CSUM_ERRORS : 0);
  errcode_t code = ext2fs_open2(device.c_str(), nullptr, flags, 0, 0, unix_io_manager, &fs);
  FileSystemPtr opened(fs);
  if (code == EXT2_ET_BAD_MAGIC || code == EXT2_ET_SHORT_READ) {
    Fail(device, "holds no ext2, ext3 or ext4 file system");
  }
  if (code == EXT2_ET_UNSUPP_FEATURE) {
    Fail(device,
         "has a feature that libext2fs does not know, or is the journal of another file system; "
         "nothing was changed");
  }
  CheckExt2(code, device, "cannot be opened as a file system; run e2fsck -f " + device);
  CheckExt2(ext2fs_read_block_bitmap(fs), device,
            "block bitmaps cannot be read; run e2fsck -f " + device);
  return opened;
}

void CheckKnown(const std::string& device, ext2_filsys fs) {
  const ext2_super_block& super = *fs->super;
  if (super.s_rev_level != EXT2_DYNAMIC_REV) {
    Fail(device, "has revision " + std::to_string(super.s_rev_level) +
                     " of the format, which cif-zones does not know; nothing was changed");
  }
  if (ext2fs_has_feature_journal_needs_recovery(fs->super)) {
    Fail(device, "has changes in its journal; mount and unmount it, or run e2fsck -f " + device);
  }
  CheckFeatures(device, E2P_FEATURE_COMPAT, super.s_feature_compat, kKnownCompat);
  CheckFeatures(device, E2P_FEATURE_INCOMPAT, super.s_feature_incompat, kKnownIncompat);
  CheckFeatures(device, E2P_FEATURE_RO_INCOMPAT, super.s_feature_ro_compat, kKnownRoCompat);
  if ((super.s_state & EXT2_VALID_FS) == 0 || (super.s_state & EXT2_ERROR_FS) != 0) {
    Fail(device, "is not clean; run e2fsck -f " + device);
  }
  blk64_t blocks = 0;
  CheckExt2(ext2fs_get_device_size2(device.c_str(), static_cast<int>(fs->blocksize), &blocks),
            device, "its size cannot be read");
  if (blocks < ext2fs_blocks_count(fs->super)) {
    Fail(device, "has " + std::to_string(blocks) + " blocks, but its file system " +
                     std::to_string(ext2fs_blocks_count(fs->super)) +
                     "; the partition was cut, or the image is not whole");
  }
}

UniqueFd Claim(const std::string& device) {
  struct stat status;
  if (stat(device.c_str(), &status) != 0) {
    FailErrno(device, "cannot be opened");
  }
  // Linux refuses to mount a device that is open with O_EXCL; on a file the flag has no meaning.
  UniqueFd fd(open(device.c_str(), O_RDWR | O_CLOEXEC | (S_ISBLK(status.st_mode) ? O_EXCL : 0)));
  if (!fd.ok()) {
    FailErrno(device, "cannot be opened to write");
  }
  return fd;
}

void CheckByE2fsck(const std::string& device) {
  ChildResult result = RunChild({"e2fsck", "-fn", device});
  if (result.status != 0) {
    Fail(device, "e2fsck -fn ended with " + std::to_string(result.status) + "; run e2fsck -f " +
                     device + ". It said:\n" + result.output);
  }
}

Layout LayoutOf(ext2_filsys fs) {
  return {fs->blocksize, fs->super->s_first_data_block, ext2fs_blocks_count(fs->super)};
}

std::string TypeOf(ext2_filsys fs) {
  if (ext2fs_has_feature_extents(fs->super) || ext2fs_has_feature_64bit(fs->super) ||
      ext2fs_has_feature_flex_bg(fs->super) || ext2fs_has_feature_metadata_csum(fs->super)) {
    return "ext4";
  }
  return ext2fs_has_feature_journal(fs->super) ? "ext3" : "ext2";
}

uint64_t StartOnDisk(const std::string& device) {
  struct stat status;
  if (stat(device.c_str(), &status) != 0 || !S_ISBLK(status.st_mode)) {
    return 0;
  }
  std::ifstream start("/sys/dev/block/" + std::to_string(major(status.st_rdev)) + ":" +
                      std::to_string(minor(status.st_rdev)) + "/start");
  uint64_t sectors = 0;
  start >> sectors;
  return sectors * 512;
}

}  // namespace cif::zones

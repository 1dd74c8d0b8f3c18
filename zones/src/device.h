// A device or an image file: its file system, its users, and the checks before this tool may change
// it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "ext2.h"
#include "unique_fd.h"
#include "zone.h"

namespace cif::zones {

/// Mount of a device.
struct Mount {
  std::string folder;
  std::string type;  ///< the kernel's driver: ext2, ext3 or ext4
};

/// Closes a file system that is open for reading; changes to it are dropped.
struct FileSystemCloser {
  void operator()(ext2_filsys fs) const;
};

using FileSystemPtr = std::unique_ptr<struct_ext2_filsys, FileSystemCloser>;

/// Finds the mount of the device's whole file system, or nothing. Fails if the device is in use
/// otherwise: as swap, or as an image behind a loop device.
std::optional<Mount> FindMount(const std::string& device);

/// Opens a file system for reading, with its block bitmap. The bitmaps of a mounted one may change
/// meanwhile, so their checksums are ignored. Fails if it is no ext2, ext3 or ext4.
FileSystemPtr OpenToRead(const std::string& device, bool mounted);

/// Fails unless every feature is known, the file system is clean, and the device holds all of it.
void CheckKnown(const std::string& device, ext2_filsys fs);

/// Opens the device for writing, so that nobody can mount it meanwhile. Fails if it is mounted.
UniqueFd Claim(const std::string& device);

/// Fails unless `e2fsck -fn` finds nothing, with the first lines of its findings.
void CheckByE2fsck(const std::string& device);

Layout LayoutOf(ext2_filsys fs);

/// Returns ext2, ext3 or ext4, by the features.
std::string TypeOf(ext2_filsys fs);

/// Returns the byte of the disk at which a partition starts; 0 if it is no partition.
uint64_t StartOnDisk(const std::string& device);

}  // namespace cif::zones

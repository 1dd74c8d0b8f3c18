// A device or an image file: what is on it, who uses it, and whether this tool may touch it.
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
  std::string type;  ///< of the kernel's driver: ext2, ext3 or ext4
};

/// Closes a file system that is open to read; what was changed in it is forgotten.
struct ForgetFileSystem {
  void operator()(ext2_filsys fs) const;
};

using FileSystemPtr = std::unique_ptr<struct_ext2_filsys, ForgetFileSystem>;

/// Returns the mount of the device's whole file system, or nothing. Fails if the device is in use otherwise: as swap,
/// or as an image behind a loop device.
std::optional<Mount> FindMount(const std::string& device);

/// Opens a file system to read, with its block bitmap. Of a mounted one bitmaps may change meanwhile, so their
/// checksums are not looked at. Fails if it is no ext2, ext3 or ext4.
FileSystemPtr OpenToRead(const std::string& device, bool mounted);

/// Fails unless every feature is known, the file system is clean, and the device holds all of it.
void CheckKnown(const std::string& device, ext2_filsys fs);

/// Opens the device to write, so that nobody can mount it meanwhile. Fails if it is mounted.
UniqueFd Claim(const std::string& device);

/// Fails unless `e2fsck -fn` finds nothing, with the first lines of what it found.
void CheckByE2fsck(const std::string& device);

Layout LayoutOf(ext2_filsys fs);

/// ext2, ext3 or ext4, by the features.
std::string TypeOf(ext2_filsys fs);

/// The byte of the disk at which a partition starts; 0 if it is no partition.
uint64_t StartOnDisk(const std::string& device);

}  // namespace cif::zones

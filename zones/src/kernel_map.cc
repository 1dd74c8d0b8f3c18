#include "kernel_map.h"

#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/fsmap.h>
#include <sys/ioctl.h>

#include <algorithm>

#include "error.h"

namespace cif::zones {
namespace {

constexpr uint32_t kAtOnce = 256;

}  // namespace

std::vector<Piece> PiecesOf(int fd, uint64_t from, uint64_t end, const std::string& name) {
  std::vector<Piece> pieces;
  std::vector<uint64_t> memory(
      (sizeof(fiemap) + kAtOnce * sizeof(fiemap_extent)) / sizeof(uint64_t) + 1);
  while (from < end) {
    std::fill(memory.begin(), memory.end(), 0);
    auto* map = reinterpret_cast<fiemap*>(memory.data());
    map->fm_start = from;
    map->fm_length = end - from;
    map->fm_flags = FIEMAP_FLAG_SYNC;
    map->fm_extent_count = kAtOnce;
    if (ioctl(fd, FS_IOC_FIEMAP, map) != 0) {
      FailErrno(name, "its place on the device cannot be asked for (FIEMAP)");
    }
    if (map->fm_mapped_extents == 0) {
      break;
    }
    for (uint32_t i = 0; i < map->fm_mapped_extents; i++) {
      const fiemap_extent& extent = map->fm_extents[i];
      if ((extent.fe_flags & FIEMAP_EXTENT_UNKNOWN) != 0) {
        Fail(name, "the kernel does not know yet where its bytes lie; try again");
      }
      pieces.push_back({extent.fe_logical, extent.fe_physical, extent.fe_length});
      from = extent.fe_logical + extent.fe_length;
    }
  }
  return pieces;
}

uint64_t Overlap(const Run& run, const std::vector<Run>& ranges) {
  uint64_t bytes = 0;
  for (const Run& range : ranges) {
    uint64_t first = std::max(run.first, range.first);
    uint64_t end = std::min(run.end(), range.end());
    bytes += first < end ? end - first : 0;
  }
  return bytes;
}

uint64_t FreeBytes(int folder, const std::vector<Run>& ranges, const std::string& name) {
  uint64_t bytes = 0;
  std::vector<uint64_t> memory((sizeof(fsmap_head) + kAtOnce * sizeof(fsmap)) / sizeof(uint64_t) +
                               1);
  auto* head = reinterpret_cast<fsmap_head*>(memory.data());
  head->fmh_count = kAtOnce;
  fsmap& last = head->fmh_keys[1];
  last.fmr_device = last.fmr_flags = ~uint32_t{0};
  last.fmr_physical = last.fmr_owner = last.fmr_offset = ~uint64_t{0};
  for (;;) {
    if (ioctl(folder, FS_IOC_GETFSMAP, head) != 0) {
      FailErrno(
          name,
          "its free blocks cannot be asked for (GETFSMAP); unmount it and leave out --mounted");
    }
    if (head->fmh_entries == 0) {
      return bytes;
    }
    for (uint32_t i = 0; i < head->fmh_entries; i++) {
      const fsmap& record = head->fmh_recs[i];
      if ((record.fmr_flags & FMR_OF_SPECIAL_OWNER) != 0 && record.fmr_owner == FMR_OWN_FREE) {
        bytes += Overlap({record.fmr_physical, record.fmr_length}, ranges);
      }
    }
    if ((head->fmh_recs[head->fmh_entries - 1].fmr_flags & FMR_OF_LAST) != 0) {
      return bytes;
    }
    fsmap_advance(head);
  }
}

}  // namespace cif::zones

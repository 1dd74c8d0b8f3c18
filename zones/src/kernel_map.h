// The kernel's view of a mounted file system: the places of a file's bytes (FIEMAP), and the free
// blocks (GETFSMAP).
#pragma once

#include <string>
#include <vector>

#include "zone.h"

namespace cif::zones {

/// Part of a file: its offset in the file, its offset on the device, and its length, in bytes.
struct Piece {
  uint64_t logical = 0;
  uint64_t physical = 0;
  uint64_t size = 0;
};

/// Returns the places of the bytes [from, end) of a file. `name` is for errors.
std::vector<Piece> PiecesOf(int fd, uint64_t from, uint64_t end, const std::string& name);

/// Returns the number of free bytes of a mounted ext4 within byte ranges of the device.
uint64_t FreeBytes(int folder, const std::vector<Run>& ranges, const std::string& name);

/// Returns the number of a run's bytes within ranges.
uint64_t Overlap(const Run& run, const std::vector<Run>& ranges);

}  // namespace cif::zones

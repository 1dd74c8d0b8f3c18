// Maps of a mounted file system, as the kernel tells them: places of a file's bytes (FIEMAP), free bytes (GETFSMAP).
#pragma once

#include <string>
#include <vector>

#include "zone.h"

namespace cif::zones {

/// A part of a file: bytes of the file, and bytes of the device.
struct Piece {
  uint64_t logical = 0;
  uint64_t physical = 0;
  uint64_t size = 0;
};

/// Returns the places of the bytes [from, end) of a file. `name` is for errors.
std::vector<Piece> PiecesOf(int fd, uint64_t from, uint64_t end, const std::string& name);

/// The free bytes of a mounted ext4 that lie within byte ranges of the device.
uint64_t FreeBytes(int folder, const std::vector<Run>& ranges, const std::string& name);

/// Number of a run's bytes within ranges.
uint64_t Overlap(const Run& run, const std::vector<Run>& ranges);

}  // namespace cif::zones

// Zones: ranges of a device, in bytes and in blocks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cif::zones {

/// The fast zone: bytes [begin, end) of the device that holds the file system.
struct Zone {
  uint64_t begin = 0;
  uint64_t end = 0;
};

/// `count` blocks of a file system from `first` on.
struct Run {
  uint64_t first = 0;
  uint64_t count = 0;

  uint64_t end() const { return first + count; }
  bool operator==(const Run&) const = default;
};

/// Layout of a file system's blocks: block n has the bytes from n * block_size on.
struct Layout {
  uint32_t block_size = 0;
  uint64_t first_block = 0;  ///< 1 where blocks have 1 KiB, else 0
  uint64_t blocks = 0;       ///< the number after the last block's
};

/// Reads "0-60G" or "512M-1536M": numbers with K, M, G or T, which are powers of 1,024; without one, bytes.
/// Throws ZoneError if it is something else, or empty.
Zone ParseZone(const std::string& text);

/// The blocks that lie wholly in the zone; of count 0 if none does.
Run Inside(const Zone& zone, const Layout& layout);

/// All other blocks, in order: at most two runs.
std::vector<Run> Outside(const Zone& zone, const Layout& layout);

/// A number of bytes for people: "1.5 GiB".
std::string BytesText(uint64_t bytes);

}  // namespace cif::zones

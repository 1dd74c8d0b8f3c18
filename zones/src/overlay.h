// Holds the blocks that libext2fs writes to a device, instead of writing them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ext2.h"
#include "unique_fd.h"

namespace cif::zones {

/// Called before each step that changes a file or a device. Tests end the process in it.
using StepHook = std::function<void()>;

/// Written blocks go to a file without a name, and are read from there; all others are read from
/// the device. A change is so complete before any of it is on the device.
class Overlay {
 public:
  /// `fd` is the device, open for reading; `folder` is the place of the file without a name.
  Overlay(std::string device, int fd, uint32_t block_size, const std::string& folder,
          StepHook step);
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  /// Returns libext2fs's access to this overlay: for the device it opens the overlay, for any other
  /// file the file. There is one at a time, since libext2fs opens by name alone. Use it while this
  /// object lives.
  io_manager Manager();

  const std::string& device() const { return device_; }

  errcode_t Read(uint64_t offset, size_t size, char* to) const;
  errcode_t Write(uint64_t offset, size_t size, const char* from);

  /// Returns the numbers of the blocks that were written, in order.
  std::vector<uint64_t> Blocks() const;

 private:
  /// Reads `size` bytes of a block from `within` on.
  errcode_t ReadPart(uint64_t block, size_t within, size_t size, char* to) const;

  std::string device_;
  int fd_;
  uint32_t block_size_;
  UniqueFd spool_;
  std::map<uint64_t, uint64_t> slots_;  ///< position of each block in the spool, counted in blocks
  StepHook step_;
};

}  // namespace cif::zones

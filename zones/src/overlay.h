// Holds what libext2fs writes to a device, instead of writing it.
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

/// Blocks that are written go to a file without a name, and are read from there; all others are read from the
/// device. So a change is known as a whole before any of it is on the device.
class Overlay {
 public:
  /// `fd` is the device, open to read; `folder` is where the file without a name comes to lie.
  Overlay(std::string device, int fd, uint32_t block_size, const std::string& folder, StepHook step);
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  /// libext2fs's way to this overlay: for the device it opens the overlay, for any other file the file. There is one
  /// at a time, since libext2fs opens by name alone. Use it while this object lives.
  io_manager Manager();

  const std::string& device() const { return device_; }

  errcode_t Read(uint64_t offset, size_t size, char* to) const;
  errcode_t Write(uint64_t offset, size_t size, const char* from);

  /// The numbers of the blocks that were written, in order.
  std::vector<uint64_t> Blocks() const;

 private:
  /// One block, or `size` bytes of it from `within` on.
  errcode_t ReadPart(uint64_t block, size_t within, size_t size, char* to) const;

  std::string device_;
  int fd_;
  uint32_t block_size_;
  UniqueFd spool_;
  std::map<uint64_t, uint64_t> slots_;  ///< block to its place in the spool, counted in blocks
  StepHook step_;
};

}  // namespace cif::zones

// Reads and writes of a file or device at an offset, whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cif::zones {

/// Returns false if an error occurs (errno) or the file ends before (errno is then EIO).
bool ReadFully(int fd, char* to, size_t size, uint64_t offset);

/// Returns false if an error occurs (errno).
bool WriteFully(int fd, const char* from, size_t size, uint64_t offset);

}  // namespace cif::zones

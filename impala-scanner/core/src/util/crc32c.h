// CRC-32C (Castagnoli): FORMAT.md section 1.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cif::internal {

/// Returns the checksum of the bytes; that of "123456789" is 0xE3069283.
uint32_t Crc32c(const uint8_t* data, size_t size);

/// Computes the same checksum without special instructions.
uint32_t Crc32cPortable(const uint8_t* data, size_t size);

}  // namespace cif::internal

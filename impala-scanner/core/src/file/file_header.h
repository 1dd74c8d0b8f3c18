// The eight bytes with which files begin, FORMAT.md section 5: magic, version, reserved.
#pragma once

#include <cstdint>
#include <string>

#include "cif/result.h"

namespace cif::internal {

/// Compares the first bytes of a file with its magic, of four letters. The error names neither file nor
/// column.
/// @param kind what the file is called, such as "column file"
Status CheckFileHeader(const uint8_t* header, const char* magic, const std::string& kind);

}  // namespace cif::internal

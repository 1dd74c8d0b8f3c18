// Header of files, eight bytes: magic, version, reserved. FORMAT.md section 5.
#pragma once

#include <cstdint>
#include <string>

#include "cif/result.h"

namespace cif::internal {

/// Compares the header of a file with its magic of four letters. The error names neither file nor
/// column.
/// @param kind kind of the file for errors, such as "column file"
Status CheckFileHeader(const uint8_t* header, const char* magic, const std::string& kind);

}  // namespace cif::internal

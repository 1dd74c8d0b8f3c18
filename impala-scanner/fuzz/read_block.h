// Reading of a block of any layout in every way.
#pragma once

#include <optional>

#include "cif/reader.h"
#include "fuzz_input.h"

namespace cif::fuzz {

/// Opens a block of `rows` rows of the type. Reads it as a whole, in ranges, by single rows, and
/// the part that `choice` selects (a struct's field, the value under a key). Requires that all ways
/// give the same rows. Never throws: corrupt data are allowed.
void ReadBlock(const Type& type, int64_t rows, int64_t choice, const Footer& footer,
               const internal::Input& body);

/// Decodes a block of layout auto to a batch of one column. Empty if the data are corrupt.
std::optional<Batch> DecodeBatch(const Type& type, int64_t rows, StringForm strings,
                                 const internal::Input& body);

}  // namespace cif::fuzz

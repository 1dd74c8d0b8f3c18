// Reads a block of any layout in every way.
#pragma once

#include <optional>

#include "cif/reader.h"
#include "fuzz_input.h"

namespace cif::fuzz {

/// Opens a block of so many rows of the type and reads it whole, in ranges, by single rows, and the
/// part that `choice` selects (a struct's field, what is under a key). Rows that are read are the
/// same however they are asked for. @throws nothing: corrupt data are as good as any
void ReadBlock(const Type& type, int64_t rows, int64_t choice, const Footer& footer,
               const internal::Input& body);

/// The rows of a block of layout auto as a batch of one column; none where the data are corrupt.
std::optional<Batch> DecodeBatch(const Type& type, int64_t rows, StringForm strings,
                                 const internal::Input& body);

}  // namespace cif::fuzz

// Layout dcsl, dictionary compressed skip list: FORMAT.md section 7.2, the paper's section 5.3.
#pragma once

#include <vector>

#include "row/value_decoder.h"

namespace cif::internal {

/// Makes the decoder of the maps of one block, or of the value under a key. Reads the head of the
/// body and leaves the input at the first row.
DecoderPtr MakeDcslDecoder(const Type& type, Path path, Input* in, Budget* budget);

/// Returns false if no map of a block with this key filter has the key: FORMAT.md section 7.3. The
/// size is a positive multiple of 8.
bool MayHaveKey(const uint8_t* filter, int64_t size, const Key& key);

/// Returns the hash of a key for the filter.
uint64_t KeyHash(const Key& key);

}  // namespace cif::internal

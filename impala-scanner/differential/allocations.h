// Counter of the memory that a thread allocates.
#pragma once

#include <cstdint>

namespace cif::differential {

/// Returns the bytes that this thread has allocated so far, freed or not, through operator new and
/// aligned_alloc. libcif itself uses no other functions.
int64_t AllocatedBytes();

}  // namespace cif::differential

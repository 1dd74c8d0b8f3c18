// How much memory this thread has asked for.
#pragma once

#include <cstdint>

namespace cif::differential {

/// Bytes that this thread has allocated so far, whether freed or not, through operator new and
/// aligned_alloc: all that libcif itself allocates.
int64_t AllocatedBytes();

}  // namespace cif::differential

// Memory of large buffers.
#pragma once

#include <cstddef>

namespace cif::internal {

/// Size from which on memory is large: a huge page of the processors that libcif is for.
inline constexpr size_t kLargeMemory = size_t{2} << 20;

/// Allocates at least `*size` bytes, where that is kLargeMemory or more; nullptr if there is no
/// memory. They are aligned to huge pages, and come in them where the system has any. Sets `*size`
/// to what was allocated.
void* AllocateLarge(size_t* size);

/// Frees what AllocateLarge has returned, with the size that it has set. Up to the limit of
/// cif::KeepLargeMemory it is kept for later calls; the system may take its pages before.
void FreeLarge(void* memory, size_t size) noexcept;

}  // namespace cif::internal

// Memory of large buffers.
#pragma once

#include <cstddef>

namespace cif::internal {

/// Size from which on memory is large. The C library gives memory of this size back to the system,
/// which clears its pages before they are used again.
inline constexpr size_t kLargeMemory = size_t{64} << 10;

/// Size of a huge page of the processors that libcif is for.
inline constexpr size_t kHugePage = size_t{2} << 20;

/// Alignment of all buffers.
inline constexpr size_t kBufferAlignment = 64;

/// Allocates at least `*size` bytes; nullptr if there is no memory. `*size` is kLargeMemory or
/// more, and a multiple of kBufferAlignment, to which the bytes are aligned. From kHugePage on they
/// are aligned to huge pages, and come in them where the system has any. Sets `*size` to what was
/// allocated.
void* AllocateLarge(size_t* size);

/// Frees what AllocateLarge has returned, with the size that it has set. Up to the limit of
/// cif::KeepLargeMemory it is kept for later calls. The system may take huge pages before.
void FreeLarge(void* memory, size_t size) noexcept;

}  // namespace cif::internal

#include "allocations.h"

#include <cstdlib>
#include <new>

namespace {
thread_local int64_t allocated = 0;
}

namespace cif::differential {
int64_t AllocatedBytes() { return allocated; }
}  // namespace cif::differential

void* operator new(std::size_t size, const std::nothrow_t& /*unused*/) noexcept {
  allocated += static_cast<int64_t>(size);
  return std::malloc(size == 0 ? 1 : size);
}

void* operator new(std::size_t size) {
  void* memory = operator new(size, std::nothrow);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

// The linker redirects calls of aligned_alloc to here (--wrap).
extern "C" void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
extern "C" void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  allocated += static_cast<int64_t>(size);
  return __real_aligned_alloc(alignment, size);
}

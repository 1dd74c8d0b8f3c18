#include <zstd.h>

#include <memory>

#include "codec/codec.h"

namespace cif::internal {
namespace {

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

size_t DecompressZstd(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                      const char** error) {
  // One context per thread: making one costs as much as decompressing a small block.
  thread_local std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  if (context == nullptr) {
    *error = "out of memory";
    return 0;
  }
  if (ZSTD_findFrameCompressedSize(data, size) != size) {
    *error = "not one whole frame";
    return 0;
  }
  size_t got = ZSTD_decompressDCtx(context.get(), out, capacity, data, size);
  if (ZSTD_isError(got)) {
    *error = ZSTD_getErrorName(got);
    return 0;
  }
  return got;
}

}  // namespace cif::internal

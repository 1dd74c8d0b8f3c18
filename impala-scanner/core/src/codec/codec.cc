#include "codec/codec.h"

#include <array>
#include <string>

namespace cif::internal {
namespace {

constexpr int64_t kFreeRawLength = int64_t{1} << 20;
constexpr int64_t kMaxRatio = 2048;

constexpr std::array<DecompressFunction, kCodecs.size()> kDecompress = {
    DecompressNone, DecompressZlib, DecompressSnappy, DecompressLz4, DecompressZstd, DecompressLzo};

}  // namespace

void CheckCompressed(int codec, const Input& in, int64_t raw_length) {
  if (codec < 0 || codec >= static_cast<int>(kCodecs.size())) {
    in.Corrupt("codec " + std::to_string(codec) + " is unknown");
  }
  CheckRawLength(in, raw_length);
}

void CheckRawLength(const Input& in, int64_t raw_length) {
  if (raw_length < 0 || raw_length > kFreeRawLength + kMaxRatio * in.remaining()) {
    in.Corrupt(std::to_string(in.remaining()) + " compressed bytes announce " +
               std::to_string(raw_length) + " raw ones: more than the format allows");
  }
}

void Decompress(int codec, const Input& in, int64_t raw_length, Buffer* out) {
  CheckCompressed(codec, in, raw_length);
  const auto number = static_cast<size_t>(codec);
  const auto capacity = static_cast<size_t>(raw_length);
  out->Resize(capacity);
  const char* error = nullptr;
  size_t got = kDecompress[number](in.position(), static_cast<size_t>(in.remaining()), out->data(),
                                   capacity, &error);
  if (error != nullptr) {
    in.Corrupt(std::string(kCodecs[number]) + ": " + error);
  }
  if (got != capacity) {
    in.Corrupt(std::string(kCodecs[number]) + " data hold " + std::to_string(got) + " bytes, " +
               std::to_string(raw_length) + " were announced");
  }
}

}  // namespace cif::internal

// Compressed bytes. Input: the codec, the announced length, then the bytes.

#include <algorithm>

#include "codec/codec.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cif::fuzz::FuzzInput input(data, size);
  const auto codec = static_cast<int>(input.Number(6));
  const int64_t announced = input.Number(1 << 20);
  const cif::internal::Input in = input.Rest();
  // Few announced lengths match the data, so others are tried, too.
  for (int64_t length : {announced, int64_t{0}, in.remaining()}) {
    cif::Buffer out;
    try {
      cif::internal::Decompress(codec, in, length, &out);
      cif::fuzz::Require(out.size() == static_cast<size_t>(length), "the announced length");
    } catch (const cif::internal::CorruptData&) {
    }
  }
  return 0;
}

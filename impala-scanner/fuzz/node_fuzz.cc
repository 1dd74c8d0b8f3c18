// Blocks of layout auto, with presences and nodes of all types. Input: the type, the rows, the
// wanted part, then the body.

#include "read_block.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cif::fuzz::FuzzInput input(data, size);
  const auto& types = cif::fuzz::Types();
  const auto& type =
      types[static_cast<size_t>(input.Number(static_cast<int64_t>(types.size()) - 1))];
  const int64_t rows = 1 + input.Number(cif::fuzz::kMostValues);
  const int64_t choice = input.Number(255);
  cif::fuzz::ReadBlock(type, rows, choice, cif::Footer(), input.Rest());
  return 0;
}

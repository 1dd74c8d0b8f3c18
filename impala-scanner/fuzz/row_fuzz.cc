// Blocks of the paper's layouts. Input: the layout, the type, the rows, the wanted part, two skip
// distances, then the body.

#include "read_block.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using cif::Layout;
  cif::fuzz::FuzzInput input(data, size);
  cif::Footer footer;
  footer.layout = static_cast<Layout>(1 + input.Number(3));
  const auto& types = cif::fuzz::Types();
  const auto& type =
      types[static_cast<size_t>(input.Number(static_cast<int64_t>(types.size()) - 1))];
  const int64_t rows = 1 + input.Number(cif::fuzz::kMostValues);
  const int64_t choice = input.Number(255);
  const auto near = static_cast<int32_t>(2 + input.Number(200));
  const auto far = static_cast<int32_t>(2 + input.Number(20));
  if (footer.layout == Layout::kSkipList || footer.layout == Layout::kDcsl) {
    footer.distances = {near, near * far};
  }
  if (footer.layout == Layout::kDcsl && type.kind() != cif::Kind::kMap) {
    return 0;
  }
  cif::fuzz::ReadBlock(type, rows, choice, footer, input.Rest());
  return 0;
}

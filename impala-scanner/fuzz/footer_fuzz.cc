// Footers. Input: the type, the rows, the end of the blocks, then the footer. A number above those
// of the types stands for a group file.

#include "file/footer.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using cif::fuzz::Require;
  cif::fuzz::FuzzInput input(data, size);
  const auto& types = cif::fuzz::Types();
  const auto kinds = static_cast<int64_t>(types.size());
  const int64_t number = input.Number(2 * kinds - 1);
  const auto& type = types[static_cast<size_t>(number % kinds)];
  const int64_t rows = input.Number(INT64_MAX);
  const int64_t end = input.Number(INT64_MAX - 1);
  try {
    const cif::Footer footer =
        cif::internal::ReadFooter(input.Rest(), type, rows, end, number >= kinds);
    int64_t sum = 0;
    for (const cif::BlockInfo& block : footer.blocks) {
      Require(block.first_row == sum, "blocks follow each other");
      Require(block.offset + block.length + block.filter_length <= end, "blocks are in the file");
      sum += block.rows;
    }
    Require(sum == rows, "blocks hold all rows");
  } catch (const cif::internal::CorruptData&) {
  }
  return 0;
}

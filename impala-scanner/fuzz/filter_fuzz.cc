// Filters of keys. Input: 0, the columns of the key, the rows and the position of an index, then
// the index; or 1 and a list of values.

#include "file/filter_index.h"
#include "fuzz_input.h"

namespace {

using cif::fuzz::Require;

void ReadIndex(cif::fuzz::FuzzInput* input) {
  const auto columns = static_cast<size_t>(1 + input->Number(15));
  const int64_t rows = input->Number(INT64_MAX);
  const int64_t end = input->Number(1 << 30);
  const auto index = cif::internal::ReadFilterIndex(input->Rest(), columns, rows, end);
  int64_t row = 0;
  for (const cif::internal::FilterPlace& place : index.filters) {
    Require(place.first_row == row && place.rows > 0, "filters follow each other");
    Require(place.offset >= 8 && place.end() <= end, "filters are in the file");
    row = place.end_row();
  }
  Require(row == rows, "filters are of all rows");
  Require(index.footer_crcs.size() == columns, "each column has its checksum");
}

void ReadValues(cif::fuzz::FuzzInput* input) {
  const cif::internal::Input bytes = input->Rest();
  const auto starts = cif::internal::ReadFilterValues(bytes);
  for (size_t i = 0; i < starts.size(); i++) {
    Require(starts[i] < bytes.remaining() && (i == 0 || starts[i] > starts[i - 1]),
            "values follow each other");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cif::fuzz::FuzzInput input(data, size);
  try {
    if (input.Number(1) == 0) {
      ReadIndex(&input);
    } else {
      ReadValues(&input);
    }
  } catch (const cif::internal::CorruptData&) {
  }
  return 0;
}

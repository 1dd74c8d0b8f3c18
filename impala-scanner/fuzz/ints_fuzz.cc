// Streams of integers in every encoding. Input: the number of values, then the stream.

#include <algorithm>

#include "encoding/ints.h"
#include "fuzz_input.h"

namespace cif::fuzz {
namespace {

using internal::Ints;
using internal::Rows;

/// Requires that every way of reading gives the same values.
void ReadInEveryWay(Ints* ints) {
  const int64_t n = ints->size();
  std::vector<int64_t> all(static_cast<size_t>(n));
  ints->Read(0, n, all.data());
  if (ints->constant() != nullptr) {
    Require(*ints->constant() == all[0] && *ints->constant() == all.back(), "constants");
  }
  std::vector<int64_t> part(all.size());
  for (int64_t from = n / 3; from < n; from += 1 + n / 2) {
    const int64_t count = std::min(n - from, 1 + n / 4);
    ints->Read(from, count, part.data());
    Require(std::equal(part.begin(), part.begin() + count, all.begin() + from), "ranges");
  }
  std::vector<int32_t> index;
  for (int64_t i = n % 7; i < n; i += 1 + i % 5 * (n / 50)) {
    index.push_back(static_cast<int32_t>(i));
    Require(ints->At(i) == all[static_cast<size_t>(i)], "single values");
  }
  const auto count = static_cast<int64_t>(index.size());
  ints->Get(Rows::List(index.data(), count), part.data());
  for (size_t k = 0; k < index.size(); k++) {
    Require(part[k] == all[static_cast<size_t>(index[k])], "lists");
  }
  std::vector<int32_t> narrow(all.size());
  ints->Read32(0, n, narrow.data());
  Require(std::equal(all.begin(), all.end(), narrow.begin()), "numbers of 32 bits");
}

}  // namespace
}  // namespace cif::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cif::fuzz::FuzzInput input(data, size);
  const int64_t n = 1 + input.Number(cif::fuzz::kMostValues);
  cif::internal::Input stream = input.Rest();
  try {
    cif::fuzz::ReadInEveryWay(cif::internal::OpenInts(&stream, n).get());
  } catch (const cif::internal::CorruptData&) {
  }
  return 0;
}

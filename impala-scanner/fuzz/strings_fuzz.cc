// Streams of strings in every encoding. Input: the number of values, then the stream.

#include <algorithm>

#include "encoding/strings.h"
#include "fuzz_input.h"

namespace cif::fuzz {
namespace {

using internal::Budget;
using internal::Rows;
using internal::Strings;

/// Returns the bytes of slot i. The streams fill offsets and bytes only, so the length is not set.
std::string_view Slot(const Vector& v, int64_t i) { return v.bytes(i); }

/// Requires that every way of reading gives the same values.
void ReadInEveryWay(Strings* strings) {
  const int64_t n = strings->size();
  Budget budget;
  budget.Set(kBudget);
  Vector all(Type::Primitive(Kind::kBinary));
  strings->Append(Rows::Range(0, n), &all, &budget);
  Vector some(Type::Primitive(Kind::kBinary));
  std::vector<int32_t> index;
  for (int64_t i = n % 7; i < n; i += 1 + i % 5 * (n / 50)) {
    index.push_back(static_cast<int32_t>(i));
    Require(strings->Equals(i, Slot(all, i)), "a value equals itself");
    Require(!strings->Equals(i, std::string(Slot(all, i)) + "x"), "and no longer one");
  }
  strings->Append(Rows::List(index.data(), static_cast<int64_t>(index.size())), &some, &budget);
  for (size_t k = 0; k < index.size(); k++) {
    Require(Slot(some, static_cast<int64_t>(k)) == Slot(all, index[k]), "lists");
  }
  Vector viewed(Type::Primitive(Kind::kBinary), StringForm::kViews);
  strings->Append(Rows::Range(0, n), &viewed, &budget);
  for (int64_t i = 0; i < n; i++) {
    Require(Slot(viewed, i) == Slot(all, i), "a view is of its value");
  }
  viewed.Clear();
  strings->Append(Rows::List(index.data(), static_cast<int64_t>(index.size())), &viewed, &budget);
  for (size_t k = 0; k < index.size(); k++) {
    Require(Slot(viewed, static_cast<int64_t>(k)) == Slot(all, index[k]), "a list of views");
  }
  std::vector<internal::StringView> views;
  strings->Views(&views);
  for (int64_t i = 0; i < n; i++) {
    Require(views[static_cast<size_t>(i)].view() == Slot(all, i), "views");
  }
  if (internal::Ids* ids = strings->ids(); ids != nullptr) {
    const int32_t id = ids->At(n - 1);
    const int32_t found = strings->IdOf(Slot(all, n - 1));
    Require(found == id || found == Strings::kManyIds, "ids");
  }
}

}  // namespace
}  // namespace cif::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cif::fuzz::FuzzInput input(data, size);
  const int64_t n = 1 + input.Number(cif::fuzz::kMostValues);
  cif::internal::Input stream = input.Rest();
  try {
    cif::fuzz::ReadInEveryWay(cif::internal::OpenStrings(&stream, n).get());
  } catch (const cif::internal::CorruptData&) {
  } catch (const cif::internal::TooLarge&) {
  }
  return 0;
}

#include "capsules.h"

#include <cstdint>
#include <cstring>

#include "cif/arrow_c_abi.h"

namespace nb = nanobind;

namespace cif::python {

std::vector<std::pair<nb::bytes, nb::bytes>> MetadataOf(const nb::capsule& capsule) {
  const auto* schema = static_cast<const ArrowSchema*>(capsule.data("arrow_schema"));
  std::vector<std::pair<nb::bytes, nb::bytes>> pairs;
  const char* at = schema->metadata;
  if (at == nullptr) {
    return pairs;
  }
  const auto take_number = [&at] {
    int32_t number = 0;
    std::memcpy(&number, at, sizeof number);
    at += sizeof number;
    return number;
  };
  const auto take_bytes = [&] {
    const int32_t length = take_number();
    nb::bytes bytes(at, static_cast<size_t>(length));
    at += length;
    return bytes;
  };
  for (int32_t left = take_number(); left > 0; left--) {
    nb::bytes name = take_bytes();
    pairs.emplace_back(std::move(name), take_bytes());
  }
  return pairs;
}

}  // namespace cif::python

// Structures of the Arrow C interface in capsules.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>
#include <vector>

namespace cif::python {

/// Frees what a capsule holds.
template <typename T>
void FreeCapsule(void* pointer) noexcept {
  auto* value = static_cast<T*>(pointer);
  if (value->release != nullptr) {
    value->release(value);
  }
  delete value;
}

/// Wraps a structure of the Arrow C interface in a capsule with the name that importers expect.
template <typename T>
nanobind::capsule MakeCapsule(std::unique_ptr<T> value, const char* name) {
  nanobind::capsule capsule(value.get(), name, FreeCapsule<T>);
  value.release();
  return capsule;
}

/// Returns names and values of a schema's metadata, in which names may occur more than once.
/// Python's schemas show only the last entry of each name.
std::vector<std::pair<nanobind::bytes, nanobind::bytes>> MetadataOf(
    const nanobind::capsule& schema);

}  // namespace cif::python

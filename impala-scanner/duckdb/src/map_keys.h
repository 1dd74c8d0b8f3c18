// Keys that occur more than once in one map, which DuckDB's maps may not have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cif/vector.h"

namespace cif::duckdb {

/// Finds maps that have equal keys, and what is left of them without. For one thread.
class MapKeys {
 public:
  /// @param keys of many maps, of which those of one map follow each other; they outlive it
  explicit MapKeys(const Vector& keys) : keys_(keys) {}

  /// Looks at the entries `first` to `end - 1`, which are one map. If keys are equal, returns true and appends to
  /// `kept` an entry a key: the last one with it, in the place of the first.
  bool FindRepeated(int32_t first, int32_t end, std::vector<int32_t>* kept);

 private:
  /// Equal keys have equal digests.
  uint64_t Digest(int64_t i) const;
  /// Equal keys have equal texts, and others have not.
  std::string Text(int64_t i) const;
  bool HasEqualDigests(int32_t first, int32_t end);

  const Vector& keys_;
  std::vector<uint64_t> digests_;
};

}  // namespace cif::duckdb

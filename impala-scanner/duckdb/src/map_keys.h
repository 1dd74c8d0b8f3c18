// Duplicate keys in maps, which DuckDB's maps must not have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cif/vector.h"

namespace cif::duckdb {

/// Finds maps with duplicate keys, and their entries without the duplicates. For one thread.
class MapKeys {
 public:
  /// @param keys keys of many maps, map by map; they must outlive this object
  explicit MapKeys(const Vector& keys) : keys_(keys) {}

  /// Checks the entries `first` to `end - 1` of one map. If keys are equal, returns true and
  /// appends one entry per key to `kept`: the last entry of the key, at the position of the first.
  bool FindRepeated(int32_t first, int32_t end, std::vector<int32_t>* kept);

 private:
  /// Returns a digest. Equal keys have equal digests.
  uint64_t Digest(int64_t i) const;
  /// Returns a text that is equal exactly for equal keys.
  std::string Text(int64_t i) const;
  bool HasEqualDigests(int32_t first, int32_t end);

  const Vector& keys_;
  std::vector<uint64_t> digests_;
};

}  // namespace cif::duckdb

// Cache of wide schemas.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "cif/schema.h"

namespace cif::internal {

/// Cache of schemas by their JSON. The split-directories of a table mostly have identical schemas.
/// Comparing their JSON takes a hundredth of the time of parsing it. Thread-safe.
class SchemaCache {
 public:
  /// Schema of some JSON: its columns, indexed, without their files.
  struct Known {
    std::string json;
    Schema schema;
  };

  /// @param most_bytes maximum number of bytes of JSON that are kept
  explicit SchemaCache(size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Returns the cache of the process.
  static SchemaCache& Process();

  /// Returns the schema whose JSON these bytes begin with; nullptr if none is known.
  std::shared_ptr<const Known> At(std::string_view bytes);

  /// Adds the schema of some JSON. The oldest schemas go if the cache is full.
  void Add(std::string_view json, const Schema& schema);

 private:
  std::shared_ptr<const Known> Find(std::string_view bytes) const;

  const size_t most_bytes_;
  std::mutex mutex_;
  std::list<std::shared_ptr<const Known>> known_;  ///< newest first
  size_t bytes_ = 0;
};

}  // namespace cif::internal

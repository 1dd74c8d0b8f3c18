// Schemas of many columns that were read before.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "cif/schema.h"

namespace cif::internal {

/// The schemas of the split-directories of a table are mostly the same, byte for byte, and to compare
/// their JSON takes a hundredth of the time of parsing it. Safe to use from several threads.
class SharedSchemas {
 public:
  /// The schema of some JSON: its columns, indexed, without their files.
  struct Known {
    std::string json;
    Schema schema;
  };

  /// @param most_bytes of JSON that is kept
  explicit SharedSchemas(size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Those of the process.
  static SharedSchemas& Process();

  /// The schema whose JSON these bytes begin with; null if none is known.
  std::shared_ptr<const Known> At(std::string_view bytes);

  /// Keeps the schema of some JSON. What was kept the longest goes when it takes too much.
  void Add(std::string_view json, const Schema& schema);

 private:
  std::shared_ptr<const Known> Find(std::string_view bytes) const;

  const size_t most_bytes_;
  std::mutex mutex_;
  std::list<std::shared_ptr<const Known>> known_;  ///< the newest first
  size_t bytes_ = 0;
};

}  // namespace cif::internal

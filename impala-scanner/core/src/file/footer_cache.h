// Footers that stay in memory between reads of a split.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "cif/schema.h"
#include "cif/statistics.h"
#include "util/memory_limit.h"

namespace cif::internal {

/// Footers of columns of one split, as far as the limit allows. Thread-safe.
class FooterCache {
 public:
  explicit FooterCache(std::shared_ptr<MemoryLimit> limit) : limit_(std::move(limit)) {}

  /// Returns the footer of a column of the split; nullptr if it is not kept.
  std::shared_ptr<const Footer> Find(const Column& column) const;

  /// Keeps a footer if the limit allows.
  void Keep(const Column& column, std::shared_ptr<const Footer> footer);

 private:
  std::shared_ptr<MemoryLimit> limit_;
  mutable std::mutex mutex_;
  std::unordered_map<const Column*, std::shared_ptr<const Footer>> footers_;
};

}  // namespace cif::internal

// Store behind a slow link: each request has a latency, and all share the bandwidth.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cif/io.h"

namespace cif::bench {

/// Number of requests, and their bytes.
struct Traffic {
  int64_t requests = 0;
  int64_t bytes = 0;
};

/// File system with copies of a local split-directory below "/table", one per split.
class SlowStore final : public FileSystem {
 public:
  struct Link {
    std::chrono::nanoseconds latency{0};  ///< from a request to the first byte of its answer
    double bytes_per_second = 1;
  };

  SlowStore(std::string split, int splits, const Link& link, const ReadCosts& costs);

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override;
  Result<std::unique_ptr<RandomAccessFile>> OpenSized(const std::string& path,
                                                      uint64_t length) const override;
  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override;
  ReadCosts costs() const override { return costs_; }

  /// Returns the traffic since the last call.
  Traffic TakeTraffic();

 private:
  class File;

  /// Waits as long as an answer of `bytes` bytes takes.
  void Request(size_t bytes) const;
  std::string Local(const std::string& path) const;

  std::string split_;
  int splits_;
  Link link_;
  ReadCosts costs_;
  mutable std::mutex mutex_;
  mutable Traffic traffic_;
  /// Time at which the link has sent all requested bytes.
  mutable std::chrono::steady_clock::time_point is_free_;
};

}  // namespace cif::bench

// A store at the end of a link: each request takes its time, and all share the bandwidth.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cif/io.h"

namespace cif::bench {

/// What has been requested.
struct Traffic {
  int64_t requests = 0;
  int64_t bytes = 0;
};

/// A local split-directory, as a store shows it: as many times as it is to have splits, below "/table".
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

  /// What was requested since the last call.
  Traffic TakeTraffic();

 private:
  class File;

  /// Waits as long as an answer of so many bytes takes.
  void Request(size_t bytes) const;
  std::string Local(const std::string& path) const;

  std::string split_;
  int splits_;
  Link link_;
  ReadCosts costs_;
  mutable std::mutex mutex_;
  mutable Traffic traffic_;
  mutable std::chrono::steady_clock::time_point is_free_;  ///< when the link has sent what it was asked for
};

}  // namespace cif::bench

// Store with requests that are counted, delayed, or answered wrongly.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support.h"
#include "util/process.h"

namespace cif::test {

/// File system in memory with requests.
class StoreFiles final : public FileSystem {
 public:
  /// Called for a range before its bytes are returned, without a lock. An error becomes the answer.
  using Answer = std::function<Status(const std::string& path, uint64_t offset, size_t length)>;

  StoreFiles(MemoryFiles files, int requests, int64_t near_bytes) : files_(std::move(files)) {
    costs_.requests = requests;
    costs_.near_bytes = near_bytes;
  }

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override;
  Result<std::unique_ptr<RandomAccessFile>> OpenSized(const std::string& path,
                                                      uint64_t length) const override;
  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override;
  ReadCosts costs() const override { return costs_; }

  void Set(Answer answer) { answer_ = std::move(answer); }

  /// Counters of the requests so far.
  struct Counts {
    int requests = 0;
    int most_at_a_time = 0;
    int64_t bytes = 0;
    std::set<std::string> files;  ///< files of which bytes were read
    std::set<std::thread::id> threads;
  };
  Counts counts() const;
  void Clear();

 private:
  class File;
  class Request;

  struct Asked {
    std::mutex mutex;
    Counts counts;
    int at_a_time = 0;
  };

  /// A file that gives what there is, however long it is said to be.
  Result<std::unique_ptr<RandomAccessFile>> Opened(const std::string& path, uint64_t length) const;

  MemoryFiles files_;
  ReadCosts costs_;
  Answer answer_;
  internal::PerProcess<Asked> asked_;
};

}  // namespace cif::test

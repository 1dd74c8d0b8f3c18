// Files of split-directories, read by Impala's I/O manager.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "cif/buffer.h"
#include "cif/io.h"
#include "common/object-pool.h"
#include "common/status.h"
#include "runtime/io/request-ranges.h"
#include "util/runtime-profile.h"

namespace impala {
class MemTracker;
class RuntimeState;
namespace io {
class RequestContext;
}
}  // namespace impala

namespace cif::plugin {

/// Memory that is charged to a query.
class MemoryCharge {
 public:
  /// @param state for messages; may be nullptr
  MemoryCharge(impala::MemTracker* tracker, impala::RuntimeState* state)
      : tracker_(tracker), state_(state) {}
  ~MemoryCharge();
  MemoryCharge(const MemoryCharge&) = delete;
  MemoryCharge& operator=(const MemoryCharge&) = delete;

  int64_t bytes() const { return bytes_; }

  /// Charges so many bytes in all. Where the limit is reached nothing changes.
  impala::Status Set(int64_t bytes);

  /// As Set, where it is no error that the limit is reached: false then.
  bool TrySet(int64_t bytes);

 private:
  impala::MemTracker* tracker_;
  impala::RuntimeState* state_;
  int64_t bytes_ = 0;
};

/// What a scanner reads with; all of it outlives the files.
struct Reading {
  const impala::io::ScanRange* anchor;  ///< the scanner's own range
  impala::io::RequestContext* requests;
  impala::ObjectPool* ranges;  ///< keeps the scan ranges
  impala::MemTracker* memory;
  impala::RuntimeState* state;  ///< for messages; may be nullptr
  impala::RuntimeProfile::Counter* storage_wait;
  impala::RuntimeProfile::Counter* scanner_wait;
  std::function<bool()> cancelled;  ///< asked before each read
};

/// The file system of an anchor. Each read is one scan range; those that are foreseen start before
/// they are waited for. What is read is charged to the query from then on, as long as somebody holds
/// it. For one thread.
class ScanRangeFiles final : public FileSystem {
 public:
  /// @param folder of the split-directory: listed once, when its first file is opened
  ScanRangeFiles(Reading reading, std::string folder);
  ~ScanRangeFiles() override;

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override;

  /// kUnsupported: Impala lists folders, scanners do not.
  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override;

  /// Starts to read bytes of a file of the folder that is opened later. Nothing happens if there is
  /// no such file, or no memory.
  void Expect(const std::string& name, int64_t offset, int64_t length);

  /// The first error of Impala behind an Error of libcif, such as a cancelled query; else OK.
  const impala::Status& first_error() const { return first_error_; }

 private:
  class File;
  class Load;

  struct Info {
    int64_t size;
    int64_t mtime;  ///< keeps caches from mixing up files of one name that follow each other
  };

  /// Asks the NameNode for all files of the folder at once.
  void ListFolder() const;
  /// Asks for one file, which is elsewhere or has come since; false: there is none.
  bool Find(const std::string& path, Info* info) const;
  /// nullptr: there are no such bytes, or no memory for them.
  std::shared_ptr<Load> StartAhead(const std::string& path, const Info& info, uint64_t offset,
                                   size_t length) const;

  const Reading reading_;
  const std::string folder_;
  mutable bool is_listed_ = false;
  mutable std::unordered_map<std::string, Info> listed_;  ///< files of the folder, by path
  /// What was foreseen of files that are not open yet, by path.
  mutable std::unordered_map<std::string, std::shared_ptr<Load>> expected_;
  mutable impala::Status first_error_;
};

}  // namespace cif::plugin

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
  /// @param state used for messages; may be nullptr
  MemoryCharge(impala::MemTracker* tracker, impala::RuntimeState* state)
      : tracker_(tracker), state_(state) {}
  ~MemoryCharge();
  MemoryCharge(const MemoryCharge&) = delete;
  MemoryCharge& operator=(const MemoryCharge&) = delete;

  int64_t bytes() const { return bytes_; }

  /// Sets the total charge. If the limit is reached, nothing changes.
  impala::Status Set(int64_t bytes);

  /// Does the same as Set, but reaching the limit is no error: it returns false.
  bool TrySet(int64_t bytes);

 private:
  impala::MemTracker* tracker_;
  impala::RuntimeState* state_;
  int64_t bytes_ = 0;
};

/// Context of a scanner's reads. All of it must outlive the files.
struct Reading {
  const impala::io::ScanRange* anchor;  ///< range of the scanner itself
  impala::io::RequestContext* requests;
  impala::ObjectPool* ranges;  ///< owner of the scan ranges
  impala::MemTracker* memory;
  impala::RuntimeState* state;  ///< for messages; may be nullptr
  impala::RuntimeProfile::Counter* storage_wait;
  impala::RuntimeProfile::Counter* scanner_wait;
  std::function<bool()> cancelled;  ///< called before each read
};

/// File system of an anchor. Each read is one scan range. Expected ones start before they are
/// waited for. The bytes read are charged to the query as long as somebody holds them. For one
/// thread.
class ScanRangeFiles final : public FileSystem {
 public:
  /// @param folder folder of the split-directory: listed once, when its first file is opened
  ScanRangeFiles(Reading reading, std::string folder);
  ~ScanRangeFiles() override;

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override;

  /// Asks the NameNode at each call: Impala lists the folders of a table, and scanners only those
  /// of its changes.
  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override;

  /// Starts reading bytes of a file of the folder, before it is opened. Does nothing if there is no
  /// such file, or no memory.
  void Expect(const std::string& name, int64_t offset, int64_t length);

  /// First error of Impala that caused an Error of libcif, such as a cancelled query; else OK.
  const impala::Status& first_error() const { return first_error_; }

 private:
  class File;
  class Load;

  struct Info {
    int64_t size;
    int64_t mtime;  ///< distinguishes files of one name in caches, if one replaces the other
  };

  /// Asks the NameNode for all files of the folder at once.
  void ListFolder() const;
  /// Asks for one file that is elsewhere or is new. Returns false if there is none.
  bool Find(const std::string& path, Info* info) const;
  /// Returns nullptr if there are no such bytes, or no memory for them.
  std::shared_ptr<Load> StartAhead(const std::string& path, const Info& info, uint64_t offset,
                                   size_t length) const;

  const Reading reading_;
  const std::string folder_;
  mutable bool is_listed_ = false;
  mutable std::unordered_map<std::string, Info> listed_;  ///< files of the folder, by path
  /// Expected loads of files that are not open yet, by path.
  mutable std::unordered_map<std::string, std::shared_ptr<Load>> expected_;
  mutable impala::Status first_error_;
};

}  // namespace cif::plugin

// Files of split-directories, read by Impala's I/O manager.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cif/io.h"
#include "common/status.h"
#include "exec/hdfs-scan-node-base.h"
#include "runtime/io/request-ranges.h"

namespace cif::plugin {

/// Memory that is charged to a query.
class MemoryCharge {
 public:
  MemoryCharge(impala::MemTracker* tracker, impala::RuntimeState* state)
      : tracker_(tracker), state_(state) {}
  ~MemoryCharge();
  MemoryCharge(const MemoryCharge&) = delete;
  MemoryCharge& operator=(const MemoryCharge&) = delete;

  int64_t bytes() const { return bytes_; }

  /// Charges so many bytes in all. Where the limit is reached nothing changes.
  impala::Status Set(int64_t bytes);

 private:
  impala::MemTracker* tracker_;
  impala::RuntimeState* state_;
  int64_t bytes_ = 0;
};

/// The file system of an anchor. Each read is one scan range, waited for. For one thread.
class ScanRangeFiles final : public FileSystem {
 public:
  /// `anchor` is the scanner's own range; all three must outlive the object.
  ScanRangeFiles(impala::HdfsScanNodeBase* node, impala::RuntimeState* state,
                 const impala::io::ScanRange* anchor);

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override;

  /// kUnsupported: Impala lists folders, scanners do not.
  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override;

  /// The first error of Impala behind an Error of libcif, such as a cancelled query; else OK.
  const impala::Status& first_error() const { return first_error_; }

 private:
  class File;

  impala::HdfsScanNodeBase* node_;
  impala::RuntimeState* state_;
  const impala::io::ScanRange* anchor_;
  mutable impala::Status first_error_;
};

}  // namespace cif::plugin

#include "scan_range_files.h"

#include <algorithm>
#include <utility>

#include "common/hdfs.h"
#include "runtime/io/request-context.h"
#include "runtime/mem-tracker.h"
#include "runtime/runtime-state.h"
#include "util/runtime-profile-counters.h"

namespace cif::plugin {

using impala::MonotonicStopWatch;
using impala::ScopedTimer;
using impala::io::BufferDescriptor;
using impala::io::BufferOpts;
using impala::io::ScanRange;

MemoryCharge::~MemoryCharge() { tracker_->Release(bytes_); }

impala::Status MemoryCharge::Set(int64_t bytes) {
  if (bytes <= bytes_) {
    tracker_->Release(bytes_ - bytes);
  } else if (!tracker_->TryConsume(bytes - bytes_)) {
    return tracker_->MemLimitExceeded(state_, "CIF scanner", bytes - bytes_);
  }
  bytes_ = bytes;
  return impala::Status::OK();
}

class ScanRangeFiles::File final : public RandomAccessFile {
 public:
  File(const ScanRangeFiles* files, std::string path, uint64_t size, int64_t mtime)
      : files_(files),
        path_(std::move(path)),
        size_(size),
        mtime_(mtime),
        charge_(files->node_->mem_tracker(), files->state_) {}

  uint64_t size() const override { return size_; }

  /// Each has a buffer of its own, and so its own charge.
  std::unique_ptr<RandomAccessFile> Share() const override {
    return std::make_unique<File>(files_, path_, size_, mtime_);
  }

  Status Read(uint64_t offset, size_t length, Bytes* out) override {
    if (offset > size_ || length > size_ - offset) {
      return Failed(ErrorCode::kCorrupt, offset,
                    "the file has " + std::to_string(size_) + " bytes: it is truncated");
    }
    // Buffers are used again, so the greatest one counts.
    impala::Status status =
        charge_.Set(std::max(charge_.bytes(), static_cast<int64_t>(length + kSlack)));
    if (!status.ok()) {
      return Note(status, ErrorCode::kTooLarge, offset);
    }
    uint8_t* data = out->Allocate(length);
    if (length == 0) {
      return {};
    }
    status = ReadRange(offset, length, data);
    return status.ok() ? Status() : Note(status, ErrorCode::kIo, offset);
  }

 private:
  impala::Status ReadRange(uint64_t offset, size_t length, uint8_t* data) {
    const ScanRange* anchor = files_->anchor_;
    const auto bytes = static_cast<int64_t>(length);
    const int caching = anchor->cache_options() & ~BufferOpts::USE_HDFS_CACHE;
    // Not HdfsScanNodeBase::AllocateScanRange: that one knows the files of the table only.
    ScanRange* range = ScanRange::AllocateScanRange(
        files_->state_->obj_pool(),
        ScanRange::FileInfo{path_.c_str(), anchor->fs(), mtime_, anchor->is_encrypted(),
                            anchor->is_erasure_coded()},
        bytes, static_cast<int64_t>(offset), {}, anchor->meta_data(), anchor->disk_id(), false,
        BufferOpts::ReadInto(data, bytes, caching));
    std::unique_ptr<BufferDescriptor> buffer;
    impala::Status status;
    {
      SCOPED_TIMER2(files_->state_->total_storage_wait_timer(),
                    files_->node_->scanner_io_wait_time());
      bool needs_buffers;
      status = files_->node_->reader_context()->StartScanRange(range, &needs_buffers);
      if (status.ok()) {
        status = range->GetNext(&buffer);
      }
    }
    const int64_t read = buffer == nullptr ? 0 : buffer->len();
    if (buffer != nullptr) {
      range->ReturnBuffer(std::move(buffer));
    }
    if (status.ok() && read != bytes) {
      return impala::Status("CIF: " + path_ + ": " + std::to_string(read) + " of " +
                            std::to_string(bytes) + " bytes at " + std::to_string(offset) +
                            " were read; the file has changed");
    }
    return status;
  }

  Error Failed(ErrorCode code, uint64_t offset, std::string message) const {
    return Error{code, path_, "", static_cast<int64_t>(offset), std::move(message)};
  }

  Error Note(const impala::Status& status, ErrorCode code, uint64_t offset) const {
    if (files_->first_error_.ok()) {
      files_->first_error_ = status;
    }
    return Failed(code, offset, status.GetDetail());
  }

  const ScanRangeFiles* files_;
  std::string path_;
  uint64_t size_;
  int64_t mtime_;
  MemoryCharge charge_;
};

ScanRangeFiles::ScanRangeFiles(impala::HdfsScanNodeBase* node, impala::RuntimeState* state,
                               const ScanRange* anchor)
    : node_(node), state_(state), anchor_(anchor) {}

Result<std::unique_ptr<RandomAccessFile>> ScanRangeFiles::Open(const std::string& path) const {
  hdfsFileInfo* info =
      anchor_->fs() == nullptr ? nullptr : hdfsGetPathInfo(anchor_->fs(), path.c_str());
  if (info == nullptr) {
    return Error{ErrorCode::kNotFound, path, "", -1,
                 "does not exist or cannot be read; if the table has changed, run bin/cif"
                 " impala-anchors again and REFRESH the table in Impala"};
  }
  const int64_t size = info->mSize;
  // Files of one name may follow each other: the true time keeps caches from mixing them up.
  const auto mtime = static_cast<int64_t>(info->mLastMod);
  hdfsFreeFileInfo(info, 1);
  return std::unique_ptr<RandomAccessFile>(
      std::make_unique<File>(this, path, static_cast<uint64_t>(size), mtime));
}

Result<std::vector<DirectoryEntry>> ScanRangeFiles::List(const std::string& folder) const {
  return Error{ErrorCode::kUnsupported, folder, "", -1, "a scanner does not list folders"};
}

}  // namespace cif::plugin

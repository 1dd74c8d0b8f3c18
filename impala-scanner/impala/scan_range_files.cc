#include "scan_range_files.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "common/hdfs.h"
#include "runtime/io/request-context.h"
#include "runtime/mem-tracker.h"
#include "util/runtime-profile-counters.h"

namespace cif::plugin {

using impala::MonotonicStopWatch;
using impala::ScopedTimer;
using impala::io::BufferDescriptor;
using impala::io::BufferOpts;
using impala::io::ScanRange;

MemoryCharge::~MemoryCharge() { tracker_->Release(bytes_); }

bool MemoryCharge::TrySet(int64_t bytes) {
  if (bytes <= bytes_) {
    tracker_->Release(bytes_ - bytes);
  } else if (!tracker_->TryConsume(bytes - bytes_)) {
    return false;
  }
  bytes_ = bytes;
  return true;
}

impala::Status MemoryCharge::Set(int64_t bytes) {
  return TrySet(bytes) ? impala::Status::OK()
                       : tracker_->MemLimitExceeded(state_, "CIF scanner", bytes - bytes_);
}

/// Maximum number of bytes that are read ahead at once for sequential reads of blocks.
constexpr uint64_t kMostAhead = 1 << 20;

/// Scan range with its memory.
class ScanRangeFiles::Load {
 public:
  Load(const Reading& reading, uint64_t offset, size_t length)
      : offset_(offset), length_(length), charge_(reading.memory, reading.state) {}

  /// Cancels a running range, since the I/O manager writes to the memory until it has ended.
  ~Load() {
    if (is_running_) {
      range_->Cancel(impala::Status::CANCELLED);
    }
  }

  bool Has(uint64_t offset, size_t length) const {
    return offset >= offset_ && offset + length <= offset_ + length_;
  }
  size_t length() const { return length_; }
  const uint8_t* At(uint64_t offset) const { return buffer_.data() + (offset - offset_); }
  /// Number of bytes charged for it.
  int64_t bytes() const { return static_cast<int64_t>(length_ + kSlack); }
  MemoryCharge* charge() { return &charge_; }

  /// Charges its bytes and starts the read.
  impala::Status Start(const Reading& reading, const std::string& path, int64_t mtime) {
    buffer_.Resize(length_);
    const auto bytes = static_cast<int64_t>(length_);
    const ScanRange* anchor = reading.anchor;
    const int caching = anchor->cache_options() & ~BufferOpts::USE_HDFS_CACHE;
    // HdfsScanNodeBase::AllocateScanRange does not help: it knows only the files of the table.
    range_ = ScanRange::AllocateScanRange(
        reading.ranges,
        ScanRange::FileInfo{path.c_str(), anchor->fs(), mtime, anchor->is_encrypted(),
                            anchor->is_erasure_coded()},
        bytes, static_cast<int64_t>(offset_), {}, anchor->meta_data(), anchor->disk_id(), false,
        BufferOpts::ReadInto(buffer_.data(), bytes, caching));
    bool needs_buffers;
    const impala::Status status = reading.requests->StartScanRange(range_, &needs_buffers);
    is_running_ = status.ok();
    return status;
  }

  /// Waits for the read that was started.
  impala::Status Wait(const Reading& reading) {
    if (!is_running_) {
      return impala::Status::OK();
    }
    std::unique_ptr<BufferDescriptor> buffer;
    impala::Status status;
    {
      SCOPED_TIMER2(reading.storage_wait, reading.scanner_wait);
      status = range_->GetNext(&buffer);
    }
    is_running_ = false;
    read_ = buffer == nullptr ? 0 : static_cast<size_t>(buffer->len());
    if (buffer != nullptr) {
      range_->ReturnBuffer(std::move(buffer));
    }
    return status;
  }

  /// Number of bytes that were read: fewer than length() if the file has been replaced by a shorter
  /// one.
  size_t read() const { return read_; }

 private:
  const uint64_t offset_;
  const size_t length_;
  MemoryCharge charge_;
  Buffer buffer_;
  ScanRange* range_ = nullptr;
  bool is_running_ = false;
  size_t read_ = 0;
};

class ScanRangeFiles::File final : public RandomAccessFile {
 public:
  File(const ScanRangeFiles* files, std::string path, Info info, bool is_shared)
      : files_(files), path_(std::move(path)), info_(info), is_shared_(is_shared) {}

  uint64_t size() const override { return static_cast<uint64_t>(info_.size); }

  std::unique_ptr<RandomAccessFile> Share() const override {
    return std::make_unique<File>(files_, path_, info_, true);
  }

  Status Read(uint64_t offset, size_t length, Bytes* out) override {
    if (offset > size() || length > size() - offset) {
      return Error{ErrorCode::kCorrupt, path_, "", static_cast<int64_t>(offset),
                   "the file has " + std::to_string(size()) + " bytes: it is truncated"};
    }
    if (files_->reading_.cancelled()) {
      return Note(impala::Status::CANCELLED, ErrorCode::kCancelled, offset);
    }
    if (length == 0) {
      out->Allocate(0);
      return {};
    }
    std::shared_ptr<Load> load = ahead_;
    if (load == nullptr || !load->Has(offset, length)) {
      load = std::make_shared<Load>(files_->reading_, offset, length);
      impala::Status status = load->charge()->Set(load->bytes());
      if (!status.ok()) {
        return Note(status, ErrorCode::kTooLarge, offset);
      }
      status = load->Start(files_->reading_, path_, info_.mtime);
      if (!status.ok()) {
        return Note(status, ErrorCode::kIo, offset);
      }
    }
    const impala::Status status = load->Wait(files_->reading_);
    if (!status.ok()) {
      ahead_ = nullptr;
      return Note(status, ErrorCode::kIo, offset);
    }
    if (load->read() != load->length()) {
      ahead_ = nullptr;
      return Error{ErrorCode::kIo, path_, "", static_cast<int64_t>(offset),
                   std::to_string(load->read()) + " of " + std::to_string(load->length()) +
                       " bytes were read; the file has changed"};
    }
    const uint8_t* data = load->At(offset);
    out->Hold(std::move(load), data, length);
    return {};
  }

  /// Starts a read-ahead. Bytes of an earlier read-ahead are then no longer wanted.
  void Prefetch(uint64_t offset, size_t length) override {
    if (ahead_ != nullptr && ahead_->Has(offset, length)) {
      return;
    }
    // Each read-ahead is longer than the last. In a group file it is not, since another column may
    // follow.
    const bool goes_on = !is_shared_ && ahead_ != nullptr && ahead_->Has(offset, 0);
    const uint64_t more = goes_on ? std::min<uint64_t>(2 * ahead_->length(), kMostAhead) : 0;
    const uint64_t left = size() - std::min(offset, size());
    ahead_ = nullptr;
    if (more > length) {
      ahead_ = files_->StartAhead(path_, info_, offset, std::min(more, left));
    }
    if (ahead_ == nullptr) {
      ahead_ = files_->StartAhead(path_, info_, offset, length);
    }
  }

  void set_ahead(std::shared_ptr<Load> ahead) { ahead_ = std::move(ahead); }

 private:
  Error Note(const impala::Status& status, ErrorCode code, uint64_t offset) const {
    if (files_->first_error_.ok()) {
      files_->first_error_ = status;
    }
    return Error{code, path_, "", static_cast<int64_t>(offset), status.GetDetail()};
  }

  const ScanRangeFiles* files_;
  std::string path_;
  Info info_;
  bool is_shared_;               ///< true if shared with other columns
  std::shared_ptr<Load> ahead_;  ///< last read-ahead
};

ScanRangeFiles::ScanRangeFiles(Reading reading, std::string folder)
    : reading_(std::move(reading)), folder_(std::move(folder)) {}

ScanRangeFiles::~ScanRangeFiles() = default;

void ScanRangeFiles::ListFolder() const {
  is_listed_ = true;
  int count = 0;
  hdfsFileInfo* infos = reading_.anchor->fs() == nullptr
                            ? nullptr
                            : hdfsListDirectory(reading_.anchor->fs(), folder_.c_str(), &count);
  for (int i = 0; infos != nullptr && i < count; i++) {
    const std::string name = infos[i].mName;  // with scheme and host
    listed_.emplace(folder_ + "/" + name.substr(name.rfind('/') + 1),
                    Info{infos[i].mSize, static_cast<int64_t>(infos[i].mLastMod)});
  }
  if (infos != nullptr) {
    hdfsFreeFileInfo(infos, count);
  }
}

bool ScanRangeFiles::Find(const std::string& path, Info* info) const {
  if (!is_listed_) {
    ListFolder();
  }
  const auto listed = listed_.find(path);
  if (listed != listed_.end()) {
    *info = listed->second;
    if (path == folder_ + "/schema.cif") {
      listed_.erase(listed);  // looked up again later, in case it was replaced
    }
    return true;
  }
  hdfsFileInfo* found = reading_.anchor->fs() == nullptr
                            ? nullptr
                            : hdfsGetPathInfo(reading_.anchor->fs(), path.c_str());
  if (found == nullptr) {
    return false;
  }
  *info = Info{found->mSize, static_cast<int64_t>(found->mLastMod)};
  hdfsFreeFileInfo(found, 1);
  return true;
}

std::shared_ptr<ScanRangeFiles::Load> ScanRangeFiles::StartAhead(const std::string& path,
                                                                 const Info& info, uint64_t offset,
                                                                 size_t length) const {
  const auto size = static_cast<uint64_t>(info.size);
  if (length == 0 || offset > size || length > size - offset) {
    return nullptr;  // the read itself reports the error
  }
  auto load = std::make_shared<Load>(reading_, offset, length);
  const bool runs =
      load->charge()->TrySet(load->bytes()) && load->Start(reading_, path, info.mtime).ok();
  return runs ? load : nullptr;
}

void ScanRangeFiles::Expect(const std::string& name, int64_t offset, int64_t length) {
  const std::string path = folder_ + "/" + name;
  Info info;
  if (offset >= 0 && length > 0 && Find(path, &info)) {
    expected_[path] =
        StartAhead(path, info, static_cast<uint64_t>(offset), static_cast<size_t>(length));
  }
}

Result<std::unique_ptr<RandomAccessFile>> ScanRangeFiles::Open(const std::string& path) const {
  Info info;
  if (!Find(path, &info)) {
    return Error{ErrorCode::kNotFound, path, "", -1,
                 "does not exist or cannot be read; if the table has changed, REFRESH it in Impala,"
                 " and before that, if it has anchors, run bin/cif impala-anchors again"};
  }
  auto file = std::make_unique<File>(this, path, info, false);
  const auto expected = expected_.find(path);
  if (expected != expected_.end()) {
    file->set_ahead(std::move(expected->second));
    expected_.erase(expected);
  }
  return std::unique_ptr<RandomAccessFile>(std::move(file));
}

Result<std::vector<DirectoryEntry>> ScanRangeFiles::List(const std::string& folder) const {
  if (reading_.anchor->fs() == nullptr) {
    return Error{ErrorCode::kNotFound, folder, "", -1, "is in no file system that can list it"};
  }
  errno = 0;
  int count = 0;
  hdfsFileInfo* infos = hdfsListDirectory(reading_.anchor->fs(), folder.c_str(), &count);
  if (const int error = errno; infos == nullptr && error != 0) {
    return Error{error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo, folder, "", -1,
                 "cannot be listed: " + std::generic_category().message(error)};
  }
  std::vector<DirectoryEntry> entries;
  for (int i = 0; i < count; i++) {
    const std::string name = infos[i].mName;  // with scheme and host
    entries.push_back({name.substr(name.rfind('/') + 1), infos[i].mKind == kObjectKindDirectory});
  }
  if (infos != nullptr) {
    hdfsFreeFileInfo(infos, count);
  }
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return entries;
}

}  // namespace cif::plugin

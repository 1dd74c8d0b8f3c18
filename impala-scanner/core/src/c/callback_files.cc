#include "c/callback_files.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "c/arguments.h"
#include "cif/io.h"
#include "file/inside.h"

namespace cif::internal {
namespace {

/// No folder of HDFS has more entries, and no name of S3 more bytes. An endless listing stops here.
constexpr size_t kMostEntries = 1 << 20;
constexpr size_t kLongestName = 1024;

struct FreeError {
  void operator()(cif_error* error) const { cif_error_free(error); }
};

/// Converts a callback's error and frees it. Adds the file and offset. Success if `given` is NULL.
Status Taken(cif_error* given, const std::string& path, int64_t offset = -1) {
  const std::unique_ptr<cif_error, FreeError> owned(given);
  if (owned == nullptr) {
    return {};
  }
  return Error{owned->error.code, path, "", offset, owned->error.message};
}

/// File that stays open until this object is destroyed.
class OpenFile {
 public:
  explicit OpenFile(const cif_file_system& calls) : calls_(calls) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (is_open_) {
      calls_.close(calls_.context, file_);
    }
  }

  Status Open(const std::string& path, int64_t* length) {
    Status status = Taken(calls_.open(calls_.context, path.c_str(), &file_, length), path);
    is_open_ = status.ok();
    return status;
  }

  Status OpenSized(const std::string& path, int64_t length) {
    Status status = Taken(calls_.open_sized(calls_.context, path.c_str(), length, &file_), path);
    is_open_ = status.ok();
    return status;
  }

  Result<size_t> ReadSome(const std::string& path, int64_t offset, size_t length,
                          uint8_t* to) const {
    int64_t read = 0;
    const Status status =
        Taken(calls_.read(calls_.context, file_, offset, length, to, &read), path, offset);
    if (!status.ok()) {
      return status.error();
    }
    if (read < 0) {
      return Error{ErrorCode::kIo, path, "", offset,
                   "the store says that it has read " + std::to_string(read) +
                       " bytes: its answer is wrong"};
    }
    return static_cast<size_t>(read);
  }

  void Prefetch(int64_t offset, size_t length) const {
    if (calls_.prefetch != nullptr) {
      calls_.prefetch(calls_.context, file_, offset, length);
    }
  }

 private:
  const cif_file_system& calls_;
  void* file_ = nullptr;
  bool is_open_ = false;
};

class CallbackFile final : public StoredFile {
 public:
  CallbackFile(std::string path, std::shared_ptr<const OpenFile> file, uint64_t size)
      : StoredFile(std::move(path), size), file_(std::move(file)) {}

  void Prefetch(uint64_t offset, size_t length) override {
    if (CheckInside(path(), size(), offset, length).ok()) {
      file_->Prefetch(static_cast<int64_t>(offset), length);
    }
  }

  std::unique_ptr<RandomAccessFile> Share() const override {
    return std::make_unique<CallbackFile>(path(), file_, size());
  }

 protected:
  Result<size_t> ReadSome(uint64_t offset, size_t length, uint8_t* to) override {
    return file_->ReadSome(path(), static_cast<int64_t>(offset), length, to);
  }

 private:
  std::shared_ptr<const OpenFile> file_;
};

/// Listing of a folder as reported by the callback, up to the first wrong entry.
class Listing {
 public:
  /// Callback of type cif_list_entry.
  static int Take(void* listing, const char* name, int is_folder) noexcept {
    auto* self = static_cast<Listing*>(listing);
    if (self->status_.ok()) {
      self->status_ = Guard("", "", [&]() -> Status {
        self->Add(name, is_folder != 0);
        return {};
      });
    }
    return self->status_.ok() ? 0 : 1;
  }

  /// Error of the first wrong entry.
  const Status& status() const { return status_; }

  /// Returns the entries, sorted by name. @throws Failure
  std::vector<DirectoryEntry> Sorted() {
    std::sort(entries_.begin(), entries_.end(),
              [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
    const auto twice = std::adjacent_find(
        entries_.begin(), entries_.end(),
        [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name == b.name; });
    if (twice != entries_.end()) {
      Fail(ErrorCode::kIo, "the file system lists '" + twice->name + "' twice");
    }
    return std::move(entries_);
  }

 private:
  void Add(const char* name, bool is_folder) {
    const std::string text(name, name == nullptr ? 0 : strnlen(name, kLongestName + 1));
    if (text == "." || text == "..") {
      return;
    }
    if (text.empty() || text.size() > kLongestName || text.find('/') != std::string::npos) {
      Fail(ErrorCode::kIo, "the file system lists '" + text +
                               "', which is no name: names have 1 to " +
                               std::to_string(kLongestName) + " bytes and no '/'");
    }
    if (entries_.size() == kMostEntries) {
      Fail(ErrorCode::kIo,
           "the file system lists more than " + std::to_string(kMostEntries) + " entries");
    }
    entries_.push_back({text, is_folder});
  }

  std::vector<DirectoryEntry> entries_;
  Status status_;
};

class CallbackFiles final : public FileSystem {
 public:
  explicit CallbackFiles(const cif_file_system& calls) : calls_(calls) {}
  CallbackFiles(const CallbackFiles&) = delete;
  CallbackFiles& operator=(const CallbackFiles&) = delete;
  ~CallbackFiles() override {
    if (owns_context_ && calls_.release != nullptr) {
      calls_.release(calls_.context);
    }
  }

  void OwnContext() { owns_context_ = true; }

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override {
    auto file = std::make_shared<OpenFile>(calls_);
    int64_t length = -1;
    const Status status = file->Open(path, &length);
    if (!status.ok()) {
      return status.error();
    }
    if (length < 0) {
      return Error{ErrorCode::kIo, path, "", -1,
                   "the file system says that the file has " + std::to_string(length) + " bytes"};
    }
    return std::unique_ptr<RandomAccessFile>(
        new CallbackFile(path, std::move(file), static_cast<uint64_t>(length)));
  }

  Result<std::unique_ptr<RandomAccessFile>> OpenSized(const std::string& path,
                                                      uint64_t length) const override {
    if (calls_.open_sized == nullptr) {
      return Open(path);
    }
    auto file = std::make_shared<OpenFile>(calls_);
    const Status status = file->OpenSized(path, static_cast<int64_t>(length));
    if (!status.ok()) {
      return status.error();
    }
    return std::unique_ptr<RandomAccessFile>(new CallbackFile(path, std::move(file), length));
  }

  ReadCosts costs() const override {
    ReadCosts costs;
    costs.requests = calls_.requests == 0 ? costs.requests : calls_.requests;
    costs.near_bytes = calls_.near_bytes == 0 ? costs.near_bytes : calls_.near_bytes;
    return costs;
  }

  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override {
    return Guard(folder, "", [&]() -> Result<std::vector<DirectoryEntry>> {
      Listing listing;
      const Status status =
          Taken(calls_.list(calls_.context, folder.c_str(), Listing::Take, &listing), folder);
      Check(listing.status());
      Check(status);
      return listing.Sorted();
    });
  }

 private:
  cif_file_system calls_;
  bool owns_context_ = false;
};

/// Table with its file system, which ends after the table.
struct TableWithFiles {
  explicit TableWithFiles(const cif_file_system& calls) : files(calls) {}

  CallbackFiles files;
  std::shared_ptr<const Table> table;
};

}  // namespace

std::unique_ptr<cif_table> OpenTableWith(const cif_file_system* files, const std::string& folder) {
  // All versions of the struct have the callbacks up to here.
  constexpr size_t kFirst = offsetof(cif_file_system, release) + sizeof(files->release);
  const auto known =
      Known<cif_file_system>(files, CIF_FILE_SYSTEM, kFirst, "cif_file_system", "CIF_FILE_SYSTEM");
  Require(known.open != nullptr && known.read != nullptr && known.close != nullptr &&
              known.list != nullptr,
          "cif_file_system lacks one of open, read, close and list");
  Require(
      known.requests >= 0 && known.requests <= ReadCosts::kMostRequests && known.near_bytes >= 0,
      "cif_file_system has " + std::to_string(known.requests) + " requests at a time and " +
          std::to_string(known.near_bytes) + " near bytes: 0 to " +
          std::to_string(ReadCosts::kMostRequests) + ", and at least 0");
  auto both = std::make_shared<TableWithFiles>(known);
  both->table = Check(Table::Open(both->files, folder));
  auto opened = std::make_unique<cif_table>(std::shared_ptr<const Table>(both, both->table.get()));
  both->files.OwnContext();
  return opened;
}

}  // namespace cif::internal

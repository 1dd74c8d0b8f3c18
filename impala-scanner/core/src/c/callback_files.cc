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

/// No folder of HDFS has more entries, no name of S3 more bytes: a listing without end stops here.
constexpr size_t kMostEntries = 1 << 20;
constexpr size_t kLongestName = 1024;

struct FreeError {
  void operator()(cif_error* error) const { cif_error_free(error); }
};

/// The error of a callback, which is freed, with its place; success if there is none.
Status Taken(cif_error* given, const std::string& path, int64_t offset = -1) {
  const std::unique_ptr<cif_error, FreeError> owned(given);
  if (owned == nullptr) {
    return {};
  }
  return Error{owned->error.code, path, "", offset, owned->error.message};
}

/// A file that is open until it is destroyed.
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

  /// Reads some bytes, at least one unless the file ends here.
  Status ReadSome(const std::string& path, int64_t offset, size_t length, uint8_t* to,
                  size_t* done) const {
    int64_t read = 0;
    Status status =
        Taken(calls_.read(calls_.context, file_, offset, length, to, &read), path, offset);
    if (status.ok() && (read < 0 || static_cast<uint64_t>(read) > length)) {
      return Error{ErrorCode::kIo, path, "", offset,
                   "the file system says that it has read " + std::to_string(read) + " bytes of " +
                       std::to_string(length) + ": its callback read is wrong"};
    }
    *done = static_cast<size_t>(read);
    return status;
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

class CallbackFile final : public RandomAccessFile {
 public:
  CallbackFile(std::string path, std::shared_ptr<const OpenFile> file, uint64_t size)
      : path_(std::move(path)), file_(std::move(file)), size_(size) {}

  uint64_t size() const override { return size_; }

  Status Read(uint64_t offset, size_t length, Bytes* out) override {
    Status inside = CheckInside(path_, size_, offset, length);
    if (!inside.ok()) {
      return inside;
    }
    uint8_t* to = out->Allocate(length);
    for (size_t done = 0; done < length;) {
      const auto at = static_cast<int64_t>(offset + done);
      size_t read = 0;
      Status status = file_->ReadSome(path_, at, length - done, to + done, &read);
      if (!status.ok()) {
        return status;
      }
      if (read == 0) {
        return Error{ErrorCode::kCorrupt, path_, "", at,
                     "the file ends here, but its length was " + std::to_string(size_) +
                         " when it was opened: it was truncated, or the length is stale"};
      }
      done += read;
    }
    return {};
  }

  void Prefetch(uint64_t offset, size_t length) override {
    if (CheckInside(path_, size_, offset, length).ok()) {
      file_->Prefetch(static_cast<int64_t>(offset), length);
    }
  }

  std::unique_ptr<RandomAccessFile> Share() const override {
    return std::make_unique<CallbackFile>(path_, file_, size_);
  }

 private:
  std::string path_;
  std::shared_ptr<const OpenFile> file_;
  uint64_t size_;
};

/// What a folder was said to hold, until something is wrong with it.
class Listing {
 public:
  /// A cif_list_entry.
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

  /// What is wrong with what was taken.
  const Status& status() const { return status_; }

  /// The entries, sorted by name. @throws Failure
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
      Fail(ErrorCode::kIo, "the file system lists more than " +
                               std::to_string(kMostEntries) + " entries");
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

/// A table after whose end its file system ends.
struct TableWithFiles {
  explicit TableWithFiles(const cif_file_system& calls) : files(calls) {}

  CallbackFiles files;
  std::shared_ptr<const Table> table;
};

}  // namespace

std::unique_ptr<cif_table> OpenTableWith(const cif_file_system* files,
                                         const std::string& folder) {
  // All callbacks have been there from the start.
  constexpr size_t kFirst = offsetof(cif_file_system, release) + sizeof(files->release);
  const auto known = Known<cif_file_system>(files, CIF_FILE_SYSTEM, kFirst, "cif_file_system",
                                            "CIF_FILE_SYSTEM");
  Require(known.open != nullptr && known.read != nullptr && known.close != nullptr &&
              known.list != nullptr,
          "cif_file_system lacks one of open, read, close and list");
  auto both = std::make_shared<TableWithFiles>(known);
  both->table = Check(Table::Open(both->files, folder));
  auto opened = std::make_unique<cif_table>(std::shared_ptr<const Table>(both, both->table.get()));
  both->files.OwnContext();
  return opened;
}

}  // namespace cif::internal

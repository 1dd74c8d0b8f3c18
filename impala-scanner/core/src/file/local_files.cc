// Local files: pread and O_DIRECT.

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <future>
#include <system_error>
#include <utility>

#include "cif/io.h"
#include "file/inside.h"
#include "file/location.h"

namespace cif {
namespace {

Error SystemError(const std::string& path, const char* what, int64_t offset = -1) {
  int number = errno;
  bool missing = number == ENOENT || number == ENOTDIR;
  return Error{missing ? ErrorCode::kNotFound : ErrorCode::kIo, path, "", offset,
               missing ? "does not exist" : std::string(what) + ": " + std::strerror(number)};
}

/// Open file descriptor, closed by the destructor. Move-only.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) {
      close(fd_);
    }
  }

  int get() const { return fd_; }

 private:
  int fd_;
};

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

/// Common base of all kinds of local files.
class LocalFile : public RandomAccessFile {
 public:
  LocalFile(std::string path, Descriptor fd, uint64_t size)
      : path_(std::move(path)),
        fd_(std::make_shared<const Descriptor>(std::move(fd))),
        size_(size) {}

  uint64_t size() const override { return size_; }

  Status Read(uint64_t offset, size_t length, Bytes* out) final {
    Status inside = internal::CheckInside(path_, size_, offset, length);
    return inside.ok() ? ReadInside(offset, length, out) : std::move(inside);
  }

 protected:
  /// Copies `other`, with the same descriptor.
  LocalFile(const LocalFile& other) = default;

  virtual Status ReadInside(uint64_t offset, size_t length, Bytes* out) = 0;

  /// Fills memory. Succeeds with `enough` bytes, since the last aligned read meets the end of the
  /// file.
  Status Fill(uint64_t offset, size_t length, size_t enough, uint8_t* to) const {
    size_t done = 0;
    while (done < enough) {
      ssize_t got = pread(fd_->get(), to + done, length - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) {
        continue;
      }
      if (got < 0) {
        return SystemError(path_, "cannot be read", static_cast<int64_t>(offset + done));
      }
      if (got == 0) {
        return Error{ErrorCode::kCorrupt, path_, "", static_cast<int64_t>(offset + done),
                     "the file ended while it was read"};
      }
      done += static_cast<size_t>(got);
    }
    return {};
  }

 private:
  std::string path_;
  std::shared_ptr<const Descriptor> fd_;
  uint64_t size_;
};

class BufferedFile final : public LocalFile {
 public:
  using LocalFile::LocalFile;

  std::unique_ptr<RandomAccessFile> Share() const override {
    return std::unique_ptr<RandomAccessFile>(new BufferedFile(*this));
  }

  std::unique_ptr<RandomAccessFile> ShareWithThread() const override { return Share(); }

 protected:
  Status ReadInside(uint64_t offset, size_t length, Bytes* out) override {
    return Fill(offset, length, length, out->Allocate(length));
  }
};

/// Local file with O_DIRECT. Reads whole sectors. The memory of Bytes has a weaker alignment, so
/// the data start a little later in it. The system does not read ahead of such reads, so a thread
/// does.
class DirectFile final : public LocalFile {
 public:
  using LocalFile::LocalFile;
  DirectFile(const DirectFile& other) : LocalFile(other) {}  // not copied: its read-ahead

  ~DirectFile() override {
    if (ahead_.valid()) {
      ahead_.wait();
    }
  }

  std::unique_ptr<RandomAccessFile> Share() const override {
    return std::unique_ptr<RandomAccessFile>(new DirectFile(*this));
  }

  std::unique_ptr<RandomAccessFile> ShareWithThread() const override { return Share(); }

  void Prefetch(uint64_t offset, size_t length) override {
    if (ahead_.valid()) {
      ahead_.wait();
    }
    if (!internal::CheckInside("", size(), offset, length).ok()) {
      return;  // Read reports the error
    }
    ahead_offset_ = offset;
    ahead_length_ = length;
    try {
      ahead_ = std::async(std::launch::async, [this, offset, length] {
        return ReadSectors(offset, length, &fetched_);
      });
    } catch (const std::exception&) {
      ahead_ = {};  // no thread available: Read does it
    }
  }

 protected:
  Status ReadInside(uint64_t offset, size_t length, Bytes* out) override {
    if (!ahead_.valid() || ahead_offset_ != offset || ahead_length_ != length) {
      return ReadSectors(offset, length, out);
    }
    Status status = ahead_.get();
    std::swap(*out, fetched_);
    return status;
  }

 private:
  Status ReadSectors(uint64_t offset, size_t length, Bytes* out) const {
    constexpr uint64_t kSector = 4096;
    const uint64_t start = offset / kSector * kSector;
    const uint64_t end = (offset + length + kSector - 1) / kSector * kSector;
    const auto aligned = static_cast<size_t>(end - start);
    uint8_t* memory = out->Allocate(aligned + kSector);
    const auto misaligned = reinterpret_cast<uintptr_t>(memory) % kSector;
    const auto skip = static_cast<size_t>(misaligned == 0 ? 0 : kSector - misaligned);
    const auto before = static_cast<size_t>(offset - start);
    Status status = Fill(start, aligned, before + length, memory + skip);
    out->Narrow(skip + before, length);
    return status;
  }

  std::future<Status> ahead_;  ///< fills fetched_
  Bytes fetched_;
  uint64_t ahead_offset_ = 0;
  size_t ahead_length_ = 0;
};

using FolderId = std::pair<dev_t, ino_t>;

/// A folder and those above it as far as the path names them.
std::vector<FolderId> Chain(const std::string& folder) {
  std::vector<FolderId> chain;
  for (size_t end = folder.size(); end != std::string::npos; end = folder.rfind('/', end - 1)) {
    struct stat info {};
    if (stat(end == 0 ? "/" : folder.substr(0, end).c_str(), &info) == 0) {
      chain.emplace_back(info.st_dev, info.st_ino);
    }
    if (end == 0) {
      break;
    }
  }
  return chain;
}

class LocalFiles final : public FileSystem {
 public:
  explicit LocalFiles(IoMode mode) : mode_(mode) {}

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override {
    int flags = O_RDONLY | O_CLOEXEC | (mode_ == IoMode::kDirect ? O_DIRECT : 0);
    Descriptor fd(open(path.c_str(), flags));
    if (fd.get() < 0 && errno == EINVAL) {
      fd = Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    }
    if (fd.get() < 0) {
      return SystemError(path, "cannot be opened");
    }
    struct stat info {};
    if (fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
      return Error{ErrorCode::kIo, path, "", -1, "is no regular file"};
    }
    const auto size = static_cast<uint64_t>(info.st_size);
    if (mode_ == IoMode::kDirect) {
      return std::unique_ptr<RandomAccessFile>(new DirectFile(path, std::move(fd), size));
    }
    return std::unique_ptr<RandomAccessFile>(new BufferedFile(path, std::move(fd), size));
  }

  /// The system reads ahead by itself, except past the page cache.
  ReadCosts costs() const override {
    ReadCosts costs;
    costs.requests = mode_ == IoMode::kDirect ? kDirectRequests : 1;
    return costs;
  }

  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override {
    const std::unique_ptr<DIR, CloseFolder> dir(opendir(folder.c_str()));
    if (dir == nullptr) {
      return SystemError(folder, "cannot be listed");
    }
    std::vector<DirectoryEntry> entries;
    const std::vector<FolderId> above = Chain(folder);
    for (;;) {
      errno = 0;
      const dirent* entry = readdir(dir.get());
      if (entry == nullptr && errno != 0) {
        return SystemError(folder, "cannot be listed");
      }
      if (entry == nullptr) {
        break;
      }
      std::string name = entry->d_name;
      if (name == "." || name == "..") {
        continue;
      }
      struct stat info {};
      const bool found = fstatat(dirfd(dir.get()), name.c_str(), &info, 0) == 0;
      // A folder that is also above has been visited: a loop of links would have no end.
      const bool is_loop =
          std::find(above.begin(), above.end(), FolderId(info.st_dev, info.st_ino)) != above.end();
      entries.push_back({name, found && S_ISDIR(info.st_mode) && !is_loop});
    }
    std::sort(entries.begin(), entries.end(),
              [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
    return entries;
  }

  Result<std::string> PathOf(const std::string& location, const std::string& known) const override {
    const internal::Location found = internal::ParseLocation(location);
    const bool is_here = found.authority.empty() || found.authority == "localhost";
    if ((!found.scheme.empty() && found.scheme != "file") || !is_here ||
        !found.path.starts_with('/')) {
      return Error{ErrorCode::kUnsupported, location, "", -1, "is no local folder"};
    }
    std::error_code error;
    const std::filesystem::path full = std::filesystem::absolute(known, error);
    if (error) {
      return found.path;
    }
    const std::string folder = internal::ParseLocation(full.lexically_normal().string()).path;
    return internal::IsAtOrBelow(found.path, folder) ? known + found.path.substr(folder.size())
                                                     : found.path;
  }

 private:
  /// Number of requests: a disk serves several large reads at a time better than one.
  static constexpr int kDirectRequests = 4;

  IoMode mode_;
};

}  // namespace

const FileSystem& LocalFileSystem(IoMode mode) {
  static const LocalFiles buffered(IoMode::kBuffered);
  static const LocalFiles direct(IoMode::kDirect);
  return mode == IoMode::kDirect ? direct : buffered;
}

}  // namespace cif

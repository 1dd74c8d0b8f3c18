// Random access to files. Other storage plugs in here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cif/buffer.h"
#include "cif/export.h"
#include "cif/result.h"

namespace cif {

/// File with random access. One object is used by one thread at a time.
class CIF_EXPORT RandomAccessFile {
 public:
  virtual ~RandomAccessFile() = default;

  /// Length in bytes.
  virtual uint64_t size() const = 0;

  /// Reads exactly `length` bytes from `offset` on, with kSlack readable bytes behind them. If the
  /// file has fewer bytes, the read fails with kCorrupt before memory is allocated. The bytes must
  /// not change once they are read, whatever happens to the file. Decoders check them first and
  /// then rely on them.
  virtual Status Read(uint64_t offset, size_t length, Bytes* out) = 0;

  /// Announces bytes of the file that will probably be read next. An implementation may fetch them
  /// in the background.
  virtual void Prefetch(uint64_t /*offset*/, size_t /*length*/) {}

  /// Returns another object for the same open file, without opening it again. It serves the reads
  /// of another column of a group file (FORMAT.md section 5.1). Either object may outlive the
  /// other. nullptr if not supported: the caller then opens the file once more.
  virtual std::unique_ptr<RandomAccessFile> Share() const { return nullptr; }

  /// Returns an object like that of Share, which another thread may use at the same time. May be
  /// called while threads read.
  virtual std::unique_ptr<RandomAccessFile> ShareWithThread() const { return nullptr; }
};

/// File of a store whose answers need checks. Reads end at the end of the file, and the missing
/// part of a short answer is requested again.
class CIF_EXPORT StoredFile : public RandomAccessFile {
 public:
  StoredFile(std::string path, uint64_t size) : path_(std::move(path)), size_(size) {}

  uint64_t size() const final { return size_; }
  Status Read(uint64_t offset, size_t length, Bytes* out) final;

 protected:
  /// Reads some of these bytes and returns their number; 0 if the file ends here. All of them lie
  /// before the length that the constructor was given. `length` is never 0.
  virtual Result<size_t> ReadSome(uint64_t offset, size_t length, uint8_t* to) = 0;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  uint64_t size_;
};

/// Costs of requests to a file system. They decide how tables are opened and how scans read ahead.
struct ReadCosts {
  /// Number of requests worth sending at the same time, 1 to kMostRequests. With 1, each request is
  /// sent when its answer is needed, and no thread is started for it.
  int requests = 1;
  /// Number of bytes whose transfer takes about as long as one more request. Ranges that lie nearer
  /// to each other are read in one request, and files up to this length are read whole.
  int64_t near_bytes = 64 << 10;

  static constexpr int kMostRequests = 256;
};

/// Entry of a folder.
struct DirectoryEntry {
  std::string name;
  bool is_directory = false;
};

/// Opens files and lists folders. Thread-safe.
class CIF_EXPORT FileSystem {
 public:
  virtual ~FileSystem() = default;

  /// Opens a file; kNotFound if there is no such file.
  virtual Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const = 0;

  /// Opens a file that has `length` bytes according to the schema file of its split. An
  /// implementation may trust this length and send no request yet.
  virtual Result<std::unique_ptr<RandomAccessFile>> OpenSized(const std::string& path,
                                                              uint64_t /*length*/) const {
    return Open(path);
  }

  /// Lists the entries of a folder, sorted by name; kNotFound if there is no such folder.
  virtual Result<std::vector<DirectoryEntry>> List(const std::string& folder) const = 0;

  /// Costs of requests. They never change.
  virtual ReadCosts costs() const { return {}; }

  /// Returns the path by which this file system knows a folder. A path at or below `known` begins
  /// with it. kUnsupported if the folder is not known to be in this file system: by default, if it
  /// has another scheme and authority than `known`. Sends no request.
  /// @param location URI of the folder, or a path, without escapes, as table files have it
  /// (FORMAT.md section 2.4)
  /// @param known path of a folder in this file system
  virtual Result<std::string> PathOf(const std::string& location, const std::string& known) const;
};

/// Ways to read local files.
enum class IoMode {
  kBuffered,  ///< pread through the page cache
  kMapped,    ///< same as kBuffered: mapped bytes may change or vanish after their check
  /// O_DIRECT, aligned reads past the page cache; same as kBuffered where files lack it.
  kDirect,
};

/// Returns the local file system. The object lives for ever.
CIF_EXPORT const FileSystem& LocalFileSystem(IoMode mode = IoMode::kBuffered);

}  // namespace cif

// Random access to files, so that other storage can stand behind the reader.
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

/// A file that is read at any place. One object is used by one thread at a time.
class CIF_EXPORT RandomAccessFile {
 public:
  virtual ~RandomAccessFile() = default;

  /// Length in bytes.
  virtual uint64_t size() const = 0;

  /// Reads exactly `length` bytes from `offset` on, with kSlack readable bytes behind them. Fewer
  /// bytes in the file are an error (kCorrupt), found before memory is allocated. The bytes must not
  /// change once they are read, whatever becomes of the file: decoders check them first and rely on
  /// them then.
  virtual Status Read(uint64_t offset, size_t length, Bytes* out) = 0;

  /// Says that these bytes, which are in the file, will probably be read next: an implementation may
  /// fetch them meanwhile.
  virtual void Prefetch(uint64_t /*offset*/, size_t /*length*/) {}

  /// One more object for the same open file, for the reads of another column of a group file
  /// (FORMAT.md section 5.1): it costs no opening, and either of them may outlive the other. nullptr
  /// where there is no such thing: the file is opened once more then.
  virtual std::unique_ptr<RandomAccessFile> Share() const { return nullptr; }

  /// As Share, for reads of another thread at the same time. May be called while threads read.
  virtual std::unique_ptr<RandomAccessFile> ShareWithThread() const { return nullptr; }
};

/// A file of a store, whose answers are checked: reads end at the file's border, and what a short answer
/// lacks is asked for again.
class CIF_EXPORT StoredFile : public RandomAccessFile {
 public:
  StoredFile(std::string path, uint64_t size) : path_(std::move(path)), size_(size) {}

  uint64_t size() const final { return size_; }
  Status Read(uint64_t offset, size_t length, Bytes* out) final;

 protected:
  /// Reads some of these bytes, all of which are before the end that was told; says how many. 0: the
  /// file ends here. `length` is never 0.
  virtual Result<size_t> ReadSome(uint64_t offset, size_t length, uint8_t* to) = 0;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  uint64_t size_;
};

/// What requests to a file system cost, by which tables are opened and scans read ahead.
struct ReadCosts {
  /// So many requests at a time are worth it, 1 to kMostRequests. 1: each is sent when its answer is needed, and
  /// no thread is started for it.
  int requests = 1;
  /// About as many bytes take no longer than a request more: what lies nearer is read as one, and files up to
  /// this length are read whole.
  int64_t near_bytes = 64 << 10;

  static constexpr int kMostRequests = 256;
};

/// What a folder holds.
struct DirectoryEntry {
  std::string name;
  bool is_directory = false;
};

/// Opens files and lists folders. Safe to use from several threads.
class CIF_EXPORT FileSystem {
 public:
  virtual ~FileSystem() = default;

  /// kNotFound if there is no such file.
  virtual Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const = 0;

  /// As Open, for a file that is to have `length` bytes, as its split's schema file says: where the store
  /// would have to be asked for the length, it may be taken as it is, and no request be sent yet.
  virtual Result<std::unique_ptr<RandomAccessFile>> OpenSized(const std::string& path,
                                                              uint64_t /*length*/) const {
    return Open(path);
  }

  /// The entries of a folder, sorted by name; kNotFound if there is no such folder.
  virtual Result<std::vector<DirectoryEntry>> List(const std::string& folder) const = 0;

  /// Always the same.
  virtual ReadCosts costs() const { return {}; }
};

/// How local files are read.
enum class IoMode {
  kBuffered,  ///< pread through the page cache
  kMapped,    ///< as kBuffered: bytes of a map may change or vanish between their check and their use
  kDirect,    ///< O_DIRECT, aligned reads past the page cache; as kBuffered where files lack it
};

/// The local file system; the object lives for ever.
CIF_EXPORT const FileSystem& LocalFileSystem(IoMode mode = IoMode::kBuffered);

}  // namespace cif

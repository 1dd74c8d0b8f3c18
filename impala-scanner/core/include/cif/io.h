// Random access to files, so that other storage can stand behind the reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cif/result.h"

namespace cif {

/// Bytes that may be loaded (their content has no meaning) behind every buffer that is decoded.
inline constexpr size_t kSlack = 64;

/// Growable memory, aligned to 64 bytes, with kSlack bytes more than its size. Move-only.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  uint8_t* data() { return data_; }
  const uint8_t* data() const { return data_; }
  size_t size() const { return size_; }

  /// The content as values of a type; the caller knows which.
  template <typename T>
  T* as() {
    return reinterpret_cast<T*>(data_);
  }
  template <typename T>
  const T* as() const {
    return reinterpret_cast<const T*>(data_);
  }

  /// Sets the size; keeps what fits, leaves new bytes undefined, grows by doubling.
  void Resize(size_t size) {
    if (size > capacity_) {
      Grow(size);
    }
    size_ = size;
  }

  /// Sets the size to 0 and keeps the memory.
  void Clear() { size_ = 0; }

 private:
  void Grow(size_t size);

  uint8_t* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

/// Bytes of a file: in memory of their own, or in memory that the file lends.
class Bytes {
 public:
  const uint8_t* data() const { return data_; }
  size_t size() const { return size_; }

  /// Makes room for `size` bytes in own memory and returns it; memory is used again.
  uint8_t* Allocate(size_t size);
  /// Takes the part of the own memory that starts `skip` bytes behind its start.
  void Narrow(size_t skip, size_t size);
  /// Points to memory that stays valid, with kSlack readable bytes behind, until the next use.
  void Lend(const uint8_t* data, size_t size);

 private:
  Buffer own_;
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

/// A file that is read at any place. One object is used by one thread at a time.
class RandomAccessFile {
 public:
  virtual ~RandomAccessFile() = default;

  /// Length in bytes.
  virtual uint64_t size() const = 0;

  /// Reads exactly `length` bytes from `offset` on, with kSlack readable bytes behind them. Fewer
  /// bytes in the file are an error (kCorrupt), found before memory is allocated.
  virtual Status Read(uint64_t offset, size_t length, Bytes* out) = 0;

  /// Says that these bytes, which are in the file, will probably be read next: an implementation may
  /// fetch them meanwhile.
  virtual void Prefetch(uint64_t /*offset*/, size_t /*length*/) {}
};

/// What a folder holds.
struct DirectoryEntry {
  std::string name;
  bool is_directory = false;
};

/// Opens files and lists folders. Safe to use from several threads.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  /// kNotFound if there is no such file.
  virtual Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const = 0;

  /// The entries of a folder, sorted by name; kNotFound if there is no such folder.
  virtual Result<std::vector<DirectoryEntry>> List(const std::string& folder) const = 0;
};

/// How local files are read.
enum class IoMode {
  kBuffered,  ///< pread through the page cache
  kMapped,    ///< memory map: no copy, but a file that shrinks while it is read ends the process
  kDirect,    ///< O_DIRECT, aligned reads past the page cache; as kBuffered where files lack it
};

/// The local file system; the object lives for ever.
const FileSystem& LocalFileSystem(IoMode mode = IoMode::kBuffered);

}  // namespace cif

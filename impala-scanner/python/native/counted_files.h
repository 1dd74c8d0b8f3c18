// File system that counts opened files and bytes read.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cif/io.h"

namespace cif::python {

/// Counters of all threads.
struct IoCounts {
  std::atomic<int64_t> files_opened = 0;
  std::atomic<int64_t> bytes_read = 0;
};

/// Wrapper of a file that counts its reads.
class CountedFile final : public RandomAccessFile {
 public:
  CountedFile(std::unique_ptr<RandomAccessFile> file, std::shared_ptr<IoCounts> counts)
      : file_(std::move(file)), counts_(std::move(counts)) {}

  uint64_t size() const override { return file_->size(); }

  Status Read(uint64_t offset, size_t length, Bytes* out) override {
    Status status = file_->Read(offset, length, out);
    if (status.ok()) {
      counts_->bytes_read += static_cast<int64_t>(length);
    }
    return status;
  }

  void Prefetch(uint64_t offset, size_t length) override { file_->Prefetch(offset, length); }

  std::unique_ptr<RandomAccessFile> Share() const override { return Counted(file_->Share()); }

  std::unique_ptr<RandomAccessFile> ShareWithThread() const override {
    return Counted(file_->ShareWithThread());
  }

 private:
  std::unique_ptr<RandomAccessFile> Counted(std::unique_ptr<RandomAccessFile> shared) const {
    return shared == nullptr ? nullptr : std::make_unique<CountedFile>(std::move(shared), counts_);
  }

  std::unique_ptr<RandomAccessFile> file_;
  std::shared_ptr<IoCounts> counts_;
};

/// Wrapper of a file system that counts the use of its files.
class CountedFiles final : public FileSystem {
 public:
  explicit CountedFiles(std::shared_ptr<const FileSystem> files) : files_(std::move(files)) {}

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override {
    return Counted(files_->Open(path));
  }

  Result<std::unique_ptr<RandomAccessFile>> OpenSized(const std::string& path,
                                                      uint64_t length) const override {
    return Counted(files_->OpenSized(path, length));
  }

  ReadCosts costs() const override { return files_->costs(); }

  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override {
    return files_->List(folder);
  }

  Result<std::string> PathOf(const std::string& location, const std::string& known) const override {
    return files_->PathOf(location, known);
  }

  const IoCounts& counts() const { return *counts_; }

 private:
  Result<std::unique_ptr<RandomAccessFile>> Counted(
      Result<std::unique_ptr<RandomAccessFile>> file) const {
    if (!file.ok()) {
      return file;
    }
    counts_->files_opened++;
    return std::unique_ptr<RandomAccessFile>(
        std::make_unique<CountedFile>(std::move(file).value(), counts_));
  }

  std::shared_ptr<const FileSystem> files_;
  std::shared_ptr<IoCounts> counts_ = std::make_shared<IoCounts>();
};

}  // namespace cif::python

// Files of a file system in Python: S3, HDFS, HTTP and others of pyarrow.fs and fsspec.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cif/io.h"

namespace cif::python {

/// Adapter of a Python object that is a file system. The object has:
/// - `open(path, length)`, where the length is None if it is not known. It returns an object with
///   `size()` and `read_at(count, offset)`, which several threads may call.
/// - `list(folder)`, which returns names, and if they are folders.
/// - `path_of(location)`, which returns the path of a URI, or None if it can't tell.
/// - `requests` and `near_bytes`, see ReadCosts.
/// Its exceptions become errors. Thread-safe. No thread may hold the interpreter's lock while it
/// waits for another.
class PythonFiles final : public FileSystem {
 public:
  /// Must be called with the interpreter's lock.
  explicit PythonFiles(nanobind::object files);
  ~PythonFiles() override;
  PythonFiles(const PythonFiles&) = delete;
  PythonFiles& operator=(const PythonFiles&) = delete;

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override;
  Result<std::unique_ptr<RandomAccessFile>> OpenSized(const std::string& path,
                                                      uint64_t length) const override;
  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override;
  ReadCosts costs() const override { return costs_; }
  Result<std::string> PathOf(const std::string& location, const std::string& known) const override;

 private:
  static constexpr uint64_t kUnknown = UINT64_MAX;

  nanobind::object files_;
  ReadCosts costs_;
};

}  // namespace cif::python

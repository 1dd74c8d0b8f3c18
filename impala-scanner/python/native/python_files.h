// Files of a file system that Python has: S3, HDFS, HTTP and others of pyarrow.fs and fsspec.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "cif/io.h"

namespace cif::python {

/// A file system of Python: an object with `open(path)`, which gives an object with `size()` and
/// `read_at(count, offset)`, and with `list(folder)`, which gives names and whether they are folders'. Its
/// exceptions become errors. Safe to use from several threads, none of which may hold the interpreter's lock while
/// it waits for another.
class PythonFiles final : public FileSystem {
 public:
  /// Called with the interpreter's lock.
  explicit PythonFiles(nanobind::object files);
  ~PythonFiles() override;
  PythonFiles(const PythonFiles&) = delete;
  PythonFiles& operator=(const PythonFiles&) = delete;

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override;
  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override;

 private:
  nanobind::object files_;
};

}  // namespace cif::python

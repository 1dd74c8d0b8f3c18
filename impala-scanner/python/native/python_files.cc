#include "python_files.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace nb = nanobind;

namespace cif::python {
namespace {

/// Lets go of an object, from whichever thread; not where the interpreter has ended.
void Drop(nb::object* object) {
  if (!nb::is_alive()) {
    object->release();
    return;
  }
  nb::gil_scoped_acquire lock;
  object->reset();
}

/// Runs `f` with the interpreter's lock; Python's exceptions become errors.
template <typename T, typename F>
T WithPython(const std::string& path, int64_t offset, F f) {
  nb::gil_scoped_acquire lock;
  try {
    return f();
  } catch (nb::python_error& e) {
    const bool is_missing = e.matches(PyExc_FileNotFoundError) || e.matches(PyExc_NotADirectoryError);
    const std::string why = nb::str(e.value()).c_str();
    return Error{is_missing ? ErrorCode::kNotFound : ErrorCode::kIo, path, "", offset,
                 is_missing ? "does not exist"
                            : std::string(nb::type_name(e.type()).c_str()) + ": " + why};
  } catch (const nb::cast_error&) {
    return Error{ErrorCode::kIo, path, "", offset, "the file system gives something else than was asked"};
  }
}

class PythonFile final : public RandomAccessFile {
 public:
  PythonFile(std::string path, nb::object file, uint64_t size)
      : path_(std::move(path)), file_(std::move(file)), size_(size) {}
  PythonFile(const PythonFile&) = delete;
  PythonFile& operator=(const PythonFile&) = delete;

  ~PythonFile() override { Drop(&file_); }

  uint64_t size() const override { return size_; }

  Status Read(uint64_t offset, size_t length, Bytes* out) override {
    if (offset > size_ || length > size_ - offset) {
      return Truncated(offset, size_);
    }
    uint8_t* to = out->Allocate(length);
    return WithPython<Status>(path_, static_cast<int64_t>(offset), [&]() -> Status {
      for (size_t done = 0; done < length;) {
        const auto bytes = nb::cast<nb::bytes>(file_.attr("read_at")(length - done, offset + done));
        if (bytes.size() == 0 || bytes.size() > length - done) {
          return Truncated(offset, offset + done);
        }
        std::memcpy(to + done, bytes.data(), bytes.size());
        done += bytes.size();
      }
      return {};
    });
  }

 private:
  Status Truncated(uint64_t offset, uint64_t end) const {
    return Error{ErrorCode::kCorrupt, path_, "", static_cast<int64_t>(offset),
                 "bytes are wanted from here on, but the store gives none behind byte " +
                     std::to_string(end) + ": the file is truncated, or its length has changed"};
  }

  std::string path_;
  nb::object file_;
  uint64_t size_;
};

}  // namespace

PythonFiles::PythonFiles(nb::object files) : files_(std::move(files)) {}

PythonFiles::~PythonFiles() { Drop(&files_); }

Result<std::unique_ptr<RandomAccessFile>> PythonFiles::Open(const std::string& path) const {
  using Opened = Result<std::unique_ptr<RandomAccessFile>>;
  return WithPython<Opened>(path, -1, [&]() -> Opened {
    nb::object file = files_.attr("open")(path.c_str());
    const auto size = nb::cast<uint64_t>(file.attr("size")());
    return std::unique_ptr<RandomAccessFile>(
        std::make_unique<PythonFile>(path, std::move(file), size));
  });
}

Result<std::vector<DirectoryEntry>> PythonFiles::List(const std::string& folder) const {
  using Listed = Result<std::vector<DirectoryEntry>>;
  return WithPython<Listed>(folder, -1, [&]() -> Listed {
    std::vector<DirectoryEntry> entries;
    for (nb::handle entry : files_.attr("list")(folder.c_str())) {
      const auto pair = nb::cast<nb::tuple>(entry);
      entries.push_back({nb::cast<nb::str>(pair[0]).c_str(), nb::cast<bool>(pair[1])});
    }
    std::sort(entries.begin(), entries.end(),
              [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
    return entries;
  });
}

}  // namespace cif::python

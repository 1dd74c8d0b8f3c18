#include "python_files.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "interpreter.h"

namespace nb = nanobind;

namespace cif::python {
namespace {

/// Returns true if Python has ended for this thread.
bool HasEnded() { return !nb::is_alive() || (IsEnding() && PyGILState_Check() == 0); }

/// Releases an object on any thread, except after the end of the interpreter.
void Drop(nb::object* object) {
  if (HasEnded()) {
    object->release();
    return;
  }
  Locked lock;
  object->reset();
}

/// Returns the text of an exception, also if it is not UTF-8, as names of files may be, or if there
/// is none.
std::string TextOf(nb::handle exception) {
  const nb::object text = nb::steal(PyObject_Str(exception.ptr()));
  const nb::object bytes =
      text.is_valid()
          ? nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace"))
          : nb::object();
  if (!bytes.is_valid()) {
    PyErr_Clear();
    return "which has no text";
  }
  return {PyBytes_AS_STRING(bytes.ptr()), static_cast<size_t>(PyBytes_GET_SIZE(bytes.ptr()))};
}

/// View of the bytes of a Python object: bytes, bytearray or memoryview.
class Buffer {
 public:
  explicit Buffer(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) {
      PyErr_Clear();
      throw nb::cast_error();
    }
  }
  ~Buffer() { PyBuffer_Release(&view_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  const void* data() const { return view_.buf; }
  size_t size() const { return static_cast<size_t>(view_.len); }

 private:
  Py_buffer view_;
};

/// Runs `f` with the interpreter's lock. Python's exceptions become errors.
template <typename T, typename F>
T WithPython(const std::string& path, int64_t offset, F f) {
  if (HasEnded()) {
    return Error{ErrorCode::kCancelled, path, "", offset, "Python has ended"};
  }
  Locked lock;
  try {
    return f();
  } catch (nb::python_error& e) {
    const bool is_missing =
        e.matches(PyExc_FileNotFoundError) || e.matches(PyExc_NotADirectoryError);
    const std::string why = TextOf(e.value());
    if (e.matches(PyExc_KeyboardInterrupt)) {
      PyErr_SetInterrupt();  // it comes again when the read has ended
    }
    return Error{
        is_missing ? ErrorCode::kNotFound : ErrorCode::kIo, path, "", offset,
        is_missing ? "does not exist" : std::string(nb::type_name(e.type()).c_str()) + ": " + why};
  } catch (const nb::cast_error&) {
    return Error{ErrorCode::kIo, path, "", offset,
                 "the file system gives something else than was asked"};
  }
}

/// Python object that several files share.
class SharedObject {
 public:
  explicit SharedObject(nb::object object) : object_(std::move(object)) {}
  SharedObject(const SharedObject&) = delete;
  SharedObject& operator=(const SharedObject&) = delete;
  ~SharedObject() { Drop(&object_); }

  const nb::object& get() const { return object_; }

 private:
  nb::object object_;
};

class PythonFile final : public StoredFile {
 public:
  PythonFile(std::string path, std::shared_ptr<const SharedObject> file, uint64_t size)
      : StoredFile(std::move(path), size), file_(std::move(file)) {}

  std::unique_ptr<RandomAccessFile> Share() const override {
    return std::make_unique<PythonFile>(path(), file_, size());
  }

  std::unique_ptr<RandomAccessFile> ShareWithThread() const override { return Share(); }

 protected:
  Result<size_t> ReadSome(uint64_t offset, size_t length, uint8_t* to) override {
    return WithPython<Result<size_t>>(
        path(), static_cast<int64_t>(offset), [&]() -> Result<size_t> {
          const nb::object read = file_->get().attr("read_at")(length, offset);
          const Buffer bytes(read);
          std::memcpy(to, bytes.data(), std::min(length, bytes.size()));
          return bytes.size();
        });
  }

 private:
  std::shared_ptr<const SharedObject> file_;
};

}  // namespace

PythonFiles::PythonFiles(nb::object files) : files_(std::move(files)) {
  costs_.requests = nb::cast<int>(files_.attr("requests"));
  costs_.near_bytes = nb::cast<int64_t>(files_.attr("near_bytes"));
}

PythonFiles::~PythonFiles() { Drop(&files_); }

Result<std::unique_ptr<RandomAccessFile>> PythonFiles::Open(const std::string& path) const {
  return OpenSized(path, kUnknown);
}

Result<std::unique_ptr<RandomAccessFile>> PythonFiles::OpenSized(const std::string& path,
                                                                 uint64_t length) const {
  using Opened = Result<std::unique_ptr<RandomAccessFile>>;
  return WithPython<Opened>(path, -1, [&]() -> Opened {
    const nb::object known = length == kUnknown ? nb::none() : nb::cast(length);
    nb::object file = files_.attr("open")(path.c_str(), known);
    const auto size = nb::cast<uint64_t>(file.attr("size")());
    return std::unique_ptr<RandomAccessFile>(std::make_unique<PythonFile>(
        path, std::make_shared<const SharedObject>(std::move(file)), size));
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

Result<std::string> PythonFiles::PathOf(const std::string& location,
                                        const std::string& known) const {
  using Found = Result<std::string>;
  const Found path = WithPython<Found>(location, -1, [&]() -> Found {
    const nb::object found = files_.attr("path_of")(location.c_str());
    return found.is_none() ? location : std::string(nb::cast<nb::str>(found).c_str());
  });
  return path.ok() ? FileSystem::PathOf(*path, known) : path;
}

}  // namespace cif::python

#include "errors.h"

#include <string>

namespace nb = nanobind;

namespace cif::python {

namespace {

/// A text that need not be UTF-8, as names of files may not be.
nb::object Text(const std::string& text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
}

const char* NameOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "invalid_argument";
    case ErrorCode::kNotFound:
      return "not_found";
    case ErrorCode::kIo:
      return "io";
    case ErrorCode::kCorrupt:
      return "corrupt";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kTooLarge:
      return "too_large";
    case ErrorCode::kCancelled:
      return "cancelled";
  }
  return "";
}

}  // namespace

void StreamError::Set(const Error& error) noexcept {
  try {
    std::lock_guard<std::mutex> lock(mutex_);
    error_ = error;
  } catch (const std::exception&) {
    // No memory for it: the text in Arrow has to do.
  }
}

void StreamError::Raise() const {
  std::lock_guard<std::mutex> lock(mutex_);
  if (error_) {
    throw ErrorException(*error_);
  }
}

void AddErrors(nb::module_& module) {
  static PyObject* error_type = PyErr_NewExceptionWithDoc(
      "cif.Error",
      "What went wrong, with its place: `code`, `file`, `column` and `offset` (-1: not known).",
      nullptr, nullptr);
  module.attr("Error") = nb::handle(error_type);
  nb::register_exception_translator([](const std::exception_ptr& p, void*) {
    try {
      std::rethrow_exception(p);
    } catch (const ErrorException& e) {
      nb::object error = nb::handle(error_type)(Text(e.text));
      error.attr("code") = NameOf(e.error.code);
      error.attr("file") = nb::steal(PyUnicode_DecodeFSDefaultAndSize(
          e.error.file.data(), static_cast<Py_ssize_t>(e.error.file.size())));
      error.attr("column") = Text(e.error.column);
      error.attr("offset") = e.error.offset;
      PyErr_SetObject(error_type, error.ptr());
    }
  });
}

}  // namespace cif::python

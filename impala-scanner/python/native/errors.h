// Errors of libcif as exceptions of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "cif/result.h"

namespace cif::python {

/// Exception for an Error on its way to Python.
struct ErrorException : std::exception {
  explicit ErrorException(const Error& e) : error(e), text(e.ToString()) {}
  const char* what() const noexcept override { return text.c_str(); }
  Error error;
  std::string text;
};

/// Returns the value of a result; throws its error.
template <typename T>
T Check(Result<T> result) {
  if (!result.ok()) {
    throw ErrorException(result.error());
  }
  return std::move(result).value();
}

/// Error that ended a stream, with its place. Through Arrow, the reader of the stream gets only a
/// text.
class StreamError {
 public:
  void Set(const Error& error) noexcept;

  /// Raises the error if there is one.
  void Raise() const;

 private:
  mutable std::mutex mutex_;
  std::optional<Error> error_;
};

/// Adds the class `Error` to the module, as which ErrorException is raised.
void AddErrors(nanobind::module_& module);

}  // namespace cif::python

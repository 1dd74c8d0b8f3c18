// Errors inside the library, and their conversion to values at its border.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "cif/result.h"
#include "util/input.h"

namespace cif::internal {

/// Error that is thrown within the library, up to its border.
class Failure : public std::exception {
 public:
  explicit Failure(Error error) : error_(std::move(error)) {}
  Error& error() { return error_; }
  const char* what() const noexcept override { return error_.message.c_str(); }

 private:
  Error error_;
};

[[noreturn]] inline void Fail(ErrorCode code, std::string message) {
  throw Failure(Error{code, "", "", -1, std::move(message)});
}

inline void Check(const Status& status) {
  if (!status.ok()) {
    throw Failure(status.error());
  }
}

template <typename T>
T Check(Result<T> result) {
  if (!result.ok()) {
    throw Failure(result.error());
  }
  return std::move(result).value();
}

/// Returns the Error of the exception that is being handled, and fills in file and column if they
/// are missing. Without memory for it, returns "out of memory".
Error CurrentError(const std::string& file = {}, const std::string& column = {}) noexcept;

/// Runs `f`. Converts an exception to an Error, with file and column filled in if they are missing.
template <typename F>
auto Guard(const std::string& file, const std::string& column, F f) -> decltype(f()) {
  try {
    return f();
  } catch (...) {
    return CurrentError(file, column);
  }
}

}  // namespace cif::internal

// Errors inside the library, and the border that turns them into values.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "cif/result.h"
#include "util/input.h"

namespace cif::internal {

/// An Error on its way to the border.
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

/// The Error of the exception that is being handled, with file and column filled in where it has none.
/// Where there is no memory to say it, "out of memory".
Error CurrentError(const std::string& file = {}, const std::string& column = {}) noexcept;

/// Runs `f`; an exception becomes an Error, with file and column filled in where it has none.
template <typename F>
auto Guard(const std::string& file, const std::string& column, F f) -> decltype(f()) {
  try {
    return f();
  } catch (...) {
    return CurrentError(file, column);
  }
}

}  // namespace cif::internal

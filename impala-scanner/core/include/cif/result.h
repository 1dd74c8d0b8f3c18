// Errors as values: no exception crosses the API of libcif.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "cif/export.h"

namespace cif {

/// Kind of an error. The message gives the details.
enum class ErrorCode {
  kInvalidArgument,  ///< The caller asked for something impossible.
  kNotFound,         ///< A file, folder or column does not exist.
  kIo,               ///< The operating system or the storage failed.
  kCorrupt,          ///< The bytes break a rule of FORMAT.md.
  kUnsupported,      ///< A newer format version, or an unknown feature.
  kTooLarge,         ///< A batch is beyond the reader's memory limit, or there is no memory.
  kCancelled,        ///< The caller no longer wants the answer.
};

/// Error with its place. An empty `file` or `column` and an `offset` of -1 mean "not known".
struct CIF_EXPORT Error {
  ErrorCode code = ErrorCode::kInvalidArgument;
  std::string file;     ///< Path of the file concerned.
  std::string column;   ///< Name of the column concerned.
  int64_t offset = -1;  ///< Byte offset in `file`.
  std::string message;  ///< The fault, as a sentence.

  /// Returns the whole error as one line.
  std::string ToString() const;
};

/// Success or an Error. Move-only, cheap on success.
class [[nodiscard]] CIF_EXPORT Status {
 public:
  Status() = default;
  /// Without memory to keep the error, it becomes kTooLarge, "out of memory".
  Status(Error error) noexcept;  // NOLINT: implicit

  bool ok() const { return error_ == nullptr; }

  /// The error. Only valid if not ok().
  const Error& error() const { return *error_; }

 private:
  struct CIF_EXPORT Delete {
    void operator()(const Error* error) const noexcept;
  };

  std::unique_ptr<const Error, Delete> error_;
};

/// A value or an Error.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : content_(std::move(error)) {}  // NOLINT: implicit

  bool ok() const { return content_.index() == 0; }

  /// The error. Only valid if not ok().
  const Error& error() const { return *std::get_if<1>(&content_); }

  /// The value. Only valid if ok().
  T& value() & { return *std::get_if<0>(&content_); }
  const T& value() const& { return *std::get_if<0>(&content_); }
  T&& value() && { return std::move(*std::get_if<0>(&content_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> content_;
};

}  // namespace cif

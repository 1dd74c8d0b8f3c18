#include "util/failure.h"

#include <new>

#include "util/budget.h"

namespace cif {

std::string Error::ToString() const {
  std::string text = file;
  if (!column.empty()) {
    text += (text.empty() ? "column '" : ", column '") + column + "'";
  }
  if (offset >= 0) {
    text += (text.empty() ? "byte " : ", byte ") + std::to_string(offset);
  }
  return text + (text.empty() ? "" : ": ") + message;
}

namespace {

/// Short enough to need no allocation.
constexpr char kNoMemory[] = "out of memory";

/// Replacement for errors that there is no memory for.
const Error& NoMemoryError() noexcept {
  static const Error error{ErrorCode::kTooLarge, "", "", -1, kNoMemory};
  return error;
}

}  // namespace

Status::Status(Error error) noexcept : error_(new (std::nothrow) Error(std::move(error))) {
  if (error_ == nullptr) {
    error_.reset(&NoMemoryError());
  }
}

void Status::Delete::operator()(const Error* error) const noexcept {
  if (error != &NoMemoryError()) {
    delete error;
  }
}

namespace internal {
namespace {

Error Translate() {
  try {
    throw;
  } catch (Failure& e) {
    return e.error();
  } catch (const CorruptData& e) {
    return Error{ErrorCode::kCorrupt, "", "", e.offset(), e.message()};
  } catch (const TooLarge& e) {
    return Error{ErrorCode::kTooLarge, "", "", -1, e.what()};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kTooLarge, "", "", -1, kNoMemory};
  } catch (const std::exception& e) {
    return Error{ErrorCode::kIo, "", "", -1, e.what()};
  }
}

}  // namespace

Error CurrentError(const std::string& file, const std::string& column) noexcept {
  try {
    Error error = Translate();
    if (error.file.empty()) {
      error.file = file;
    }
    if (error.column.empty()) {
      error.column = column;
    }
    return error;
  } catch (...) {
    return Error{ErrorCode::kTooLarge, "", "", -1, kNoMemory};
  }
}

}  // namespace internal
}  // namespace cif

// Errors within cif_arrow, and their conversion to values at its border.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "cif/result.h"

namespace cif::arrow {

/// Error that is thrown within cif_arrow, up to its border.
class Failure : public std::exception {
 public:
  explicit Failure(Error error) : error_(std::move(error)) {}
  Error& error() { return error_; }
  const char* what() const noexcept override { return error_.message.c_str(); }

 private:
  Error error_;
};

/// Runs `f` and converts its exceptions to a Status.
template <typename F>
Status Guard(F f) noexcept {
  try {
    f();
    return {};
  } catch (Failure& e) {
    return std::move(e.error());
  } catch (const std::exception&) {
    // Only memory allocation can fail here. The text is short enough to need none.
    return Error{ErrorCode::kTooLarge, "", "", -1, "out of memory"};
  }
}

}  // namespace cif::arrow

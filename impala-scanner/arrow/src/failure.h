// Errors within cif_arrow, and the border that turns them into values.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "cif/result.h"

namespace cif::arrow {

/// An Error on its way to the border.
class Failure : public std::exception {
 public:
  explicit Failure(Error error) : error_(std::move(error)) {}
  Error& error() { return error_; }
  const char* what() const noexcept override { return error_.message.c_str(); }

 private:
  Error error_;
};

/// Runs `f`, whose exceptions become a Status.
template <typename F>
Status Guard(F f) noexcept {
  try {
    f();
    return {};
  } catch (Failure& e) {
    return std::move(e.error());
  } catch (const std::exception&) {
    // Nothing but memory can fail here; a text so short takes none.
    return Error{ErrorCode::kTooLarge, "", "", -1, "out of memory"};
  }
}

}  // namespace cif::arrow

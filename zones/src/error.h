// The one error type of cif-zones.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace cif::zones {

/// A refusal or a failure. The text names the device or file, the fault, and the remedy.
class ZoneError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws "subject: problem".
[[noreturn]] void Fail(const std::string& subject, const std::string& problem);

/// Throws "subject: doing: text of the error" if libext2fs returned an error.
void CheckExt2(long code, const std::string& subject, const std::string& doing);

/// Throws "subject: doing: the text of errno".
[[noreturn]] void FailErrno(const std::string& subject, const std::string& doing);

}  // namespace cif::zones

#include "error.h"

#include <cerrno>
#include <cstring>

#include "ext2.h"

namespace cif::zones {

void Fail(const std::string& subject, const std::string& problem) {
  throw ZoneError(subject + ": " + problem);
}

void CheckExt2(long code, const std::string& subject, const std::string& doing) {
  if (code == 0) {
    return;
  }
  static const bool known = (initialize_ext2_error_table(), true);
  (void)known;
  Fail(subject, doing + ": " + error_message(code));
}

void FailErrno(const std::string& subject, const std::string& doing) {
  Fail(subject, doing + ": " + std::strerror(errno));
}

}  // namespace cif::zones

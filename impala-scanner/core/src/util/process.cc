#include "util/process.h"

#include <pthread.h>

#include "util/failure.h"

namespace cif::internal {
namespace {

std::atomic<int> forks = 0;

}  // namespace

int ForkCount() noexcept {
  // The maker of a thing has asked before, so each fork since then is counted. Without memory for
  // the handler no fork is counted.
  static const int registered = pthread_atfork(nullptr, nullptr, [] { forks++; });
  static_cast<void>(registered);
  return forks;
}

void FailOfOtherProcess() {
  Fail(ErrorCode::kInvalidArgument,
       "the scan was opened by another process, from which this one was forked, and its threads "
       "are there; open a scan "
       "of the table here");
}

}  // namespace cif::internal

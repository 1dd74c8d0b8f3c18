// Work that waits more than it computes, spread over several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "util/failure.h"

namespace cif::internal {

/// Calls f(i) for each i < count on at most `threads` threads, including the caller's. Raises the
/// Failure of the least i that fails, as a loop would.
template <typename F>
void InParallel(size_t count, int threads, F f) {
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  size_t failed_at = count;
  Status failed;
  const auto work = [&] {
    for (size_t i = next++; i < count; i = next++) {
      Status status = Guard("", "", [&]() -> Status {
        f(i);
        return {};
      });
      if (!status.ok()) {
        std::lock_guard<std::mutex> lock(mutex);
        if (i < failed_at) {
          failed_at = i;
          failed = std::move(status);
        }
        next = count;  // smaller indexes have all begun
      }
    }
  };
  std::vector<std::thread> others;
  try {
    const size_t most = std::min(count, static_cast<size_t>(threads));
    others.reserve(most);
    for (size_t i = 1; i < most; i++) {
      others.emplace_back(work);
    }
  } catch (const std::exception&) {
    // The system refuses more threads: the running ones do the work.
  }
  work();
  for (std::thread& thread : others) {
    thread.join();
  }
  Check(failed);
}

}  // namespace cif::internal

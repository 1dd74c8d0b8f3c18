#include "open_streams.h"

#include <Python.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "interpreter.h"

namespace cif::python {

namespace {

constexpr std::chrono::milliseconds kLook{1};

void WaitUntilDropped(const std::vector<std::weak_ptr<SharedStream>>& streams,
                      std::chrono::milliseconds longest) {
  const auto last = std::chrono::steady_clock::now() + longest;
  while (!std::all_of(streams.begin(), streams.end(), [](const auto& one) {
    return one.expired();
  }) && std::chrono::steady_clock::now() < last) {
    std::this_thread::sleep_for(kLook);
  }
}

}  // namespace

OpenStreams& OpenStreams::Get() {
  static auto* streams = new OpenStreams();
  return *streams;
}

void OpenStreams::Add(std::weak_ptr<SharedStream> stream) {
  streams_.erase(std::remove_if(streams_.begin(), streams_.end(),
                                [](const auto& one) { return one.expired(); }),
                 streams_.end());
  streams_.push_back(std::move(stream));
}

void OpenStreams::Close() {
  are_closed_ = true;
  std::vector<std::weak_ptr<SharedStream>> amid;
  std::vector<std::weak_ptr<SharedStream>> behind;
  for (const std::weak_ptr<SharedStream>& one : std::exchange(streams_, {})) {
    if (const std::shared_ptr<SharedStream> stream = one.lock()) {
      if (stream->IsOfAnotherThread()) {
        (stream->has_ended() ? behind : amid).push_back(one);
      }
      Unlocked unlocked;
      stream->Close();
    }
  }
  if (amid.empty() && behind.empty()) {
    return;
  }
  Unlocked unlocked;
  WaitUntilDropped(amid, std::chrono::seconds(2));
  // Their threads may be done with them, and keep them.
  WaitUntilDropped(behind, std::chrono::milliseconds(100));
  // The last one has still to get the lock back.
  std::this_thread::sleep_for(10 * kLook);
}

bool Signals::HaveCome() {
  if (is_of_python_ && OpenStreams::Get().are_closed()) {
    return true;
  }
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) {
    return false;
  }
  next_ = now + std::chrono::milliseconds(50);
  Locked locked;
  if (PyErr_CheckSignals() == 0) {
    return false;
  }
  // The importer of the stream reports an error of its own, which must not meet this one. Ctrl-C
  // is raised again as soon as Python runs.
  const bool is_interrupt = PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0;
  PyErr_Clear();
  if (is_interrupt) {
    PyErr_SetInterrupt();
  }
  return true;
}

}  // namespace cif::python

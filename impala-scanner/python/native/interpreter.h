// The lock of Python's interpreter, and its end.
#pragma once

#include <nanobind/nanobind.h>
#include <unistd.h>

namespace cif::python {

/// Returns true while Python ends. Only the thread that ends it may ask for its lock then.
inline bool IsEnding() {
#if PY_VERSION_HEX >= 0x030D0000
  return Py_IsFinalizing() != 0;
#else
  return _Py_IsFinalizing() != 0;
#endif
}

/// Runs `f`, which asks for the lock. At its end Python unwinds the stacks of threads that do,
/// which C++ takes for the end of the process: such a thread waits for that instead.
template <typename F>
void AskForLock(F f) {
  try {
    f();
  } catch (...) {
    for (;;) {
      pause();
    }
  }
}

/// Has the interpreter's lock while it lives.
class Locked {
 public:
  Locked() {
    AskForLock([this] { state_ = PyGILState_Ensure(); });
  }
  ~Locked() { PyGILState_Release(state_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  PyGILState_STATE state_;
};

/// Lets go of the interpreter's lock while it lives, if the thread has it.
class Unlocked {
 public:
  Unlocked()
      : state_(nanobind::is_alive() && PyGILState_Check() != 0 ? PyEval_SaveThread() : nullptr) {}
  ~Unlocked() {
    if (state_ != nullptr) {
      AskForLock([this] { PyEval_RestoreThread(state_); });
    }
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* state_;
};

}  // namespace cif::python

// Arrow streams whose functions run without the interpreter's lock.
#pragma once

#include <nanobind/nanobind.h>
#include <unistd.h>

#include <memory>
#include <mutex>

#include "cif/arrow_c_abi.h"

namespace cif::python {

/// Releases the interpreter's lock during its lifetime, if the thread has it.
class Unlocked {
 public:
  Unlocked() : state_(nanobind::is_alive() && PyGILState_Check() != 0 ? PyEval_SaveThread() : nullptr) {}
  ~Unlocked() {
    if (state_ != nullptr) {
      PyEval_RestoreThread(state_);
    }
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* state_;
};

/// A stream that threads of Python may share: one reads at a time, and closing waits for it.
class SharedStream {
 public:
  explicit SharedStream(const ArrowArrayStream& inner) : inner_(inner) {}
  SharedStream(const SharedStream&) = delete;
  SharedStream& operator=(const SharedStream&) = delete;

  ArrowArrayStream* inner() { return &inner_; }

  int Next(ArrowArray* out) {
    const std::unique_lock<std::mutex> lock = Lock();
    if (inner_.release == nullptr) {
      *out = {};  // closed meanwhile
      return 0;
    }
    return inner_.get_next(&inner_, out);
  }

  void Close() {
    const std::unique_lock<std::mutex> lock = Lock();
    inner_.release(&inner_);
  }

 private:
  /// In a process that was forked the lock may stay with a thread that is not there.
  std::unique_lock<std::mutex> Lock() {
    return getpid() == process_ ? std::unique_lock<std::mutex>(mutex_) : std::unique_lock<std::mutex>();
  }

  const pid_t process_ = getpid();
  std::mutex mutex_;
  ArrowArrayStream inner_;
};

using SharedStreamHolder = std::shared_ptr<SharedStream>;

inline SharedStreamHolder* HolderOf(ArrowArrayStream* outer) {
  return static_cast<SharedStreamHolder*>(outer->private_data);
}

/// Makes the stream wait for its threads without the interpreter's lock, which they may need to
/// read files.
inline void RunUnlocked(ArrowArrayStream* stream) {
  auto holder = std::make_unique<SharedStreamHolder>(std::make_shared<SharedStream>(*stream));
  stream->get_schema = [](ArrowArrayStream* outer, ArrowSchema* out) {
    ArrowArrayStream* inner = (*HolderOf(outer))->inner();
    return inner->get_schema(inner, out);
  };
  stream->get_next = [](ArrowArrayStream* outer, ArrowArray* out) {
    const SharedStreamHolder shared = *HolderOf(outer);
    Unlocked unlocked;
    return shared->Next(out);
  };
  stream->get_last_error = [](ArrowArrayStream* outer) {
    ArrowArrayStream* inner = (*HolderOf(outer))->inner();
    return inner->get_last_error(inner);
  };
  stream->release = [](ArrowArrayStream* outer) {
    const std::unique_ptr<SharedStreamHolder> holder(HolderOf(outer));
    Unlocked unlocked;
    (*holder)->Close();
    outer->release = nullptr;
  };
  stream->private_data = holder.release();
}

}  // namespace cif::python

// Arrow streams whose functions run without the interpreter's lock.
#pragma once

#include <cerrno>
#include <memory>
#include <mutex>

#include "cif/arrow_c_abi.h"
#include "interpreter.h"

namespace cif::python {

/// A stream that threads of Python may share: one reads at a time, and closing waits for it.
class SharedStream {
 public:
  explicit SharedStream(const ArrowArrayStream& inner) : inner_(inner) {}
  SharedStream(const SharedStream&) = delete;
  SharedStream& operator=(const SharedStream&) = delete;

  int Schema(ArrowSchema* out) { return is_closed() ? ECANCELED : inner_.get_schema(&inner_, out); }

  int Next(ArrowArray* out) {
    const std::unique_lock<std::mutex> lock = Lock();
    return is_closed() ? ECANCELED : inner_.get_next(&inner_, out);
  }

  const char* LastError() { return is_closed() ? kClosed : inner_.get_last_error(&inner_); }

  void Close() {
    std::unique_lock<std::mutex> lock;
    if (IsEnding() && getpid() == process_) {
      // The holder of the mutex may wait for the end of the process.
      lock = std::unique_lock<std::mutex>(mutex_, std::try_to_lock);
      if (!lock) {
        return;
      }
    } else {
      lock = Lock();
    }
    if (!is_closed()) {
      inner_.release(&inner_);
    }
  }

  static constexpr const char* kClosed = "the scan was closed";

 private:
  /// In a process that was forked the lock may stay with a thread that is not there.
  std::unique_lock<std::mutex> Lock() {
    return getpid() == process_ ? std::unique_lock<std::mutex>(mutex_)
                                : std::unique_lock<std::mutex>();
  }

  bool is_closed() const { return inner_.release == nullptr; }

  const pid_t process_ = getpid();
  std::mutex mutex_;
  ArrowArrayStream inner_;
};

using SharedStreamHolder = std::shared_ptr<SharedStream>;

/// nullptr: the stream was released.
inline SharedStreamHolder* HolderOf(ArrowArrayStream* outer) {
  return static_cast<SharedStreamHolder*>(outer->private_data);
}

/// Makes the stream wait for its threads without the interpreter's lock, which they may need to
/// read files. Returns the handle by which it can be closed early.
inline std::weak_ptr<SharedStream> RunUnlocked(ArrowArrayStream* stream) {
  auto holder = std::make_unique<SharedStreamHolder>(std::make_shared<SharedStream>(*stream));
  stream->get_schema = [](ArrowArrayStream* outer, ArrowSchema* out) {
    return HolderOf(outer) == nullptr ? ECANCELED : (*HolderOf(outer))->Schema(out);
  };
  stream->get_next = [](ArrowArrayStream* outer, ArrowArray* out) {
    const SharedStreamHolder shared = HolderOf(outer) == nullptr ? nullptr : *HolderOf(outer);
    Unlocked unlocked;
    return shared == nullptr ? ECANCELED : shared->Next(out);
  };
  stream->get_last_error = [](ArrowArrayStream* outer) {
    return HolderOf(outer) == nullptr ? SharedStream::kClosed : (*HolderOf(outer))->LastError();
  };
  stream->release = [](ArrowArrayStream* outer) {
    const std::unique_ptr<SharedStreamHolder> holder(HolderOf(outer));
    outer->private_data = nullptr;
    Unlocked unlocked;
    (*holder)->Close();
    outer->release = nullptr;
  };
  std::weak_ptr<SharedStream> shared = *holder;
  stream->private_data = holder.release();
  return shared;
}

}  // namespace cif::python

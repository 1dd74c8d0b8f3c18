// Arrow streams whose functions run without the interpreter's lock.
#pragma once

#include <atomic>
#include <cerrno>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "cif/arrow_c_abi.h"
#include "interpreter.h"

namespace cif::python {

/// A stream that threads of Python may share: one reads at a time, and closing waits for it.
class SharedStream {
 public:
  explicit SharedStream(const ArrowArrayStream& inner) : inner_(inner) {}
  SharedStream(const SharedStream&) = delete;
  SharedStream& operator=(const SharedStream&) = delete;

  int Schema(ArrowSchema* out) {
    const std::unique_lock<std::mutex> lock = Lock();
    return is_closed() ? FailClosed() : Remember(inner_.get_schema(&inner_, out));
  }

  int Next(ArrowArray* out) {
    const std::unique_lock<std::mutex> lock = Lock();
    return is_closed() ? FailClosed() : Remember(inner_.get_next(&inner_, out));
  }

  /// Text of the last error, valid as long as the stream. Takes no lock: another thread's read may
  /// hold it for long, and closing frees the inner stream's text.
  const char* LastError() const { return error_; }

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

  int FailClosed() {
    error_ = kClosed;
    return ECANCELED;
  }

  /// Keeps the text of an error.
  int Remember(int code) {
    if (code != 0) {
      const char* text = inner_.get_last_error(&inner_);
      try {
        if (texts_.empty() || texts_.back() != text) {
          texts_.emplace_back(text);
        }
        error_ = texts_.back().c_str();
      } catch (const std::exception&) {
        error_ = "out of memory";
      }
    }
    return code;
  }

  const pid_t process_ = getpid();
  std::mutex mutex_;
  ArrowArrayStream inner_;
  std::list<std::string> texts_;  ///< texts of all errors, which stay where they are
  std::atomic<const char*> error_ = kClosed;
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
    const SharedStreamHolder shared = HolderOf(outer) == nullptr ? nullptr : *HolderOf(outer);
    Unlocked unlocked;
    return shared == nullptr ? ECANCELED : shared->Schema(out);
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

// Arrow streams whose functions run without the interpreter's lock.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

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
    thread_ = pthread_self();
    const std::unique_lock<std::mutex> lock = Lock();
    if (is_closed()) {
      return FailClosed();
    }
    const int code = Remember(inner_.get_next(&inner_, out));
    has_ended_ = code != 0 || out->release == nullptr;
    return code;
  }

  /// Returns true if another thread than the caller's reads the stream, or has read it.
  bool IsOfAnotherThread() const {
    return getpid() == process_ && pthread_equal(thread_, pthread_self()) == 0;
  }

  /// Returns true if the stream was read to its end, or failed.
  bool has_ended() const { return has_ended_; }

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
  std::atomic<pthread_t> thread_ = pthread_self();  ///< thread that reads, or will
  std::atomic<bool> has_ended_ = false;
  std::mutex mutex_;
  ArrowArrayStream inner_;
  std::list<std::string> texts_;  ///< texts of all errors, which stay where they are
  std::atomic<const char*> error_ = kClosed;
};

/// Streams that are open, by numbers that are never used twice. Their Arrow structures hold the
/// numbers: a thread may call a function of a structure that another thread is releasing, and would
/// find a pointer in it freed.
class OpenedStreams {
 public:
  /// Never destroyed: other threads may ask until the process ends.
  static OpenedStreams& All() {
    static auto* all = new OpenedStreams();
    return *all;
  }

  /// Returns the number of a new stream.
  void* Add(std::shared_ptr<SharedStream> stream) {
    std::lock_guard<std::mutex> lock(mutex_);
    streams_.emplace(++last_, std::move(stream));
    return reinterpret_cast<void*>(last_);  // NOLINT(performance-no-int-to-ptr)
  }

  /// Returns nullptr if the stream was taken out.
  std::shared_ptr<SharedStream> Find(const void* number) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = streams_.find(reinterpret_cast<uintptr_t>(number));
    return found == streams_.end() ? nullptr : found->second;
  }

  /// Takes a stream out. Returns nullptr if another thread has done it.
  std::shared_ptr<SharedStream> Take(const void* number) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto taken = streams_.extract(reinterpret_cast<uintptr_t>(number));
    return taken.empty() ? nullptr : std::move(taken.mapped());
  }

 private:
  /// A process that is forked has the lock as its own thread left it.
  OpenedStreams() {
    pthread_atfork([] { All().mutex_.lock(); }, [] { All().mutex_.unlock(); },
                   [] { All().mutex_.unlock(); });
  }

  std::mutex mutex_;
  std::unordered_map<uintptr_t, std::shared_ptr<SharedStream>> streams_;
  uintptr_t last_ = 0;
};

/// Makes the stream wait for its threads without the interpreter's lock, which they may need to
/// read files. Returns the handle by which it can be closed early.
inline std::weak_ptr<SharedStream> RunUnlocked(ArrowArrayStream* stream) {
  auto shared = std::make_shared<SharedStream>(*stream);
  std::weak_ptr<SharedStream> handle = shared;
  stream->get_schema = [](ArrowArrayStream* outer, ArrowSchema* out) {
    const std::shared_ptr<SharedStream> one = OpenedStreams::All().Find(outer->private_data);
    Unlocked unlocked;
    return one == nullptr ? ECANCELED : one->Schema(out);
  };
  stream->get_next = [](ArrowArrayStream* outer, ArrowArray* out) {
    const std::shared_ptr<SharedStream> one = OpenedStreams::All().Find(outer->private_data);
    Unlocked unlocked;
    return one == nullptr ? ECANCELED : one->Next(out);
  };
  stream->get_last_error = [](ArrowArrayStream* outer) {
    const std::shared_ptr<SharedStream> one = OpenedStreams::All().Find(outer->private_data);
    // The caller's own, as the stream may be released before it has read the text.
    thread_local std::string text;
    text = one == nullptr ? SharedStream::kClosed : one->LastError();
    return text.c_str();
  };
  stream->release = [](ArrowArrayStream* outer) {
    if (const auto one = OpenedStreams::All().Take(outer->private_data)) {
      Unlocked unlocked;
      one->Close();
    }
    outer->release = nullptr;
  };
  stream->private_data = OpenedStreams::All().Add(std::move(shared));
  return handle;
}

}  // namespace cif::python

// Streams that Python has open, and the signals that end their scans.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "unlocked_stream.h"

namespace cif::python {

/// Streams whose files are Python's: their threads have to end before it does. Used with the
/// interpreter's lock.
class OpenStreams {
 public:
  /// Returns the streams of this process. They are never destroyed: other threads may ask until the
  /// process ends.
  static OpenStreams& Get();

  void Add(std::weak_ptr<SharedStream> stream);

  /// Closes all streams. Readers of one are cancelled, and no other is opened. Waits until other
  /// threads have dropped theirs: pyarrow asks for the lock then, and aborts the process if Python
  /// has ended.
  void Close();

  bool are_closed() const { return are_closed_; }

 private:
  std::vector<std::weak_ptr<SharedStream>> streams_;
  std::atomic<bool> are_closed_ = false;
};

/// Detects that a signal, such as that of Ctrl-C, has come for Python. It is asked on the thread
/// that reads, without the interpreter's lock. It takes the lock, so it does not look too often.
class Signals {
 public:
  /// @param is_of_python true if the files are Python's, whose end ends the scan, too
  explicit Signals(bool is_of_python) : is_of_python_(is_of_python) {}

  bool HaveCome();

 private:
  bool is_of_python_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace cif::python

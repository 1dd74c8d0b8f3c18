// Things that belong to one process, where processes fork.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

namespace cif::internal {

/// Number of forks that led from the process that loaded this library to the caller's.
int ForkCount() noexcept;

/// The process in which it was made. A process that was forked from it has copies of all its
/// memory, but none of its threads: what they were changing stays half changed, and what they had
/// locked stays locked.
class OwnerProcess {
 public:
  bool IsCurrent() const noexcept { return forks_ == ForkCount(); }

 private:
  int forks_ = ForkCount();
};

/// Raises Failure: what a process opened is used by one that was forked from it.
[[noreturn]] void FailOfOtherProcess();

/// A value that several threads change, under a lock of its own. A process that was forked gets
/// another one, made as the first was, and never looks at the copy, which it doesn't free either.
/// Thread-safe.
template <typename T>
class PerProcess {
 public:
  using Make = std::function<std::unique_ptr<T>()>;

  explicit PerProcess(Make make = [] { return std::make_unique<T>(); })
      : make_(std::move(make)), owned_(new Owned{{}, make_()}) {}
  PerProcess(const PerProcess&) = delete;
  PerProcess& operator=(const PerProcess&) = delete;
  ~PerProcess() {
    Owned* owned = owned_;
    if (owned->process.IsCurrent()) {
      delete owned;
    }
  }

  /// The value of this process, which is made if it was forked since.
  T& Get() const {
    Owned* owned = owned_;
    while (!owned->process.IsCurrent()) {
      auto made = std::make_unique<Owned>(Owned{{}, make_()});
      if (owned_.compare_exchange_weak(owned, made.get())) {
        owned = made.release();
      }
    }
    return *owned->value;
  }

  /// The value of this process; nullptr: there is none yet.
  T* Find() const noexcept {
    Owned* owned = owned_;
    return owned->process.IsCurrent() ? owned->value.get() : nullptr;
  }

 private:
  struct Owned {
    OwnerProcess process;
    std::unique_ptr<T> value;
  };

  Make make_;
  mutable std::atomic<Owned*> owned_;
};

}  // namespace cif::internal

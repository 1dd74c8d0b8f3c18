// Arrow streams whose functions run without the interpreter's lock.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

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

inline ArrowArrayStream* Inner(ArrowArrayStream* outer) {
  return static_cast<ArrowArrayStream*>(outer->private_data);
}

/// Makes the stream wait for its threads without the interpreter's lock, which they may need to
/// read files.
inline void RunUnlocked(ArrowArrayStream* stream) {
  auto inner = std::make_unique<ArrowArrayStream>(*stream);
  stream->get_schema = [](ArrowArrayStream* outer, ArrowSchema* out) {
    return Inner(outer)->get_schema(Inner(outer), out);
  };
  stream->get_next = [](ArrowArrayStream* outer, ArrowArray* out) {
    Unlocked unlocked;
    return Inner(outer)->get_next(Inner(outer), out);
  };
  stream->get_last_error = [](ArrowArrayStream* outer) {
    return Inner(outer)->get_last_error(Inner(outer));
  };
  stream->release = [](ArrowArrayStream* outer) {
    std::unique_ptr<ArrowArrayStream> in(Inner(outer));
    Unlocked unlocked;
    in->release(in.get());
    outer->release = nullptr;
  };
  stream->private_data = inner.release();
}

}  // namespace cif::python

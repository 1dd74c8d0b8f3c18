// Options of reading, as Python gives them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cif/arrow.h"
#include "errors.h"

namespace cif::python {

/// Returns the choice of a name; throws an error that lists the names if it is none.
template <typename T>
T Choose(const std::map<std::string, T>& choices, const std::string& what,
         const std::string& name) {
  auto found = choices.find(name);
  if (found == choices.end()) {
    std::string known;
    for (const auto& choice : choices) {
      known += (known.empty() ? "" : ", ") + choice.first;
    }
    throw ErrorException(Error{ErrorCode::kInvalidArgument, "", "", -1,
                               what + " '" + name + "' is none of " + known});
  }
  return found->second;
}

/// Options of reading and of what Python gets, under the names that Python knows.
struct Options {
  int threads = 1;
  bool in_order = true;
  int64_t batch_rows = 0;
  int64_t max_ahead_bytes = 256 << 20;
  int64_t read_ahead_bytes = 64 << 20;
  bool verify_checksums = true;
  bool use_filters = true;
  std::string timestamp_unit = "us";
  bool truncate_timestamps = false;
  bool text_as_binary = false;
  std::string strings = "plain";

  /// Throws an error if an option is none.
  ArrowOptions arrow() const;
  ReadOptions read() const;
};

}  // namespace cif::python

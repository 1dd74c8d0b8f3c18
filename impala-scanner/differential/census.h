// Counts which layouts, presences, encodings and codecs the files of splits hold, and group files.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cif/reader.h"

namespace cif::differential {

/// How often each thing occurred, by its name. Everything that FORMAT.md knows is there from the
/// start, with 0.
class Census {
 public:
  Census();

  /// Counts what the column files of a split hold. Only for splits that can be read.
  void Add(const Split& split);

  const std::map<std::string, int64_t>& counts() const { return counts_; }

 private:
  std::map<std::string, int64_t> counts_;
};

}  // namespace cif::differential

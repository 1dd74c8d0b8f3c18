// Census of the layouts, presences, encodings, codecs and group files in the files of splits.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cif/reader.h"

namespace cif::differential {

/// Number of occurrences of each kind, by its name. Everything in FORMAT.md is there from the
/// start, with 0.
class Census {
 public:
  Census();

  /// Counts the content of a split's column files. The split must be readable.
  void Add(const Split& split);

  const std::map<std::string, int64_t>& counts() const { return counts_; }

 private:
  std::map<std::string, int64_t> counts_;
};

}  // namespace cif::differential

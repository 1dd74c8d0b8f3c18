// Tables with a table file, made of golden column files: FORMAT.md section 2.4.
#pragma once

#include <string>
#include <vector>

#include "support.h"

namespace cif::test {

/// Returns a text with double quotes for single ones, as JSON wants them.
std::string Quoted(std::string text);

/// Returns a table file with the JSON.
std::string TableFileOf(const std::string& json);

/// Column of a split: the golden column that it has the values of, and its name and key here.
struct StoredAs {
  std::string golden;
  std::string name;
  std::string key;  ///< empty: it has none
};

/// Adds a split-directory whose columns are those of a golden split, under other names.
void AddSplit(MemoryFiles* files, const std::string& folder, const std::string& golden,
              const std::vector<StoredAs>& columns);

/// Returns the values of a golden column, as JSON.
std::vector<std::string> GoldenValues(const std::string& golden, const std::string& column);

}  // namespace cif::test

// Features that a schema file may require: FORMAT.md section 3.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cif::internal {

/// Features that this reader knows, in the order of kFeatures.
enum class Feature : uint8_t {
  kChanges,  ///< changes of many split-directories
  kGroups,   ///< columns in group files
  kSymbols,  ///< an encoding of strings, which the decoders of blocks know
  kDigits,   ///< an encoding of integers, which they know, too
  kDeletes,  ///< rows that are deleted
  kInserts,  ///< split-directories that changes insert
};

/// Names of features in schema files.
inline constexpr std::array<std::string_view, 6> kFeatures = {"changes", "groups",  "symbols",
                                                              "digits",  "deletes", "inserts"};

/// Features that a schema file requires.
class Features {
 public:
  bool Has(Feature feature) const { return has_[static_cast<size_t>(feature)]; }

  /// Adds a feature by its name. Returns false if there is no such feature.
  bool Add(std::string_view name) {
    for (size_t i = 0; i < kFeatures.size(); i++) {
      if (kFeatures[i] == name) {
        has_[i] = true;
        return true;
      }
    }
    return false;
  }

 private:
  std::bitset<kFeatures.size()> has_;
};

}  // namespace cif::internal

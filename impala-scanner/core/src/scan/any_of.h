// Conjunctions of which a row has to satisfy one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "cif/predicate.h"
#include "cif/vector.h"

namespace cif::internal {

/// Finds the rows that satisfy one of some conjunctions. Those that compare the same columns for equality
/// are looked up together, however many they are. For one thread.
class AnyOf {
 public:
  /// Conjunctions on the same sources.
  struct Group {
    std::vector<size_t> sources;     ///< where the values come from: numbers that the caller gives
    std::vector<size_t> conditions;  ///< which condition of each conjunction is on each source
    bool is_of_keys = false;         ///< all compare for equality
    std::vector<const Predicate*> conjunctions;  ///< they outlive this
  };

  void Add(Group group);

  /// The sources of all conjunctions, each once, ascending.
  const std::vector<size_t>& sources() const { return sources_; }

  /// Appends the slots that satisfy one of the conjunctions.
  /// @param values of each source, by its number; all as long as `count`
  void Select(const std::vector<const Vector*>& values, int64_t count,
              std::vector<int32_t>* slots) const;

 private:
  struct Known {
    Group group;
    std::unordered_set<std::string> keys;  ///< of its conjunctions, if they are looked up
  };

  std::vector<Known> groups_;
  std::vector<size_t> sources_;
};

}  // namespace cif::internal

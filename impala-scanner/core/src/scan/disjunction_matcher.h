// Disjunction of conjunctions, evaluated on vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "cif/predicate.h"
#include "cif/vector.h"

namespace cif::internal {

/// Finds the rows that satisfy one of some conjunctions. Conjunctions that compare the same columns
/// for equality are looked up together, however many they are. For one thread.
class DisjunctionMatcher {
 public:
  /// Conjunctions on the same sources.
  struct Group {
    std::vector<size_t> sources;     ///< numbers of the sources, given by the caller
    std::vector<size_t> conditions;  ///< position of each source's condition in the conjunctions
    bool is_of_keys = false;         ///< true if all compare for equality
    std::vector<const Conjunction*> conjunctions;  ///< they outlive this
  };

  void Add(Group group);

  /// Sources of all conjunctions, ascending and without duplicates.
  const std::vector<size_t>& sources() const { return sources_; }

  /// Appends the slots that satisfy one of the conjunctions.
  /// @param values values of each source, by its number; each vector has `count` values
  void Select(const std::vector<const Vector*>& values, int64_t count,
              std::vector<int32_t>* slots) const;

 private:
  struct Known {
    Group group;
    std::unordered_set<std::string> keys;  ///< keys of its conjunctions, if they are hashed
  };

  std::vector<Known> groups_;
  std::vector<size_t> sources_;
};

}  // namespace cif::internal

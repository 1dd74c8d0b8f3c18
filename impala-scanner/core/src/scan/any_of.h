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
  /// Takes a conjunction, whose conditions outlive this.
  /// @param sources where the values of each condition come from: numbers that the caller gives
  void Add(std::vector<const Condition*> conjunction, std::vector<size_t> sources);

  /// The sources of all conjunctions, each once, ascending.
  const std::vector<size_t>& sources() const { return sources_; }

  /// Appends the slots that satisfy one of the conjunctions.
  /// @param values of each source, by its number; all as long as `count`
  void Select(const std::vector<const Vector*>& values, int64_t count,
              std::vector<int32_t>* slots) const;

 private:
  /// Conjunctions on the same sources.
  struct Group {
    std::vector<size_t> sources;
    bool is_of_keys = false;  ///< all compare for equality: the keys are looked up
    std::vector<std::vector<const Condition*>> conjunctions;
    std::unordered_set<std::string> keys;
  };

  std::vector<Group> groups_;
  std::vector<size_t> sources_;
};

}  // namespace cif::internal

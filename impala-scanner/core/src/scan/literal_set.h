// Values of which a column is to have one.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "cif/literal.h"
#include "cif/vector.h"

namespace cif::internal {

/// Finds values in a set, however many it has. NaN equals none; -0.0 equals 0.0. Immutable.
class LiteralSet {
 public:
  /// @param literals of one type
  explicit LiteralSet(const std::vector<Literal>& literals);

  /// Appends the slots of a vector, of the type of the literals, whose values are in the set.
  void Select(const Vector& values, std::vector<int32_t>* slots) const;

 private:
  bool Has(int64_t value) const;

  /// Of numbers of class INT: bit `value - least_` is set, if they lie close together; else `numbers_` has them.
  std::vector<bool> close_;
  int64_t least_ = 0;
  std::unordered_set<int64_t> numbers_;
  /// Of other values, their bytes as filters of keys have them.
  std::unordered_set<std::string> bytes_;
};

}  // namespace cif::internal

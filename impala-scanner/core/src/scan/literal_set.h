// Set of literals, for kIn.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "cif/literal.h"
#include "cif/vector.h"

namespace cif::internal {

/// Finds the values that are in a set of any size. NaN equals nothing; -0.0 equals 0.0. Immutable.
class LiteralSet {
 public:
  /// @param literals literals of one type
  explicit LiteralSet(const std::vector<Literal>& literals);

  /// Appends the slots of a vector whose values are in the set. The vector is of the type of the
  /// literals.
  void Select(const Vector& values, std::vector<int32_t>* slots) const;

 private:
  bool Has(int64_t value) const;

  /// Numbers of class INT. Bit `value - least_` is set if they lie close together; else `numbers_`
  /// has them.
  std::vector<bool> close_;
  int64_t least_ = 0;
  std::unordered_set<int64_t> numbers_;
  /// Bytes of other values, in the form of filters of keys.
  std::unordered_set<std::string> bytes_;
};

}  // namespace cif::internal

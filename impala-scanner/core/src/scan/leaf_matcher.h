// Comparison as a condition on single values, for blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "cif/predicate.h"
#include "scan/literal_set.h"
#include "vector/value_matcher.h"

namespace cif::internal {

/// Matches values for which a leaf is true, or false. SQL's logic applies: NULLs match only
/// kIsNull, and a kIsNotNull that is false.
class LeafMatcher final : public ValueMatcher {
 public:
  /// Returns the literals of kIn, which both matchers of a leaf may share; nullptr for other
  /// operators.
  static std::shared_ptr<const LiteralSet> SetOf(const Predicate& leaf);

  /// The leaf must fit the type and outlive this object.
  /// @param set result of SetOf
  LeafMatcher(const Predicate& leaf, bool truth, const Type& type,
              std::shared_ptr<const LiteralSet> set);

  void Select(const Vector& values, std::vector<int32_t>* slots) const override;

  bool takes_nulls() const override { return takes_others_ == false; }
  std::optional<bool> takes_others() const override { return takes_others_; }
  const IntegerRange* range() const override { return range_ ? &*range_ : nullptr; }
  const std::string* part() const override { return part_; }

 private:
  const Predicate& leaf_;
  bool truth_;
  std::shared_ptr<const LiteralSet> set_;
  std::optional<bool> takes_others_;
  std::optional<IntegerRange> range_;
  const std::string* part_ = nullptr;
};

}  // namespace cif::internal

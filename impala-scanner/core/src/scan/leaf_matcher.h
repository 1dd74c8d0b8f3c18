// A comparison as blocks ask it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "cif/predicate.h"
#include "scan/literal_set.h"
#include "vector/value_matcher.h"

namespace cif::internal {

/// Takes the values for which a leaf is true, or false. SQL's logic: NULLs are taken by kIsNull alone, and by a
/// kIsNotNull that is false.
class LeafMatcher final : public ValueMatcher {
 public:
  /// The literals of kIn, which both matchers of a leaf may share; nullptr of others.
  static std::shared_ptr<const LiteralSet> SetOf(const Condition& leaf);

  /// The leaf outlives this; it fits the type.
  /// @param set as SetOf gives it
  LeafMatcher(const Condition& leaf, bool truth, const Type& type,
              std::shared_ptr<const LiteralSet> set);

  void Select(const Vector& values, std::vector<int32_t>* slots) const override;

  bool takes_nulls() const override { return takes_others_ == false; }
  std::optional<bool> takes_others() const override { return takes_others_; }
  const IntegerRange* range() const override { return range_ ? &*range_ : nullptr; }
  const std::string* part() const override { return part_; }

 private:
  const Condition& leaf_;
  bool truth_;
  std::shared_ptr<const LiteralSet> set_;
  std::optional<bool> takes_others_;
  std::optional<IntegerRange> range_;
  const std::string* part_ = nullptr;
};

}  // namespace cif::internal

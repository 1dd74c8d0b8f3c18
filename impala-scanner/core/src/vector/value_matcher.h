// Conditions on single values, for blocks and their encodings.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cif/vector.h"
#include "util/integer_range.h"

namespace cif::internal {

/// Predicate on single values. Immutable.
class ValueMatcher {
 public:
  explicit ValueMatcher(Type type) : type_(std::move(type)), id_(next_id_++) {}
  ValueMatcher(const ValueMatcher&) = delete;
  ValueMatcher& operator=(const ValueMatcher&) = delete;
  virtual ~ValueMatcher() = default;

  /// Type of the values.
  const Type& type() const { return type_; }

  /// Unique number of this matcher.
  uint64_t id() const { return id_; }

  /// Appends the slots of the wanted values, including NULLs if they are wanted. The vector is of
  /// type(), in any form.
  virtual void Select(const Vector& values, std::vector<int32_t>* slots) const = 0;

  /// True if NULLs are wanted.
  virtual bool takes_nulls() const { return false; }

  /// True if all non-NULL values are wanted, false if none is. Empty if it depends on the value.
  virtual std::optional<bool> takes_others() const { return {}; }

  /// Range of the wanted integers, for class INT and unscaled decimals of up to 18 digits; nullptr
  /// if they are no range.
  virtual const IntegerRange* range() const { return nullptr; }

  /// Bytes that the wanted values of class BYTES contain, not empty; nullptr for other conditions.
  virtual const std::string* part() const { return nullptr; }

 private:
  inline static std::atomic<uint64_t> next_id_{1};

  Type type_;
  uint64_t id_;
};

}  // namespace cif::internal

// A condition on single values, as blocks and their encodings ask it.
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

/// Says which values are wanted. Immutable.
class ValueMatcher {
 public:
  explicit ValueMatcher(Type type) : type_(std::move(type)), id_(next_id_++) {}
  ValueMatcher(const ValueMatcher&) = delete;
  ValueMatcher& operator=(const ValueMatcher&) = delete;
  virtual ~ValueMatcher() = default;

  /// The type of the values.
  const Type& type() const { return type_; }

  /// A number that no other matcher has.
  uint64_t id() const { return id_; }

  /// Appends the slots of the values that are wanted, NULLs among them. The vector is of type(), in any form.
  virtual void Select(const Vector& values, std::vector<int32_t>* slots) const = 0;

  /// Whether NULLs are wanted.
  virtual bool takes_nulls() const { return false; }

  /// Whether all values that are not NULL are wanted, or none; nothing: it depends on the value.
  virtual std::optional<bool> takes_others() const { return {}; }

  /// The wanted integers, of values of class INT and unscaled decimals of up to 18 digits; nullptr: these are no range.
  virtual const IntegerRange* range() const { return nullptr; }

  /// What the wanted values of class BYTES contain, not empty; nullptr: this is not what is asked of them.
  virtual const std::string* part() const { return nullptr; }

 private:
  inline static std::atomic<uint64_t> next_id_{1};

  Type type_;
  uint64_t id_;
};

}  // namespace cif::internal

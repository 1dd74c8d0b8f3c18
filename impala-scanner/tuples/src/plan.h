// A checked slot and the function that fills it.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "cif/tuples.h"

namespace cif::internal {

/// One slot in each of several adjacent tuples.
struct Target {
  uint8_t* slot;   ///< in the first tuple
  int64_t stride;  ///< from tuple to tuple
  int64_t count;
  uint8_t* nulls;  ///< a byte a tuple: 1 for NULL; null where `fill` never makes NULLs and none are
};

struct SlotPlan;

/// What filling needs besides values.
struct FillContext {
  const SlotPlan& plan;
  const TupleOptions& options;
  VarlenPool* pool;
};

/// Writes values `first` and following of a vector. Where a value is NULL, what it writes has no
/// meaning, but must be defined.
using Fill = Status (*)(const Vector& values, int64_t first, const Target& target,
                        const FillContext& context);

struct SlotPlan {
  Slot slot;
  bool is_missing = false;
  bool is_position = false;
  bool makes_nulls = false;  ///< values outside of the slot type's range become NULL
  Fill fill = nullptr;       ///< of scalars
  std::vector<SlotPlan> children;
  std::vector<uint8_t> nulls;  ///< scratch
};

/// Checks a layout against the types of the columns and chooses the functions.
Result<std::vector<SlotPlan>> PlanTuple(TupleLayout layout, const std::vector<Type>& types);

/// Bytes of a slot; 0 for kStruct. The slot's numbers must have been checked.
int32_t SlotSize(const Slot& slot);

/// The function for a scalar slot; null if the type does not convert. scalars.cc
Fill ChooseFill(const Type& from, const Slot& slot);

/// Functions for texts. strings.cc
Status FillStrings(const Vector& values, int64_t first, const Target& target,
                   const FillContext& context);
Status FillChars(const Vector& values, int64_t first, const Target& target,
                 const FillContext& context);

/// Stores a value at any address.
template <typename T>
inline void Store(uint8_t* at, T value) {
  std::memcpy(at, &value, sizeof(T));
}

}  // namespace cif::internal

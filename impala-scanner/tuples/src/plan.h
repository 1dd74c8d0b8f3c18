// Checked slots with the functions that fill them.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "cif/tuples.h"

namespace cif::internal {

/// One slot in each of several adjacent tuples.
struct Target {
  uint8_t* slot;   ///< in the first tuple
  int64_t stride;  ///< distance between tuples in bytes
  int64_t count;
  /// A byte per tuple, 1 for NULL. nullptr if `fill` makes no NULLs and there are none.
  uint8_t* nulls;
};

struct SlotPlan;

/// Context of a fill function, besides the values.
struct FillContext {
  const SlotPlan& plan;
  const TupleOptions& options;
  VarlenPool* pool;
};

/// Writes `count` values of a vector, from `first` on. The output for a NULL has no meaning, but
/// must be defined.
using Fill = Status (*)(const Vector& values, int64_t first, const Target& target,
                        const FillContext& context);

struct SlotPlan {
  Slot slot;
  bool is_missing = false;
  bool is_position = false;
  bool makes_nulls = false;  ///< true if values outside of the slot type's range become NULL
  Fill fill = nullptr;       ///< nullptr except for scalars
  std::vector<SlotPlan> children;
  std::vector<uint8_t> nulls;  ///< scratch
};

/// Checks a layout against the types of the columns and chooses the fill functions. Where the
/// layout's collection is missing, all slots are.
Result<std::vector<SlotPlan>> PlanTuple(TupleLayout layout, const std::vector<Type>& types);

/// Returns the bytes of a slot; 0 for kStruct. The slot must have been checked.
int32_t SlotSize(const Slot& slot);

/// Returns the function for a scalar slot; nullptr if the type does not convert. Defined in
/// scalars.cc.
Fill ChooseFill(const Type& from, const Slot& slot);

/// Fill functions for texts. Defined in strings.cc.
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

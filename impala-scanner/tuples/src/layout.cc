// Check of a tuple's layout, before anything is written.

#include <algorithm>
#include <utility>

#include "plan.h"

namespace cif::internal {
namespace {

/// Bits of a tuple that a slot occupies.
struct Place {
  int64_t first_bit;
  int64_t end_bit;
  std::string name;
};

Error Wrong(const Slot& slot, const std::string& what) {
  return Error{ErrorCode::kInvalidArgument, "", slot.name, -1, what};
}

const char* NameOf(SlotType type) {
  static constexpr const char* kNames[] = {
      "BOOLEAN", "TINYINT", "SMALLINT", "INT",  "BIGINT",    "FLOAT", "DOUBLE", "STRING",
      "VARCHAR", "CHAR",    "DECIMAL",  "DATE", "TIMESTAMP", "ARRAY", "MAP",    "STRUCT"};
  return kNames[static_cast<size_t>(type)];
}

std::string TypeText(const Slot& slot) {
  std::string text = NameOf(slot.type);
  if (slot.type == SlotType::kDecimal) {
    return text + "(" + std::to_string(slot.precision) + "," + std::to_string(slot.scale) + ")";
  }
  return slot.length > 0 ? text + "(" + std::to_string(slot.length) + ")" : text;
}

Status CheckNumbers(const Slot& slot) {
  constexpr int32_t kMostChars = 255;
  constexpr int32_t kMostVarchars = 65535;
  constexpr int32_t kMostDigits = 38;
  if (slot.type == SlotType::kChar && (slot.length < 1 || slot.length > kMostChars)) {
    return Wrong(slot, "a CHAR has 1 to 255 bytes, not " + std::to_string(slot.length));
  }
  if (slot.type == SlotType::kVarchar && (slot.length < 1 || slot.length > kMostVarchars)) {
    return Wrong(slot, "a VARCHAR has 1 to 65535 bytes, not " + std::to_string(slot.length));
  }
  if (slot.type == SlotType::kDecimal && (slot.precision < 1 || slot.precision > kMostDigits ||
                                          slot.scale < 0 || slot.scale > slot.precision)) {
    return Wrong(slot, "there is no " + TypeText(slot));
  }
  if (slot.item_size < 0) {
    return Wrong(slot, "an item tuple of " + std::to_string(slot.item_size) + " bytes");
  }
  return {};
}

Status AddPlaces(const Slot& slot, int32_t tuple_size, std::vector<Place>* places) {
  const int32_t size = SlotSize(slot);
  if (slot.offset < 0 || slot.offset > tuple_size - size) {
    return Wrong(slot, std::to_string(size) + " bytes at " + std::to_string(slot.offset) +
                           " do not fit into a tuple of " + std::to_string(tuple_size));
  }
  if (size > 0) {
    places->push_back({int64_t{slot.offset} * 8, (int64_t{slot.offset} + size) * 8, slot.name});
  }
  if (slot.null_bit < -1 || slot.null_bit > 7) {
    return Wrong(slot, "null bit " + std::to_string(slot.null_bit) + " is not within 0..7");
  }
  if (slot.null_bit >= 0) {
    if (slot.null_byte < 0 || slot.null_byte >= tuple_size) {
      return Wrong(slot, "null byte " + std::to_string(slot.null_byte) +
                             " is not within a tuple of " + std::to_string(tuple_size));
    }
    const int64_t bit = int64_t{slot.null_byte} * 8 + slot.null_bit;
    places->push_back({bit, bit + 1, slot.name});
  }
  return {};
}

Status CheckOverlaps(std::vector<Place> places) {
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.first_bit < b.first_bit; });
  for (size_t i = 1; i < places.size(); i++) {
    if (places[i].first_bit < places[i - 1].end_bit) {
      return Error{ErrorCode::kInvalidArgument, "", places[i].name, -1,
                   "overlaps " + places[i - 1].name + " in the tuple at byte " +
                       std::to_string(places[i].first_bit / 8)};
    }
  }
  return {};
}

/// Follows a path. Sets `type` to nullptr if the part is missing.
Status FollowPath(const Slot& slot, const std::vector<Type>& roots, const Type** type) {
  *type = nullptr;
  const std::vector<Type>* types = &roots;
  for (size_t k = 0; k < slot.path.size(); k++) {
    const int32_t step = slot.path[k];
    if (step == Slot::kMissing) {
      *type = nullptr;
      return {};
    }
    if (k > 0 && (*type)->kind() != Kind::kStruct) {
      return Wrong(slot, "its path looks for a field in " + (*type)->ToString());
    }
    if (step < 0 || static_cast<size_t>(step) >= types->size()) {
      return Wrong(slot, "its path has part " + std::to_string(step) + " of " +
                             std::to_string(types->size()));
    }
    *type = &(*types)[static_cast<size_t>(step)];
    types = &(*type)->children();
  }
  return {};
}

/// Follows the path of a collection. Sets `type` to that of the collection, or to nullptr if it is
/// missing.
Status FollowCollection(const std::vector<int32_t>& path, const std::vector<Type>& roots,
                        const Slot& slot, const Type** type) {
  *type = nullptr;
  const std::vector<Type>* types = &roots;
  for (const int32_t step : path) {
    if (step == Slot::kMissing) {
      *type = nullptr;
      return {};
    }
    if (*type != nullptr && (*type)->kind() == Kind::kUnion) {
      return Wrong(slot, "the path of its collection leads through " + (*type)->ToString());
    }
    if (step < 0 || static_cast<size_t>(step) >= types->size()) {
      return Wrong(slot, "the path of its collection has part " + std::to_string(step) + " of " +
                             std::to_string(types->size()));
    }
    *type = &(*types)[static_cast<size_t>(step)];
    types = &(*type)->children();
  }
  if ((*type)->kind() != Kind::kArray && (*type)->kind() != Kind::kMap) {
    return Wrong(slot, (*type)->ToString() + " has no items");
  }
  return {};
}

/// Plans the slots of a tuple, or of a struct in it. `parent` is the type that contains their
/// values.
class Planner {
 public:
  static Result<std::vector<SlotPlan>> Tuple(int32_t size, std::vector<Slot> slots,
                                             const std::vector<Type>& roots, bool is_missing,
                                             SlotType parent, int depth) {
    Planner planner(size);
    Result<std::vector<SlotPlan>> plans =
        planner.Slots(std::move(slots), roots, is_missing, parent, depth);
    if (!plans.ok()) {
      return plans;
    }
    if (Status s = CheckOverlaps(std::move(planner.places_)); !s.ok()) {
      return s.error();
    }
    return plans;
  }

 private:
  explicit Planner(int32_t size) : size_(size) {}

  Result<std::vector<SlotPlan>> Slots(std::vector<Slot> slots, const std::vector<Type>& roots,
                                      bool is_missing, SlotType parent, int depth) {
    std::vector<SlotPlan> plans;
    for (Slot& slot : slots) {
      SlotPlan plan;
      plan.slot = std::move(slot);
      plan.is_missing = is_missing;
      if (Status s = PlanSlot(roots, parent, depth, &plan); !s.ok()) {
        return s.error();
      }
      plans.push_back(std::move(plan));
    }
    return plans;
  }

  Status PlanSlot(const std::vector<Type>& roots, SlotType parent, int depth, SlotPlan* plan) {
    const Slot& slot = plan->slot;
    if (depth > Type::kMaxDepth) {
      return Wrong(slot, "slots are nested deeper than " + std::to_string(Type::kMaxDepth));
    }
    if (Status s = CheckNumbers(slot); !s.ok()) {
      return s;
    }
    if (Status s = AddPlaces(slot, size_, &places_); !s.ok()) {
      return s;
    }
    if (slot.path.empty()) {
      return Wrong(slot, "has no path to its values");
    }
    if (slot.path.size() == 1 && slot.path[0] == Slot::kPosition && parent == SlotType::kArray) {
      plan->is_position = true;
      return slot.type == SlotType::kBigint
                 ? Status()
                 : Wrong(slot, "the position in an array is a BIGINT, not " + TypeText(slot));
    }
    const Type* type = nullptr;
    if (!plan->is_missing) {
      if (Status s = FollowPath(slot, roots, &type); !s.ok()) {
        return s;
      }
    }
    plan->is_missing = type == nullptr;
    if (plan->is_missing && slot.null_bit < 0) {
      return Wrong(slot, "cannot be NULL, but its values are missing");
    }
    return slot.type >= SlotType::kArray ? PlanComplex(type, depth, plan) : PlanScalar(type, plan);
  }

  static Status PlanScalar(const Type* type, SlotPlan* plan) {
    if (plan->is_missing) {
      return {};
    }
    plan->fill = ChooseFill(*type, plan->slot);
    plan->makes_nulls =
        plan->slot.type == SlotType::kDate || plan->slot.type == SlotType::kTimestamp;
    return plan->fill != nullptr ? Status() : Mismatch(plan->slot, *type);
  }

  Status PlanComplex(const Type* type, int depth, SlotPlan* plan) {
    Slot& slot = plan->slot;
    static const std::vector<Type> kNone;
    if (type != nullptr && !slot.collection.empty()) {
      if (slot.type == SlotType::kStruct ||
          (type->kind() != Kind::kArray && type->kind() != Kind::kMap)) {
        return Wrong(slot, type->ToString() + " has no items");
      }
      if (Status s = FollowCollection(slot.collection, type->children(), slot, &type); !s.ok()) {
        return s;
      }
      plan->is_missing = type == nullptr;
      if (plan->is_missing && slot.null_bit < 0) {
        return Wrong(slot, "cannot be NULL, but its values are missing");
      }
    }
    if (type != nullptr) {
      const Kind wanted = slot.type == SlotType::kArray ? Kind::kArray
                          : slot.type == SlotType::kMap ? Kind::kMap
                                                        : Kind::kStruct;
      if (type->kind() != wanted) {
        return Mismatch(slot, *type);
      }
    }
    const std::vector<Type>& roots = type == nullptr ? kNone : type->children();
    std::vector<Slot> children = std::exchange(slot.children, {});
    Result<std::vector<SlotPlan>> plans =
        slot.type == SlotType::kStruct
            ? Slots(std::move(children), roots, plan->is_missing, slot.type, depth + 1)
            : Tuple(slot.item_size, std::move(children), roots, plan->is_missing, slot.type,
                    depth + 1);
    if (!plans.ok()) {
      return plans.error();
    }
    plan->children = std::move(*plans);
    return {};
  }

  static Status Mismatch(const Slot& slot, const Type& type) {
    const char* advice = type.kind() == Kind::kUnion
                             ? "; Impala has no unions: leave the column out of the table"
                             : "; declare the column in Impala with the stored type or a wider one";
    return Wrong(slot, "values of type " + type.ToString() + " cannot be read as " +
                           TypeText(slot) + advice);
  }

  int32_t size_;
  std::vector<Place> places_;
};

}  // namespace

int32_t SlotSize(const Slot& slot) {
  switch (slot.type) {
    case SlotType::kBoolean:
    case SlotType::kTinyint:
      return 1;
    case SlotType::kSmallint:
      return 2;
    case SlotType::kInt:
    case SlotType::kFloat:
    case SlotType::kDate:
      return 4;
    case SlotType::kBigint:
    case SlotType::kDouble:
      return 8;
    case SlotType::kString:
    case SlotType::kVarchar:
    case SlotType::kArray:
    case SlotType::kMap:
      return 12;
    case SlotType::kChar:
      return slot.length;
    case SlotType::kDecimal:
      return slot.precision <= 9 ? 4 : slot.precision <= 18 ? 8 : 16;
    case SlotType::kTimestamp:
      return 16;
    case SlotType::kStruct:
      return 0;
  }
  return 0;
}

Result<std::vector<SlotPlan>> PlanTuple(TupleLayout layout, const std::vector<Type>& types) {
  if (layout.collection.empty()) {
    return Planner::Tuple(layout.size, std::move(layout.slots), types, false, SlotType::kStruct, 1);
  }
  Slot whole;
  whole.name = layout.slots.empty() ? "" : layout.slots[0].name;
  const Type* type;
  if (Status s = FollowCollection(layout.collection, types, whole, &type); !s.ok()) {
    return s.error();
  }
  static const std::vector<Type> kNone;
  const bool is_array = type == nullptr || type->kind() == Kind::kArray;
  return Planner::Tuple(layout.size, std::move(layout.slots),
                        type == nullptr ? kNone : type->children(), type == nullptr,
                        is_array ? SlotType::kArray : SlotType::kMap, 1);
}

}  // namespace cif::internal

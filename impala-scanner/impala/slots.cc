#include "slots.h"

#include <utility>

#include "runtime/types.h"

namespace cif::plugin {
namespace {

using impala::ColumnType;
using impala::SchemaPath;
using impala::SlotDescriptor;

Result<SlotType> SlotTypeOf(const ColumnType& type) {
  switch (type.type) {
    case impala::TYPE_BOOLEAN:
      return SlotType::kBoolean;
    case impala::TYPE_TINYINT:
      return SlotType::kTinyint;
    case impala::TYPE_SMALLINT:
      return SlotType::kSmallint;
    case impala::TYPE_INT:
      return SlotType::kInt;
    case impala::TYPE_BIGINT:
      return SlotType::kBigint;
    case impala::TYPE_FLOAT:
      return SlotType::kFloat;
    case impala::TYPE_DOUBLE:
      return SlotType::kDouble;
    case impala::TYPE_STRING:
      return SlotType::kString;
    case impala::TYPE_VARCHAR:
      return SlotType::kVarchar;
    case impala::TYPE_CHAR:
      return SlotType::kChar;
    case impala::TYPE_DECIMAL:
      return SlotType::kDecimal;
    case impala::TYPE_DATE:
      return SlotType::kDate;
    case impala::TYPE_TIMESTAMP:
      return SlotType::kTimestamp;
    case impala::TYPE_ARRAY:
      return SlotType::kArray;
    case impala::TYPE_MAP:
      return SlotType::kMap;
    case impala::TYPE_STRUCT:
      return SlotType::kStruct;
    default:
      return Error{ErrorCode::kUnsupported, "", "", -1,
                   "columns of type " + type.DebugString() + " cannot be read from CIF"};
  }
}

/// Position in the type that Impala has, and the same position in the table's type. `stored` is
/// nullptr if the table has no such part.
struct Place {
  const ColumnType* wanted;
  const Type* stored;
};

/// Returns the number of a struct's field in the table's type.
int32_t FindField(const std::string& name, const Type& type) {
  for (size_t f = 0; f < type.field_names().size(); f++) {
    if (EqualsIgnoreCase(type.field_names()[f], name)) {
      return static_cast<int32_t>(f);
    }
  }
  return Slot::kMissing;
}

/// Steps into a part by a step of Impala's: a field of a struct, by its name, or an item, key or
/// value. Returns the step of a Slot's path.
Result<int32_t> StepInto(int part, Place* place) {
  const ColumnType& wanted = *place->wanted;
  const Type* stored = std::exchange(place->stored, nullptr);
  if (wanted.type == impala::TYPE_ARRAY && part == impala::SchemaPathConstants::ARRAY_POS) {
    return Slot::kPosition;
  }
  const auto i = static_cast<size_t>(part);
  place->wanted = &wanted.children[i];
  if (stored == nullptr) {
    return Slot::kMissing;
  }
  const Kind kind = wanted.type == impala::TYPE_ARRAY ? Kind::kArray
                    : wanted.type == impala::TYPE_MAP ? Kind::kMap
                                                      : Kind::kStruct;
  if (stored->kind() != kind) {
    return Error{ErrorCode::kInvalidArgument, "", "", -1,
                 "values of type " + stored->ToString() + " cannot be read as " +
                     wanted.DebugString() + "; declare the column in Impala with the stored type"};
  }
  const int32_t step =
      kind == Kind::kStruct ? FindField(wanted.field_names[i], *stored) : int32_t{part};
  if (step != Slot::kMissing) {
    place->stored = &stored->child(static_cast<size_t>(step));
  }
  return step;
}

/// Returns the name that Impala's SQL has for a part.
std::string PartName(const ColumnType& type, int part) {
  switch (type.type) {
    case impala::TYPE_ARRAY:
      return part == impala::SchemaPathConstants::ARRAY_POS ? "pos" : "item";
    case impala::TYPE_MAP:
      return part == impala::SchemaPathConstants::MAP_KEY ? "key" : "value";
    default:
      return type.field_names[static_cast<size_t>(part)];
  }
}

/// Steps along a path of Impala's from step `depth` to step `end`. Errors have the name of the part
/// that can't be stepped into.
/// @param name name of the part, for messages; those of its steps are added
Status StepAlong(const SchemaPath& steps, size_t depth, size_t end, Place* place, std::string* name,
                 std::vector<int32_t>* path) {
  for (size_t k = depth; k < end; k++) {
    std::string part = PartName(*place->wanted, steps[k]);
    Result<int32_t> step = StepInto(steps[k], place);
    if (!step.ok()) {
      Error error = step.error();
      error.column = *name;
      return error;
    }
    *name += "." + part;
    path->push_back(*step);
  }
  return {};
}

/// Describer of slots, and of the item tuples below them.
class Describer {
 public:
  explicit Describer(const ItemConditions& conditions) : conditions_(conditions) {}

  /// Describes slots of a tuple whose own place is `depth` steps into the schema.
  /// @param name name of that place, for messages
  Result<std::vector<Slot>> Slots(const std::vector<SlotDescriptor*>& descs, size_t depth,
                                  const Place& place, const std::string& name) const {
    std::vector<Slot> slots;
    for (const SlotDescriptor* desc : descs) {
      Place inner = place;
      std::string part = name;
      std::vector<int32_t> path;
      Status s = StepAlong(desc->col_path(), depth, desc->col_path().size(), &inner, &part, &path);
      Result<Slot> slot = s.ok() ? Describe(*desc, inner, part) : s.error();
      if (!slot.ok()) {
        return slot.error();
      }
      slot->path = std::move(path);
      slots.push_back(std::move(*slot));
    }
    return slots;
  }

  /// Describes all of a slot except its path.
  Result<Slot> Describe(const SlotDescriptor& desc, const Place& place,
                        const std::string& name) const {
    const ColumnType& type = desc.type();
    Result<SlotType> slot_type = SlotTypeOf(type);
    if (!slot_type.ok()) {
      Error error = slot_type.error();
      error.column = name;
      return error;
    }
    Slot slot;
    slot.name = name;
    slot.type = *slot_type;
    slot.offset = desc.tuple_offset();
    slot.null_byte = desc.null_indicator_offset().byte_offset;
    slot.null_bit = desc.is_nullable() ? __builtin_ctz(desc.null_indicator_offset().bit_mask) : -1;
    slot.length =
        type.type == impala::TYPE_VARCHAR || type.type == impala::TYPE_CHAR ? type.len : 0;
    if (type.type == impala::TYPE_DECIMAL) {
      slot.precision = type.precision;
      slot.scale = type.scale;
    }
    if (desc.children_tuple_descriptor() != nullptr) {
      if (Status s = AddChildren(desc, place, &slot); !s.ok()) {
        return s.error();
      }
    }
    return slot;
  }

 private:
  Status AddChildren(const SlotDescriptor& desc, Place place, Slot* slot) const {
    const impala::TupleDescriptor& children = *desc.children_tuple_descriptor();
    size_t depth = desc.col_path().size();
    std::string name = slot->name;
    if (slot->type != SlotType::kStruct) {
      slot->item_size = children.byte_size();
      slot->keeps = conditions_(children);
      // The items may be those of a collection further within: FROM t, t.outer.item.
      const SchemaPath& items = children.tuple_path();
      if (items.size() > depth) {
        if (Status s = StepAlong(items, depth, items.size(), &place, &name, &slot->collection);
            !s.ok()) {
          return s;
        }
        depth = items.size();
      }
    }
    Result<std::vector<Slot>> slots = Slots(children.slots(), depth, place, name);
    if (!slots.ok()) {
      return slots.error();
    }
    slot->children = std::move(*slots);
    return {};
  }

  const ItemConditions& conditions_;
};

/// Returns the projection of a part column of the anchor, or of a column with steps to a field. It
/// has no column if the table lacks it.
/// @param steps path of the column, and of fields up to step `end`
Result<Projection> Project(const SchemaPath& steps, size_t end, const std::string& name,
                           const Table& table, const Anchor& anchor, Place* place) {
  for (const auto& [part, text] : anchor.parts) {
    if (EqualsIgnoreCase(part, name)) {
      place->stored = nullptr;
      return Projection::Parse(table.schema(), text);
    }
  }
  const int column = table.schema().Find(name);
  place->stored = column < 0 ? nullptr : &table.schema().columns[static_cast<size_t>(column)].type;
  Projection projection{name, 0, {}};
  std::string part = name;
  std::vector<int32_t> path;
  for (size_t k = 1; k < end; k++) {
    Step step;
    step.field = place->wanted->field_names[static_cast<size_t>(steps[k])];
    if (Status s = StepAlong(steps, k, k + 1, place, &part, &path); !s.ok()) {
      return s.error();
    }
    projection.steps.push_back(std::move(step));
  }
  if (place->stored == nullptr) {
    projection.column.clear();
  }
  return projection;
}

/// Returns how many steps of a path lead to the first collection, or to the end.
size_t StepsToCollection(const SchemaPath& steps, const ColumnType& column) {
  const ColumnType* type = &column;
  size_t k = 1;
  for (; k < steps.size() && type->type == impala::TYPE_STRUCT; k++) {
    type = &type->children[static_cast<size_t>(steps[k])];
  }
  return k;
}

/// Returns the name of a column, or of a field that steps up to step `end` lead to.
std::string NameOf(std::string name, const SchemaPath& steps, size_t end, const ColumnType& type) {
  const ColumnType* at = &type;
  for (size_t k = 1; k < end; k++) {
    name += "." + PartName(*at, steps[k]);
    at = &at->children[static_cast<size_t>(steps[k])];
  }
  return name;
}

/// Adds a column to the request. Returns the step to it, or kMissing.
int32_t Request(Projection projection, const SlotDescriptor* desc, const Table& table,
                ScanPlan* plan) {
  if (projection.column.empty() || table.schema().Find(projection.column) < 0) {
    return Slot::kMissing;
  }
  const auto step = static_cast<int32_t>(plan->request.columns.size());
  plan->request.columns.push_back(projection);
  if (desc != nullptr) {
    plan->columns.push_back({desc, std::move(projection)});
  }
  return step;
}

/// Plans a slot of the table's rows.
Status PlanColumn(const SlotDescriptor& desc, const std::string& name, Place place,
                  const Table& table, const Anchor& anchor, const Describer& describer,
                  ScanPlan* plan) {
  const SchemaPath& steps = desc.col_path();
  const ColumnType& wanted = *place.wanted;
  Result<Projection> projection = Project(steps, steps.size(), name, table, anchor, &place);
  if (!projection.ok()) {
    return projection.error();
  }
  const std::string part = NameOf(name, steps, steps.size(), wanted);
  Result<Slot> slot = describer.Describe(desc, place, part);
  if (!slot.ok()) {
    return slot.error();
  }
  slot->path = {Request(std::move(*projection), &desc, table, plan)};
  plan->layout.slots.push_back(std::move(*slot));
  return {};
}

/// Plans the items of a collection.
Status PlanItems(const SchemaPath& items, const std::vector<SlotDescriptor*>& slots,
                 const std::string& name, Place place, const Table& table, const Anchor& anchor,
                 const Describer& describer, ScanPlan* plan) {
  const ColumnType& wanted = *place.wanted;
  const size_t depth = StepsToCollection(items, wanted);
  Result<Projection> projection = Project(items, depth, name, table, anchor, &place);
  if (!projection.ok()) {
    return projection.error();
  }
  std::string part = NameOf(name, items, depth, wanted);
  std::vector<int32_t>& path = plan->layout.collection;
  path = {Request(std::move(*projection), nullptr, table, plan)};
  if (Status s = StepAlong(items, depth, items.size(), &place, &part, &path); !s.ok()) {
    return s;
  }
  Result<std::vector<Slot>> described = describer.Slots(slots, items.size(), place, part);
  if (!described.ok()) {
    return described.error();
  }
  plan->layout.slots = std::move(*described);
  return {};
}

}  // namespace

Result<ScanPlan> PlanScan(const impala::TupleDescriptor& tuple,
                          const std::vector<SlotDescriptor*>& slots,
                          const impala::TableDescriptor& wanted, const Table& table,
                          const Anchor& anchor, const ItemConditions& conditions) {
  ScanPlan plan;
  plan.layout.size = tuple.byte_size();
  const Describer describer(conditions);
  auto plan_part = [&](const SchemaPath& path, const SlotDescriptor* desc) {
    const auto& column = wanted.col_descs()[static_cast<size_t>(path[0])];
    const Place place{&column.type(), nullptr};
    Status s = desc != nullptr
                   ? PlanColumn(*desc, column.name(), place, table, anchor, describer, &plan)
                   : PlanItems(path, slots, column.name(), place, table, anchor, describer, &plan);
    if (s.ok()) {
      return s;
    }
    Error error = s.error();
    error.file = error.file.empty() ? table.root() : error.file;
    error.column = error.column.empty() ? column.name() : error.column;
    return Status(error);
  };
  if (!tuple.tuple_path().empty()) {
    if (Status s = plan_part(tuple.tuple_path(), nullptr); !s.ok()) {
      return s.error();
    }
    return plan;
  }
  for (const SlotDescriptor* desc : slots) {
    if (Status s = plan_part(desc->col_path(), desc); !s.ok()) {
      return s.error();
    }
  }
  return plan;
}

}  // namespace cif::plugin

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

/// Steps into a struct's field by its name. Returns its number in the table's type.
int32_t StepIntoField(int field, Place* place) {
  const std::string& name = place->wanted->field_names[static_cast<size_t>(field)];
  place->wanted = &place->wanted->children[static_cast<size_t>(field)];
  const Type* type = std::exchange(place->stored, nullptr);
  for (size_t f = 0; type != nullptr && f < type->field_names().size(); f++) {
    if (EqualsIgnoreCase(type->field_names()[f], name)) {
      place->stored = &type->child(f);
      return static_cast<int32_t>(f);
    }
  }
  return Slot::kMissing;
}

/// Steps into an item, key or value.
int32_t StepIntoItem(int part, Place* place) {
  const auto i = static_cast<size_t>(part);
  place->wanted = &place->wanted->children[i];
  const Type* type = std::exchange(place->stored, nullptr);
  if (type == nullptr || i >= type->children().size()) {
    return Slot::kMissing;
  }
  place->stored = &type->child(i);
  return part;
}

Status FillChildren(const SlotDescriptor& desc, const Place& place, Slot* slot);

/// Fills in all of a slot except its path.
Result<Slot> DescribeSlot(const SlotDescriptor& desc, const Place& place) {
  const ColumnType& type = desc.type();
  Result<SlotType> slot_type = SlotTypeOf(type);
  if (!slot_type.ok()) {
    return slot_type.error();
  }
  Slot slot;
  slot.type = *slot_type;
  slot.offset = desc.tuple_offset();
  slot.null_byte = desc.null_indicator_offset().byte_offset;
  slot.null_bit = desc.is_nullable() ? __builtin_ctz(desc.null_indicator_offset().bit_mask) : -1;
  slot.length = type.type == impala::TYPE_VARCHAR || type.type == impala::TYPE_CHAR ? type.len : 0;
  if (type.type == impala::TYPE_DECIMAL) {
    slot.precision = type.precision;
    slot.scale = type.scale;
  }
  if (desc.children_tuple_descriptor() != nullptr) {
    if (Status s = FillChildren(desc, place, &slot); !s.ok()) {
      return s.error();
    }
  }
  return slot;
}

Status FillChildren(const SlotDescriptor& desc, const Place& place, Slot* slot) {
  const impala::TupleDescriptor& children = *desc.children_tuple_descriptor();
  const size_t depth = desc.col_path().size();
  slot->item_size = slot->type == SlotType::kStruct ? 0 : children.byte_size();
  for (const SlotDescriptor* child : children.slots()) {
    const SchemaPath& steps = child->col_path();
    Place inner = place;
    std::vector<int32_t> path;
    for (size_t k = depth; k < steps.size(); k++) {
      if (k > depth || slot->type == SlotType::kStruct) {
        path.push_back(StepIntoField(steps[k], &inner));
      } else if (slot->type == SlotType::kArray &&
                 steps[k] == impala::SchemaPathConstants::ARRAY_POS) {
        path.push_back(Slot::kPosition);
      } else {
        path.push_back(StepIntoItem(steps[k], &inner));
      }
    }
    Result<Slot> described = DescribeSlot(*child, inner);
    if (!described.ok()) {
      return described.error();
    }
    described->path = std::move(path);
    described->name = slot->name;
    slot->children.push_back(std::move(*described));
  }
  return {};
}

/// Returns the projection of a part column of the anchor, or of a column with steps to a field.
Result<Projection> Project(const SlotDescriptor& desc, const std::string& name, const Table& table,
                           const Anchor& anchor, Place* place) {
  for (const auto& [part, text] : anchor.parts) {
    if (EqualsIgnoreCase(part, name)) {
      place->stored = nullptr;
      return Projection::Parse(table.schema(), text);
    }
  }
  const int column = table.schema().Find(name);
  place->stored = column < 0 ? nullptr : &table.schema().columns[static_cast<size_t>(column)].type;
  Projection projection{name, 0, {}};
  for (size_t k = 1; k < desc.col_path().size(); k++) {
    Step step;
    step.field = place->wanted->field_names[static_cast<size_t>(desc.col_path()[k])];
    StepIntoField(desc.col_path()[k], place);
    projection.steps.push_back(std::move(step));
  }
  if (place->stored == nullptr) {
    projection.column.clear();
  }
  return projection;
}

}  // namespace

Result<ScanPlan> PlanScan(const impala::TupleDescriptor& tuple,
                          const std::vector<SlotDescriptor*>& slots,
                          const impala::TableDescriptor& wanted, const Table& table,
                          const Anchor& anchor) {
  if (!tuple.tuple_path().empty()) {
    return Error{ErrorCode::kUnsupported, table.root(), "", -1,
                 "a collection cannot be scanned as a table; unnest it instead"};
  }
  ScanPlan plan;
  plan.layout.size = tuple.byte_size();
  for (const SlotDescriptor* desc : slots) {
    const auto& column = wanted.col_descs()[static_cast<size_t>(desc->col_path()[0])];
    Place place{&column.type(), nullptr};
    Result<Projection> projection = Project(*desc, column.name(), table, anchor, &place);
    if (!projection.ok()) {
      return projection.error();
    }
    Result<Slot> slot = DescribeSlot(*desc, place);
    if (!slot.ok()) {
      Error error = slot.error();
      error.column = column.name();
      return error;
    }
    slot->name = column.name();
    if (projection->column.empty() || table.schema().Find(projection->column) < 0) {
      slot->path = {Slot::kMissing};
    } else {
      slot->path = {static_cast<int32_t>(plan.request.columns.size())};
      plan.request.columns.push_back(*projection);
      plan.columns.push_back({desc, std::move(*projection)});
    }
    plan.layout.slots.push_back(std::move(*slot));
  }
  return plan;
}

}  // namespace cif::plugin

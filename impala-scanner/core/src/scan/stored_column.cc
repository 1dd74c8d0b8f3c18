#include "scan/stored_column.h"

#include "scan/projection.h"
#include "util/failure.h"
#include "vector/widen.h"

namespace cif::internal {
namespace {

/// Returns true if a step is a field that the structs of the split lack. It is NULL, like a missing
/// column.
bool LacksField(Type type, const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    const int child = step.is_key ? 1 : type.FindField(step.field);  // 1: a map's value
    if (child < 0 || child >= static_cast<int>(type.children().size())) {
      return type.kind() == Kind::kStruct && !step.is_key && child != Type::kAmbiguous;
    }
    type = Type(type.child(static_cast<size_t>(child)));
  }
  return false;
}

}  // namespace

StoredColumn FindStoredColumn(const Split& split, const Projection& projection,
                              const Type* wanted) {
  const int column = split.schema().Find(projection.column, projection.id);
  const Type string = Type::Primitive(Kind::kString);
  const Type& whole =
      column < 0 ? string : split.schema().columns[static_cast<size_t>(column)].type;
  if (column < 0 || (wanted != nullptr && LacksField(whole, projection.steps))) {
    const Type& type = wanted == nullptr ? string : *wanted;
    return {-1, type, type};
  }
  const Type stored = ResolvePath(whole, projection.steps).type;
  const Type type = wanted == nullptr ? stored : *wanted;
  if (!CanWiden(stored, type)) {
    throw Failure(
        Error{ErrorCode::kInvalidArgument, split.folder(), projection.ToString(), -1,
              "values of type " + stored.ToString() + " cannot be read as " + type.ToString()});
  }
  return {column, stored, type};
}

SplitPredicate PredicateOn(const Predicate& condition, const StoredColumn& stored) {
  return {&condition,
          stored.column,
          HasSameLiterals(stored.stored, stored.type),
          HasSameNulls(stored.stored, stored.type),
          {}};
}

}  // namespace cif::internal

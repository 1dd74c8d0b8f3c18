// What a scan asks for: columns, parts of columns, and conditions on them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cif/export.h"
#include "cif/literal.h"
#include "cif/result.h"
#include "cif/schema.h"

namespace cif {

/// A step into a complex column: a struct's field (as Type::FindField finds it) or a map's key, of class
/// BYTES or INT. A map without the key gives NULL; of equal keys, the last answers.
struct Step {
  std::string field;   ///< the field's name if `is_key` is false
  bool is_key = false;
  Literal key;         ///< std::string or int64_t if `is_key` is true
};

/// A column or a part of one. What lies beside the part is not decoded.
struct CIF_EXPORT Projection {
  std::string column;
  int32_t id = 0;           ///< the column's id where it is known, else 0
  std::vector<Step> steps;  ///< from the outside in; empty for the whole column

  /// Reads `name`, `name.field` and `name['key']`, steps repeated at will, as far as the schema has
  /// a column of such a name.
  static Result<Projection> Parse(const Schema& schema, std::string_view text);

  /// The text form.
  std::string ToString() const;
};

/// What a condition says of its target, or of other conditions. NULL satisfies none but kIsNull. -0.0 equals 0.0.
/// NaN equals none, and is neither below nor above a number. Only in alternatives that are equalities, as keys of
/// look-ups are, does it equal NaN, as filters of keys have it (FORMAT.md section 5.3).
enum class Op {
  kEq,
  kNe,
  kLt,
  kLe,
  kGt,
  kGe,
  kIsNull,
  kIsNotNull,
  kContains,    ///< class BYTES: the literal's bytes occur in the value
  kStartsWith,  ///< class BYTES: the value begins with the literal's bytes
  kIn,          ///< the value equals one of `literals`
  kAnd,         ///< all of `conditions` are true; of none: always
  kOr,          ///< one of `conditions` is true; of none: never
  kNot,         ///< the one condition in `conditions` is false
};

/// `target op literal`, or conditions that are combined. SQL's three-valued logic: what compares NULL is neither
/// true nor false, and so is kNot of it.
struct Condition {
  Projection target;
  Op op = Op::kEq;
  Literal literal;
  std::vector<Literal> literals = {};      ///< of kIn
  std::vector<Condition> conditions = {};  ///< of kAnd, kOr and kNot, which have no target
  /// The type that literals are of; none: that of the target. A scan of a table sets it.
  std::optional<Type> type = {};
};

/// A conjunction: a row is wanted where every condition is true. Empty: every row.
using Predicate = std::vector<Condition>;

/// Whether a condition is on a target, not on other conditions.
inline bool IsLeaf(Op op) { return op < Op::kAnd; }

/// Conditions combined as SQL's AND, OR and NOT do.
CIF_EXPORT Condition And(std::vector<Condition> conditions);
CIF_EXPORT Condition Or(std::vector<Condition> conditions);
CIF_EXPORT Condition Not(Condition condition);

}  // namespace cif

// Requests to a scan: columns, parts of columns, and conditions on them.
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

/// A step into a complex column: a struct's field (as Type::FindField finds it) or a map's key, of
/// class BYTES or INT. A map without the key gives NULL; of equal keys, the last answers.
struct Step {
  std::string field;  ///< name of the field if `is_key` is false
  bool is_key = false;
  Literal key;  ///< std::string or int64_t if `is_key` is true
};

/// Column or part of a column. Other parts of the column are not decoded.
struct CIF_EXPORT Projection {
  std::string column;
  int32_t id = 0;           ///< id of the column; 0 if not known
  std::vector<Step> steps;  ///< from the outside in; empty for the whole column

  /// Parses `name`, `name.field` and `name['key']` with any number of steps. The longest prefix
  /// that names a column of the schema is the column.
  static Result<Projection> Parse(const Schema& schema, std::string_view text);

  /// Returns the text form.
  std::string ToString() const;
};

/// Operator of a condition. NULL satisfies only kIsNull. -0.0 equals 0.0. NaN equals nothing, and
/// is neither less nor greater than a number. There is one exception: NaN equals NaN in
/// disjuncts that are equalities, such as keys of look-ups. Filters of keys treat NaN that way
/// (FORMAT.md section 5.3).
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
  kAnd,         ///< all of `conditions` are true; without any: true
  kOr,          ///< at least one of `conditions` is true; without any: false
  kNot,         ///< the one condition in `conditions` is false
};

/// Condition on rows: a comparison `target op literal`, or a combination of conditions. SQL's
/// three-valued logic applies: a comparison with NULL is neither true nor false, and neither is its
/// kNot.
struct Predicate {
  Projection target;
  Op op = Op::kEq;
  Literal literal;
  std::vector<Literal> literals = {};      ///< for kIn
  std::vector<Predicate> conditions = {};  ///< for kAnd, kOr and kNot, which have no target
  /// Type of the literals; that of the target if empty. A scan of a table sets it.
  std::optional<Type> type = {};
};

/// Conditions that all have to be true. A scan returns the rows for which they are; every row if
/// there are none.
using Conjunction = std::vector<Predicate>;

/// Returns true if a condition with this operator has a target, not other conditions.
inline bool IsLeaf(Op op) { return op < Op::kAnd; }

/// Combine conditions as SQL's AND, OR and NOT do.
CIF_EXPORT Predicate And(std::vector<Predicate> conditions);
CIF_EXPORT Predicate Or(std::vector<Predicate> conditions);
CIF_EXPORT Predicate Not(Predicate condition);

}  // namespace cif

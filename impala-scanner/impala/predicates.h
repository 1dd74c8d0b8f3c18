// Conditions of a query that libcif may check before it decodes other columns.
#pragma once

#include <vector>

#include "cif/predicate.h"
#include "exprs/scalar-expr-evaluator.h"
#include "runtime/descriptors.h"

namespace cif::plugin {

/// Column of the scan, and its slot.
struct ScanColumn {
  const impala::SlotDescriptor* slot;
  Projection projection;
};

/// Returns the conjuncts that libcif evaluates exactly like Impala. They compare a column of an
/// integer type, DATE or STRING with a literal of the same type, or are STRING LIKE '%text%'. Only
/// rows that fail them are dropped. Impala checks all conjuncts again on the others.
///
/// @param types types of the columns in the scan
Conjunction PushPredicates(const std::vector<impala::ScalarExprEvaluator*>& conjuncts,
                           const std::vector<ScanColumn>& columns, const std::vector<Type>& types);

}  // namespace cif::plugin

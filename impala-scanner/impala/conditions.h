// Conditions of a query that libcif may check before it decodes other columns.
#pragma once

#include <vector>

#include "cif/predicate.h"
#include "exprs/scalar-expr-evaluator.h"
#include "runtime/descriptors.h"

namespace cif::plugin {

/// A column of the scan and the slot that it goes to.
struct ScanColumn {
  const impala::SlotDescriptor* slot;
  Projection projection;
};

/// Of the conjuncts, those that libcif decides as Impala does: a column of an integer type, DATE or
/// STRING compared with a literal of just its type, and STRING LIKE '%text%'. Only rows that they
/// refuse are left out; Impala checks all conjuncts again on the others.
///
/// @param types of the columns, as the scan gives them
Predicate PushConditions(const std::vector<impala::ScalarExprEvaluator*>& conjuncts,
                         const std::vector<ScanColumn>& columns, const std::vector<Type>& types);

}  // namespace cif::plugin

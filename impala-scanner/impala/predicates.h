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

/// Conjuncts of a scan, divided.
struct Conjuncts {
  Conjunction pushed;  ///< those that libcif evaluates
  /// Slots that the pushed ones compare. A row whose slot is NULL fails them: libcif compares dates
  /// that Impala cannot represent, and that are NULL in tuples.
  std::vector<const impala::SlotDescriptor*> slots;
  std::vector<impala::ScalarExprEvaluator*> left;  ///< those that Impala evaluates
};

/// Divides conjuncts. Those are pushed that libcif evaluates exactly like Impala. They compare a
/// column of an integer type, DATE or STRING with a literal of the same type, or are STRING LIKE
/// '%text%'.
///
/// @param types types of the columns in the scan
Conjuncts DivideConjuncts(const std::vector<impala::ScalarExprEvaluator*>& conjuncts,
                          const std::vector<ScanColumn>& columns, const std::vector<Type>& types);

}  // namespace cif::plugin

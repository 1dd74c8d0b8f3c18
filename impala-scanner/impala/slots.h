// From Impala's descriptors to what libcif reads and cif_tuples writes.
#pragma once

#include <vector>

#include "anchor.h"
#include "cif/reader.h"
#include "cif/tuples.h"
#include "conditions.h"
#include "runtime/descriptors.h"

namespace cif::plugin {

/// What is read of a split, and where it goes.
struct ScanPlan {
  ScanRequest request;
  std::vector<ScanColumn> columns;  ///< those of the request
  TupleLayout layout;
};

/// Plans the scan of a split for a node. Columns and fields of structs are matched by name; what
/// the split lacks becomes NULL.
///
/// @param tuple of the node's rows
/// @param slots of the tuple that the scan fills
Result<ScanPlan> PlanScan(const impala::TupleDescriptor& tuple,
                          const std::vector<impala::SlotDescriptor*>& slots,
                          const impala::TableDescriptor& table, const Split& split,
                          const Anchor& anchor);

}  // namespace cif::plugin

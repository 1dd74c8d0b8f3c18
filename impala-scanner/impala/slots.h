// Mapping of Impala's descriptors to requests of libcif and layouts of cif_tuples.
#pragma once

#include <functional>
#include <vector>

#include "anchor.h"
#include "cif/table.h"
#include "cif/tuples.h"
#include "predicates.h"
#include "runtime/descriptors.h"

namespace cif::plugin {

/// Scan of a table, and the layout of its tuples.
struct ScanPlan {
  TableScanRequest request;
  std::vector<ScanColumn> columns;  ///< columns of the request
  TupleLayout layout;
};

/// Returns Slot::keeps for a collection's item tuple: the planner leaves conditions on items to the
/// scan.
using ItemConditions =
    std::function<std::function<bool(uint8_t*)>(const impala::TupleDescriptor& items)>;

/// Plans the scan of a table for a node. Columns and fields of structs are matched by name. Parts
/// that the table lacks become NULL. A tuple with a path is that of the items of a collection,
/// which is scanned like a table.
///
/// @param tuple tuple of the node's rows
/// @param slots slots of the tuple that the scan fills
Result<ScanPlan> PlanScan(const impala::TupleDescriptor& tuple,
                          const std::vector<impala::SlotDescriptor*>& slots,
                          const impala::TableDescriptor& wanted, const Table& table,
                          const Anchor& anchor, const ItemConditions& conditions);

}  // namespace cif::plugin

// From Impala's descriptors to what libcif reads and cif_tuples writes.
#pragma once

#include "anchor.h"
#include "cif/reader.h"
#include "cif/tuples.h"
#include "conditions.h"
#include "exec/hdfs-scan-node-base.h"

namespace cif::plugin {

/// What is read of a split, and where it goes.
struct ScanPlan {
  ScanRequest request;
  std::vector<ScanColumn> columns;  ///< those of the request
  TupleLayout layout;
};

/// Plans the scan of a split for a node. Columns and fields of structs are matched by name; what
/// the split lacks becomes NULL.
Result<ScanPlan> PlanScan(const impala::HdfsScanNodeBase& node, const Split& split,
                          const Anchor& anchor);

}  // namespace cif::plugin

// Impala's scanner of CIF: docs/IMPALA.md.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "anchor.h"
#include "cif/table.h"
#include "cif/tuples.h"
#include "exec/hdfs-scanner.h"
#include "scan_range_files.h"

namespace cif::plugin {

/// Scans the split-directory of one anchor. A scan range of Impala is one anchor, so one
/// split-directory is one unit of work.
class CifScanner final : public impala::HdfsScanner {
 public:
  CifScanner(impala::HdfsScanNodeBase* node, impala::RuntimeState* state);
  ~CifScanner() override;

  /// Queues the anchors.
  static impala::Status IssueInitialRanges(impala::HdfsScanNodeBase* node,
                                           const std::vector<impala::HdfsFileDesc*>& files);

  using impala::HdfsScanner::Close;
  impala::Status Open(impala::ScannerContext* context) override;
  void Close(impala::RowBatch* row_batch) override;
  impala::THdfsFileFormat::type file_format() const override;

 protected:
  impala::Status GetNextInternal(impala::RowBatch* row_batch) override;
  impala::Status InitNewRange() override { return impala::Status::OK(); }

 private:
  class Zone;
  class Pool;

  impala::Status ReadAnchor(Anchor* anchor);
  impala::Status OpenFiles(const Anchor& anchor);
  impala::Status OpenColumns(const Anchor& anchor);
  const Split& split() const { return *table_->splits().front().split; }
  /// Returns the conditions of the query on the items of a collection.
  std::function<bool(uint8_t*)> ItemCondition(const impala::TupleDescriptor& items) const;
  /// Starts reading the ends of the column files that are read first. Charges the memory of their
  /// open blocks.
  impala::Status ExpectColumns(const TableScanRequest& request);
  /// Writes one tuple, whose slot has the number of rows: `SELECT count(*)` alone is planned so.
  impala::Status TellCount(impala::RowBatch* row_batch);
  /// Writes tuples without slots, as many as there are rows.
  impala::Status CountRows(impala::RowBatch* row_batch);
  impala::Status ReadBatch();
  impala::Status WriteRows(impala::RowBatch* row_batch);
  bool IsKept(impala::TupleRow* row);
  int KeepRows(int count, impala::RowBatch* row_batch);

  /// Returns the error of Impala that caused an error of libcif, or that error itself.
  impala::Status ToStatus(const Error& error) const;

  std::unique_ptr<Zone> zone_;
  std::unique_ptr<ScanRangeFiles> files_;
  std::shared_ptr<const Table> table_;  ///< with the split-directory of the anchor alone
  std::unique_ptr<TableScanner> scanner_;
  std::unique_ptr<TupleWriter> writer_;
  std::unique_ptr<MemoryCharge> batch_charge_;
  std::unique_ptr<MemoryCharge> block_charge_;
  std::vector<const impala::SlotDescriptor*> compared_;  ///< slots that libcif has compared
  std::vector<impala::ScalarExprEvaluator*> left_;  ///< conjuncts that libcif does not evaluate
  Batch batch_;
  int64_t tuples_ = 0;      ///< in batch_: rows, or items of a collection that is scanned
  int64_t next_tuple_ = 0;  ///< in batch_
  int64_t rows_left_ = 0;   ///< rows that a scan without columns has not written
  /// Memory that a run of tuples points to, until one of its rows is known to be kept.
  std::unique_ptr<impala::MemPool> scratch_pool_;
};

}  // namespace cif::plugin

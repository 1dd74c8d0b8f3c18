#include "cif_scanner.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "exec/filter-context.h"
#include "exec/hdfs-scan-node.h"
#include "exec/scanner-context.inline.h"
#include "exprs/timezone_db.h"
#include "query_moments.h"
#include "runtime/mem-pool.h"
#include "runtime/row-batch.h"
#include "runtime/runtime-state.h"
#include "runtime/tuple-row.h"
#include "slots.h"
#include "util/runtime-profile-counters.h"

namespace cif::plugin {

using impala::FilterContext;
using impala::FilterStats;
using impala::MonotonicStopWatch;
using impala::RowBatch;
using impala::ScopedTimer;
using impala::Tuple;
using impala::TupleRow;

namespace {

#if __has_include("runtime/smallable-string.h")
constexpr StringLayout kStrings = StringLayout::kSmall;
#else
constexpr StringLayout kStrings = StringLayout::kPointer;
#endif

/// Number of Impala batches per libcif batch: blocks decode best in long runs.
constexpr int64_t kBatches = 8;

/// Maximum number of bytes of a column in one batch, and of its open block after decompression. A
/// longer single value is an error.
constexpr int64_t kMaxBatchBytes = 128 << 20;

/// Typical memory of a block's values with the writers' defaults. A single block may take more.
constexpr int64_t kBlockBytes = 1 << 20;

/// Length of the trailer behind a footer in a column file: FORMAT.md section 5.
constexpr int64_t kTrailerBytes = 12;

/// Maximum number of bytes of file ends that are read ahead.
constexpr int64_t kMostEndBytes = 16 << 20;

}  // namespace

/// Returns the moment of the query, which lives as long as the query's state in this daemon.
static std::shared_ptr<Moment> MomentOf(const impala::RuntimeState& state) {
  static QueryMoments* const moments = new QueryMoments();
  QueryMoments::Found found = moments->Of({state.query_id().hi, state.query_id().lo});
  if (found.is_new) {
    state.obj_pool()->Add(new std::shared_ptr<Moment>(found.moment));
  }
  return found.moment;
}

/// Time zone of the session.
class CifScanner::Zone final : public TimeZone {
 public:
  explicit Zone(const impala::Timezone* zone) : zone_(zone) {}

  int64_t OffsetSeconds(int64_t utc_seconds) const override {
    return zone_->lookup(cctz::time_point<cctz::seconds>(cctz::seconds(utc_seconds))).offset;
  }

 private:
  const impala::Timezone* zone_;
};

/// Memory of a MemPool, limited by the query.
class CifScanner::Pool final : public VarlenPool {
 public:
  explicit Pool(impala::MemPool* pool) : pool_(pool) {}

  Status Allocate(int64_t bytes, uint8_t** out) override {
    *out = pool_->TryAllocateUnaligned(bytes);
    if (*out == nullptr) {
      return Error{ErrorCode::kTooLarge, "", "", -1,
                   "the query's memory limit leaves no " + std::to_string(bytes) +
                       " bytes for texts or items"};
    }
    return {};
  }

 private:
  impala::MemPool* pool_;
};

CifScanner::CifScanner(impala::HdfsScanNodeBase* node, impala::RuntimeState* state)
    : HdfsScanner(node, state), scratch_pool_(new impala::MemPool(node->mem_tracker())) {}

CifScanner::~CifScanner() = default;

impala::Status CifScanner::IssueInitialRanges(impala::HdfsScanNodeBase* node,
                                              const std::vector<impala::HdfsFileDesc*>& files) {
  for (const impala::HdfsFileDesc* file : files) {
    RETURN_IF_ERROR(node->AddDiskIoRanges(file));
  }
  return impala::Status::OK();
}

impala::THdfsFileFormat::type CifScanner::file_format() const {
  return context_->partition_descriptor()->file_format();
}

impala::Status CifScanner::ToStatus(const Error& error) const {
  if (files_ != nullptr && !files_->first_error().ok()) {
    return files_->first_error();
  }
  if (error.code == ErrorCode::kCancelled) {
    return impala::Status::CANCELLED;
  }
  return impala::Status("CIF: " + error.ToString());
}

impala::Status CifScanner::Open(impala::ScannerContext* context) {
  RETURN_IF_ERROR(HdfsScanner::Open(context));
  for (const FilterContext& filter : context->filter_ctxs()) {
    filter_ctxs_.push_back(&filter);
  }
  filter_stats_.resize(filter_ctxs_.size());
  Anchor anchor;
  RETURN_IF_ERROR(ReadAnchor(&anchor));
  RETURN_IF_ERROR(OpenFiles(anchor));
  const bool reads_columns =
      !scan_node_->IsZeroSlotTableScan() && !scan_node_->optimize_count_star();
  return reads_columns ? OpenColumns(anchor) : impala::Status::OK();
}

impala::Status CifScanner::OpenFiles(const Anchor& anchor) {
  const std::string& folder = anchor.folder;
  Reading reading{stream_->scan_range(),
                  scan_node_->reader_context(),
                  state_->obj_pool(),
                  scan_node_->mem_tracker(),
                  state_,
                  state_->total_storage_wait_timer(),
                  scan_node_->scanner_io_wait_time(),
                  [this] { return context_->cancelled(); }};
  files_ = std::make_unique<ScanRangeFiles>(std::move(reading), folder);
  batch_charge_ = std::make_unique<MemoryCharge>(scan_node_->mem_tracker(), state_);
  block_charge_ = std::make_unique<MemoryCharge>(scan_node_->mem_tracker(), state_);
  std::vector<std::string> columns;
  const impala::SchemaPath& items = scan_node_->tuple_desc()->tuple_path();
  if (!items.empty()) {
    // Items of a collection that is scanned like a table are of one column.
    columns.push_back(scan_node_->hdfs_table()->col_descs()[static_cast<size_t>(items[0])].name());
  } else if (anchor.parts.empty() && !scan_node_->optimize_count_star()) {
    // The part columns of an anchor name others, which only the schema tells from their parts. The
    // slot of a count has no column.
    for (const impala::SlotDescriptor* slot : scan_node_->materialized_slots()) {
      const auto column = static_cast<size_t>(slot->col_path()[0]);
      columns.push_back(scan_node_->hdfs_table()->col_descs()[column].name());
    }
  }
  TableOptions options;
  options.columns = std::move(columns);
  options.look_up_memory = 0;
  const std::shared_ptr<Moment> moment = MomentOf(*state_);
  options.moment = moment.get();
  const std::string& root =
      anchor.table.empty() ? scan_node_->hdfs_table()->hdfs_base_dir() : anchor.table;
  const bool is_below =
      folder.size() > root.size() && folder.starts_with(root) && folder[root.size()] == '/';
  options.splits = {is_below ? folder.substr(root.size() + 1) : folder};
  Result<std::shared_ptr<const Table>> table = Table::Open(*files_, root, options);
  if (!table.ok() && !is_below && table.error().code == ErrorCode::kNotFound) {
    // No table file tells of this partition, so that it has the names of its schema files.
    options.splits = {""};
    table = Table::Open(*files_, folder, options);
  }
  if (!table.ok()) {
    return ToStatus(table.error());
  }
  table_ = std::move(*table);
  rows_left_ = split().live_rows();
  return impala::Status::OK();
}

impala::Status CifScanner::ReadAnchor(Anchor* anchor) {
  std::string content;
  // The planner's range of a schema file is as long as all files of its folder together, and longer
  // than the file. Of other long files nothing has to be read, since they are no anchors.
  const bool is_read =
      !IsSchemaFile(stream_->filename()) && stream_->bytes_left() <= kMaxAnchorBytes;
  while (is_read && !stream_->eosr()) {
    uint8_t* bytes;
    int64_t length;
    impala::Status status;
    if (!stream_->GetBytes(stream_->bytes_left(), &bytes, &length, &status)) {
      return status;
    }
    if (length == 0) {
      break;
    }
    content.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(length));
  }
  context_->ReleaseCompletedResources(true);
  Result<Anchor> parsed = ParseAnchor(content, stream_->filename());
  if (!parsed.ok()) {
    return ToStatus(parsed.error());
  }
  *anchor = std::move(*parsed);
  return impala::Status::OK();
}

impala::Status CifScanner::OpenColumns(const Anchor& anchor) {
  Result<ScanPlan> plan = PlanScan(*scan_node_->tuple_desc(), scan_node_->materialized_slots(),
                                   *scan_node_->hdfs_table(), *table_, anchor,
                                   [this](const auto& items) { return ItemCondition(items); });
  if (!plan.ok()) {
    return ToStatus(plan.error());
  }
  ReadOptions options;
  options.batch_rows = kBatches * state_->batch_size();
  options.strings = StringForm::kViews;
  options.max_batch_bytes = kMaxBatchBytes;
  options.max_decompressed_bytes = kMaxBatchBytes;
  options.cancelled = [this] { return context_->cancelled(); };
  Result<std::unique_ptr<TableScanner>> scanner =
      TableScanner::Open(table_, plan->request, options);
  if (!scanner.ok()) {
    return ToStatus(scanner.error());
  }
  // Nothing has been read yet, but now the types are known.
  Conjuncts conjuncts = DivideConjuncts(*conjunct_evals_, plan->columns, (*scanner)->types());
  plan->request.predicate = std::move(conjuncts.pushed);
  compared_ = std::move(conjuncts.slots);
  left_ = std::move(conjuncts.left);
  RETURN_IF_ERROR(ExpectColumns(plan->request));
  if (!plan->request.predicate.empty()) {
    scanner = TableScanner::Open(table_, std::move(plan->request), options);
    if (!scanner.ok()) {
      return ToStatus(scanner.error());
    }
  }
  scanner_ = std::move(*scanner);
  TupleOptions tuple_options;
  tuple_options.strings = kStrings;
  if (state_->local_time_zone() != impala::UTCPTR) {
    zone_ = std::make_unique<Zone>(state_->local_time_zone());
    tuple_options.zone = zone_.get();
  }
  Result<std::unique_ptr<TupleWriter>> writer =
      TupleWriter::Make(std::move(plan->layout), scanner_->types(), tuple_options);
  if (!writer.ok()) {
    Error error = writer.error();
    error.file = split().folder();
    return ToStatus(error);
  }
  writer_ = std::move(*writer);
  return impala::Status::OK();
}

std::function<bool(uint8_t*)> CifScanner::ItemCondition(
    const impala::TupleDescriptor& items) const {
  const auto found = conjunct_evals_map_.find(items.id());
  if (found == conjunct_evals_map_.end() || found->second.empty()) {
    return {};
  }
  return [&conditions = found->second](uint8_t* item) {
    Tuple* tuple = reinterpret_cast<Tuple*>(item);
    return impala::ExecNode::EvalConjuncts(conditions.data(), static_cast<int>(conditions.size()),
                                           reinterpret_cast<TupleRow*>(&tuple));
  };
}

impala::Status CifScanner::ExpectColumns(const TableScanRequest& request) {
  const std::vector<Column>& columns = split().schema().columns;
  std::set<int> wanted;
  std::set<int> first;  // columns without a condition are read only for remaining rows
  for (const Projection& projection : request.columns) {
    wanted.insert(split().schema().Find(projection.column, projection.id));
  }
  for (const Predicate& condition : request.predicate) {
    first.insert(split().schema().Find(condition.target.column, condition.target.id));
  }
  wanted.erase(-1);  // columns that the split-directory lacks
  int64_t block_bytes = 0;
  int64_t end_bytes = 0;
  for (const int c : wanted) {
    const Column& column = columns[static_cast<size_t>(c)];
    block_bytes += std::min(column.raw_bytes, kBlockBytes);
    // Like libcif: short files are read as a whole, and columns of a group file share a read.
    const int64_t length = column.file_length <= files_->costs().near_bytes
                               ? column.file_length
                               : column.footer_length + kTrailerBytes;
    if (!column.in_group() && (first.empty() || first.count(c) > 0) &&
        end_bytes + length <= kMostEndBytes) {
      files_->Expect(column.file, column.file_length - length, length);
      end_bytes += length;
    }
  }
  return block_charge_->Set(block_bytes);
}

impala::Status CifScanner::GetNextInternal(RowBatch* row_batch) {
  if (scan_node_->optimize_count_star()) {
    return TellCount(row_batch);
  }
  if (scan_node_->IsZeroSlotTableScan()) {
    return CountRows(row_batch);
  }
  int64_t buffer_size;
  RETURN_IF_ERROR(row_batch->ResizeAndAllocateTupleBuffer(state_, &buffer_size, &tuple_mem_));
  tuple_ = reinterpret_cast<Tuple*>(tuple_mem_);
  // Checked in every round, even if no row is kept for long.
  while (!eos_ && !row_batch->AtCapacity() && !scan_node_->ReachedLimitShared()) {
    if (context_->cancelled()) {
      return impala::Status::CANCELLED;
    }
    if (next_tuple_ == tuples_) {
      RETURN_IF_ERROR(ReadBatch());
    } else {
      RETURN_IF_ERROR(WriteRows(row_batch));
    }
  }
  return impala::Status::OK();
}

impala::Status CifScanner::TellCount(RowBatch* row_batch) {
  eos_ = true;
  if (rows_left_ == 0) {
    return impala::Status::OK();
  }
  int64_t buffer_size;
  int capacity = 1;
  RETURN_IF_ERROR(RowBatch::ResizeAndAllocateTupleBuffer(state_, row_batch->tuple_data_pool(),
                                                         tuple_byte_size_, &capacity, &buffer_size,
                                                         &tuple_mem_));
  Tuple* tuple = reinterpret_cast<Tuple*>(tuple_mem_);
  InitTuple(template_tuple_, tuple);
  *tuple->GetBigIntSlot(scan_node_->count_star_slot_offset()) = rows_left_;
  row_batch->GetRow(row_batch->AddRow())->SetTuple(0, tuple);
  row_batch->CommitLastRow();
  COUNTER_ADD(scan_node_->rows_read_counter(), rows_left_);
  return impala::Status::OK();
}

impala::Status CifScanner::CountRows(RowBatch* row_batch) {
  if (rows_left_ == 0) {
    eos_ = true;
    return impala::Status::OK();
  }
  const int count = static_cast<int>(std::min<int64_t>(rows_left_, row_batch->capacity()));
  TupleRow* row = row_batch->GetRow(row_batch->AddRow());
  RETURN_IF_ERROR(CommitRows(WriteTemplateTuples(row, count), row_batch));
  rows_left_ -= count;
  COUNTER_ADD(scan_node_->rows_read_counter(), count);
  return impala::Status::OK();
}

impala::Status CifScanner::ReadBatch() {
  if (Status s = scanner_->Next(&batch_); !s.ok()) {
    tuples_ = next_tuple_ = 0;
    return ToStatus(s.error());
  }
  int64_t bytes = 0;
  for (const Vector& column : batch_.columns) {
    bytes += column.memory();
  }
  next_tuple_ = 0;
  tuples_ = writer_->CountTuples(batch_);
  eos_ = batch_.rows == 0;
  return batch_charge_->Set(std::max(bytes, batch_charge_->bytes()));
}

impala::Status CifScanner::WriteRows(RowBatch* row_batch) {
  SCOPED_TIMER(scan_node_->materialize_tuple_timer());
  const int room = row_batch->capacity() - row_batch->num_rows();
  const int count = static_cast<int>(std::min<int64_t>(tuples_ - next_tuple_, room));
  InitTupleBuffer(template_tuple_, tuple_mem_, count);
  Pool pool(scratch_pool_.get());
  if (Status s = writer_->Write(batch_, next_tuple_, count, tuple_mem_, &pool); !s.ok()) {
    return ToStatus(s.error());
  }
  next_tuple_ += count;
  const int kept = KeepRows(count, row_batch);
  if (kept > 0) {
    row_batch->tuple_data_pool()->AcquireData(scratch_pool_.get(), false);
  } else {
    scratch_pool_->Clear();
  }
  COUNTER_ADD(scan_node_->rows_read_counter(), count);
  return CommitRows(kept, row_batch);
}

bool CifScanner::IsKept(TupleRow* row) {
  for (const impala::SlotDescriptor* slot : compared_) {
    if (row->GetTuple(0)->IsNull(slot->null_indicator_offset())) {
      return false;
    }
  }
  return (filter_ctxs_.empty() || EvalRuntimeFilters(row)) &&
         impala::ExecNode::EvalConjuncts(left_.data(), static_cast<int>(left_.size()), row);
}

int CifScanner::KeepRows(int count, RowBatch* row_batch) {
  TupleRow* row = row_batch->GetRow(row_batch->AddRow());
  uint8_t* from = tuple_mem_;
  if (compared_.empty() && left_.empty() && filter_ctxs_.empty()) {
    for (int i = 0; i < count; i++, from += tuple_byte_size_) {
      row->SetTuple(0, reinterpret_cast<Tuple*>(from));
      row = next_row(row);
    }
    return count;
  }
  uint8_t* to = tuple_mem_;
  int kept = 0;
  for (int i = 0; i < count; i++, from += tuple_byte_size_) {
    row->SetTuple(0, reinterpret_cast<Tuple*>(from));
    if (!IsKept(row)) {
      continue;
    }
    if (to != from) {
      std::memcpy(to, from, static_cast<size_t>(tuple_byte_size_));
      row->SetTuple(0, reinterpret_cast<Tuple*>(to));
    }
    to += tuple_byte_size_;
    row = next_row(row);
    kept++;
  }
  return kept;
}

void CifScanner::Close(RowBatch* row_batch) {
  DCHECK(!is_closed_);
  writer_.reset();
  scanner_.reset();
  batch_ = Batch();
  table_.reset();
  files_.reset();
  batch_charge_.reset();
  block_charge_.reset();
  if (row_batch != nullptr) {
    row_batch->tuple_data_pool()->AcquireData(template_tuple_pool_.get(), false);
    row_batch->tuple_data_pool()->AcquireData(scratch_pool_.get(), false);
    if (scan_node_->HasRowBatchQueue()) {
      static_cast<impala::HdfsScanNode*>(scan_node_)
          ->AddMaterializedRowBatch(std::unique_ptr<RowBatch>(row_batch));
    }
  } else {
    template_tuple_pool_->FreeAll();
    scratch_pool_->FreeAll();
  }
  context_->ReleaseCompletedResources(true);
  scan_node_->RangeComplete(file_format(), context_->GetStream()->file_desc()->file_compression);
  for (size_t i = 0; i < filter_ctxs_.size(); i++) {
    const LocalFilterStats& local = filter_stats_[i];
    filter_ctxs_[i]->stats->IncrCounters(
        FilterStats::ROWS_KEY, static_cast<int32_t>(local.total_possible),
        static_cast<int32_t>(local.considered), static_cast<int32_t>(local.rejected));
  }
  CloseInternal();
}

}  // namespace cif::plugin

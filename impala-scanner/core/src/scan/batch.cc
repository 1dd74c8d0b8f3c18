#include "scan/batch.h"

namespace cif::internal {
namespace {

size_t Allocated(const Vector& v) {
  size_t bytes = sizeof(Vector) + v.validity.capacity() + v.values.capacity() +
                 v.offsets.capacity() + v.nanos.capacity() + v.own_bytes.capacity();
  for (const SharedBytes& one : v.shared) {
    bytes += static_cast<size_t>(one.needed);
  }
  for (const Vector& child : v.children) {
    bytes += Allocated(child);
  }
  return bytes;
}

}  // namespace

void ClearBatch(const std::vector<Type>& types, StringForm strings, Batch* batch) {
  batch->rows = 0;
  bool same = batch->columns.size() == types.size();
  for (size_t i = 0; i < types.size() && same; i++) {
    same = batch->columns[i].type == types[i] && batch->columns[i].strings == strings;
  }
  if (!same) {
    batch->columns.clear();
    for (const Type& type : types) {
      batch->columns.emplace_back(type, strings);
    }
  }
  for (Vector& column : batch->columns) {
    column.Clear();
  }
}

int64_t AllocatedBytes(const Batch& batch) {
  size_t bytes = sizeof(Batch);
  for (const Vector& column : batch.columns) {
    bytes += Allocated(column);
  }
  return static_cast<int64_t>(bytes);
}

void AddMetrics(const ScanMetrics& m, ScanMetrics* sum) {
  sum->bytes_read += m.bytes_read;
  sum->blocks_read += m.blocks_read;
  sum->rows_pruned += m.rows_pruned;
  sum->rows_filtered += m.rows_filtered;
}

}  // namespace cif::internal

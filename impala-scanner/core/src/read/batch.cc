#include "read/batch.h"

namespace cif::internal {

void ClearBatch(const std::vector<Type>& types, Batch* batch) {
  batch->rows = 0;
  bool same = batch->columns.size() == types.size();
  for (size_t i = 0; i < types.size() && same; i++) {
    same = batch->columns[i].type == types[i];
  }
  if (!same) {
    batch->columns.clear();
    for (const Type& type : types) {
      batch->columns.emplace_back(type);
    }
  }
  for (Vector& column : batch->columns) {
    column.Clear();
  }
}

}  // namespace cif::internal

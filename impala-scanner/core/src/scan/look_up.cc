// Look-ups of rows by keys.

#include <algorithm>
#include <utility>

#include "cif/table.h"
#include "util/failure.h"

namespace cif {

using internal::Check;
using internal::Fail;
using internal::Guard;

namespace {

/// The conditions that a key makes.
Predicate ConditionsOf(const Table& table, const Key& key) {
  if (key.empty()) {
    Fail(ErrorCode::kInvalidArgument, "a key without a column");
  }
  Predicate conditions;
  for (const auto& [name, literal] : key) {
    Projection column{name, 0, {}};
    Check(table.TypeOf(column));
    conditions.push_back({std::move(column), Op::kEq, literal});
  }
  // Keys of the same columns are looked up together, in whatever order they name them.
  std::sort(conditions.begin(), conditions.end(), [&table](const Condition& a, const Condition& b) {
    return table.schema().Find(a.target.column) < table.schema().Find(b.target.column);
  });
  return conditions;
}

}  // namespace

Result<std::unique_ptr<TableScanner>> Table::LookUp(std::shared_ptr<const Table> table,
                                                    const std::vector<Key>& keys,
                                                    std::vector<Projection> columns,
                                                    const ReadOptions& options) {
  const std::shared_ptr<const Table> kept = table;
  return Guard(kept->root(), "", [&]() -> Result<std::unique_ptr<TableScanner>> {
    if (keys.empty()) {
      Fail(ErrorCode::kInvalidArgument, "a look-up without a key");
    }
    TableScanRequest request;
    request.columns = std::move(columns);
    for (const Key& key : keys) {
      request.any_of.push_back(ConditionsOf(*kept, key));
    }
    return TableScanner::Open(std::move(table), std::move(request), options);
  });
}

}  // namespace cif

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

/// Returns the conditions of a key.
Conjunction PredicatesOf(const Table& table, const Key& key) {
  if (key.empty()) {
    Fail(ErrorCode::kInvalidArgument, "a key without a column");
  }
  std::vector<std::pair<int, Predicate>> at;
  for (const auto& [name, literal] : key) {
    const int position = table.schema().Find(name);
    if (position < 0) {
      Check(table.TypeOf({name, 0, {}}));
    }
    Predicate condition;
    condition.target.column = table.schema().columns[static_cast<size_t>(position)].name;
    condition.literal = literal;
    at.emplace_back(position, std::move(condition));
  }
  // Keys of the same columns are looked up together, whatever the order of their columns.
  std::stable_sort(at.begin(), at.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  Conjunction conditions;
  for (auto& [position, condition] : at) {
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

}  // namespace

Result<Key> Table::ParseKey(const std::vector<std::pair<std::string, std::string>>& texts) const {
  Key key;
  for (const auto& [name, text] : texts) {
    Status status = Guard(root_, name, [&, &column = name, &value = text]() -> Status {
      key.emplace_back(column, Check(ParseLiteral(Check(TypeOf({column, 0, {}})), value)));
      return {};
    });
    if (!status.ok()) {
      return status.error();
    }
  }
  return key;
}

Result<std::unique_ptr<TableScanner>> Table::LookUp(std::shared_ptr<const Table> table,
                                                    const std::vector<Key>& keys,
                                                    std::vector<Projection> columns,
                                                    const ReadOptions& options, int threads) {
  const std::shared_ptr<const Table> kept = table;
  return Guard(kept->root(), "", [&]() -> Result<std::unique_ptr<TableScanner>> {
    if (keys.empty()) {
      Fail(ErrorCode::kInvalidArgument, "a look-up without a key");
    }
    TableScanRequest request;
    request.columns = std::move(columns);
    request.threads = threads;
    request.kept = kept->kept_;
    for (const Key& key : keys) {
      request.any_of.push_back(PredicatesOf(*kept, key));
    }
    return TableScanner::Open(std::move(table), std::move(request), options);
  });
}

}  // namespace cif

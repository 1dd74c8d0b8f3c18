#include "c/c_objects.h"

#include <utility>

namespace cif::internal {

cif_error* NoMemory() {
  static cif_error error{Error{ErrorCode::kTooLarge, "", "", -1, ""}, "out of memory"};
  return &error;
}

void Require(bool holds, const char* what) {
  if (!holds) {
    Fail(ErrorCode::kInvalidArgument, what);
  }
}

std::vector<std::string> ColumnTexts(const cif_table* table, const cif_scan_options* options) {
  Require(table != nullptr && options != nullptr, "an argument is NULL");
  std::vector<std::string> texts;
  if (options->columns == nullptr) {
    for (const Column& column : table->table->schema().columns) {
      texts.push_back(column.name);
    }
    return texts;
  }
  for (size_t i = 0; i < options->column_count; i++) {
    Require(options->columns[i] != nullptr, "the name of a column is NULL");
    texts.emplace_back(options->columns[i]);
  }
  return texts;
}

std::unique_ptr<TableScanner> OpenScanner(const cif_table* table,
                                          const cif_scan_options* options) {
  TableScanRequest request;
  for (const std::string& text : ColumnTexts(table, options)) {
    request.columns.push_back(Check(table->table->ParseProjection(text)));
  }
  Require(options->condition_count == 0 || options->conditions != nullptr, "conditions is NULL");
  for (size_t i = 0; i < options->condition_count; i++) {
    const cif_condition& c = options->conditions[i];
    Require(c.op >= CIF_EQ && c.op <= CIF_CONTAINS, "there is no such operator");
    const bool has_literal = c.op != CIF_IS_NULL && c.op != CIF_IS_NOT_NULL;
    Require(c.column != nullptr && (c.literal != nullptr || !has_literal),
            "a condition lacks its column or its literal");
    request.predicate.push_back(Check(table->table->ParseCondition(
        c.column, static_cast<Op>(c.op), has_literal ? c.literal : "")));
  }
  request.threads = options->threads;
  request.in_order = options->in_order != 0;
  ReadOptions read;
  read.batch_rows = options->batch_rows;
  read.verify_checksums = options->verify_checksums != 0;
  return Check(TableScanner::Open(table->table, std::move(request), read));
}

}  // namespace cif::internal

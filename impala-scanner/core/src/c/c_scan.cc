#include "cif/c_scan.h"

#include <cstddef>
#include <utility>

#include "c/arguments.h"
#include "c/c_objects.h"
#include "util/failure.h"

namespace cif {
namespace {

using internal::Check;
using internal::Require;

cif_scan_options Known(const cif_scan_options* options) {
  // All versions of the struct have the options up to here.
  constexpr size_t kFirst = offsetof(cif_scan_options, max_ahead_bytes);
  return internal::Known<cif_scan_options>(options, CIF_SCAN_OPTIONS, kFirst, "cif_scan_options",
                                           "CIF_SCAN_OPTIONS");
}

std::vector<std::string> ColumnTexts(const Table& table, const cif_scan_options& options) {
  std::vector<std::string> texts;
  if (options.columns == nullptr) {
    for (const Column& column : table.schema().columns) {
      texts.push_back(column.name);
    }
    return texts;
  }
  for (size_t i = 0; i < options.column_count; i++) {
    Require(options.columns[i] != nullptr, "the name of a column is NULL");
    texts.emplace_back(options.columns[i]);
  }
  return texts;
}

Predicate PredicateOf(const Table& table, const cif_predicate& p) {
  Require(p.op >= CIF_EQ && p.op <= CIF_NOT, "there is no such operator");
  const auto op = static_cast<Op>(p.op);
  if (!IsLeaf(op)) {
    Require(p.predicate_count == 0 || p.predicates != nullptr, "predicates is NULL");
    Predicate combined;
    combined.op = op;
    for (size_t i = 0; i < p.predicate_count; i++) {
      combined.conditions.push_back(PredicateOf(table, p.predicates[i]));
    }
    return combined;
  }
  Require(p.column != nullptr, "a predicate lacks its column");
  std::vector<std::string_view> literals;
  for (size_t i = 0; i < p.literal_count; i++) {
    Require(p.literals != nullptr && p.literals[i] != nullptr, "a literal is NULL");
    literals.emplace_back(p.literals[i]);
  }
  if (op == Op::kIn) {
    return Check(table.ParseIn(p.column, literals));
  }
  const bool has_literal = op != Op::kIsNull && op != Op::kIsNotNull;
  Require(literals.size() == (has_literal ? 1 : 0), "a predicate has too many literals, or none");
  return Check(table.ParsePredicate(p.column, op, has_literal ? literals[0] : ""));
}

Conjunction Conditions(const Table& table, const cif_scan_options& options) {
  Conjunction predicate;
  Require(options.condition_count == 0 || options.conditions != nullptr, "conditions is NULL");
  for (size_t i = 0; i < options.condition_count; i++) {
    const cif_condition& c = options.conditions[i];
    Require(c.op >= CIF_EQ && c.op <= CIF_STARTS_WITH, "there is no such operator of a condition");
    const bool has_literal = c.op != CIF_IS_NULL && c.op != CIF_IS_NOT_NULL;
    Require(c.column != nullptr && (c.literal != nullptr || !has_literal),
            "a condition lacks its column or its literal");
    predicate.push_back(PredicateOf(
        table, {c.op, c.column, &c.literal, has_literal ? size_t{1} : size_t{0}, nullptr, 0}));
  }
  if (options.predicate != nullptr) {
    predicate.push_back(PredicateOf(table, *options.predicate));
  }
  return predicate;
}

std::vector<Projection> Projections(const Table& table, const std::vector<std::string>& texts) {
  std::vector<Projection> all;
  all.reserve(texts.size());
  for (const std::string& text : texts) {
    all.push_back(Check(table.ParseProjection(text)));
  }
  return all;
}

std::vector<Key> Keys(const Table& table, const cif_key* keys, size_t count) {
  std::vector<Key> all;
  for (size_t i = 0; i < count; i++) {
    Require(keys[i].values != nullptr || keys[i].count == 0, "the values of a key are NULL");
    std::vector<std::pair<std::string, std::string>> texts;
    for (size_t k = 0; k < keys[i].count; k++) {
      const cif_key_value& value = keys[i].values[k];
      Require(value.column != nullptr && value.literal != nullptr,
              "a key lacks a column or its literal");
      texts.emplace_back(value.column, value.literal);
    }
    all.push_back(Check(table.ParseKey(texts)));
  }
  return all;
}

ReadOptions ReadOptionsOf(const cif_scan_options& options, int64_t* strings) {
  Require(options.strings >= CIF_STRINGS_VIEWS && options.strings <= CIF_STRINGS_DICTIONARIES,
          "strings is none of CIF_STRINGS_VIEWS, CIF_STRINGS_PLAIN and CIF_STRINGS_DICTIONARIES");
  ReadOptions read;
  if (strings != nullptr) {
    *strings = options.strings;
    read.strings = *strings == CIF_STRINGS_PLAIN ? StringForm::kOffsets : StringForm::kViews;
  }
  read.batch_rows = options.batch_rows;
  read.verify_checksums = options.verify_checksums != 0;
  read.use_filters = options.use_filters != 0;
  if (options.cancelled != nullptr) {
    read.cancelled = [asked = options.cancelled, context = options.cancelled_context] {
      return asked(context) != 0;
    };
  }
  return read;
}

/// Error for the lack of memory; it is never freed.
cif_error* NoMemory() {
  static cif_error error{Error{ErrorCode::kTooLarge, "", "", -1, ""}, "out of memory"};
  return &error;
}

}  // namespace

cif_error* ToCError(const Error& error) noexcept {
  try {
    return new cif_error{error, error.ToString()};
  } catch (...) {
    return NoMemory();
  }
}

Result<std::unique_ptr<TableScanner>> OpenScan(const cif_table* table,
                                               const cif_scan_options* options,
                                               std::vector<std::string>* names, int64_t* strings) {
  return internal::Guard("", "", [&]() -> Result<std::unique_ptr<TableScanner>> {
    Require(table != nullptr && options != nullptr, "an argument is NULL");
    const cif_scan_options known = Known(options);
    TableScanRequest request;
    *names = ColumnTexts(*table->table, known);
    request.columns = Projections(*table->table, *names);
    request.predicate = Conditions(*table->table, known);
    request.threads = known.threads;
    request.in_order = known.in_order != 0;
    request.max_ahead_bytes = known.max_ahead_bytes;
    request.read_ahead_bytes = known.read_ahead_bytes;
    return TableScanner::Open(table->table, std::move(request), ReadOptionsOf(known, strings));
  });
}

Result<std::unique_ptr<TableScanner>> OpenLookUp(const cif_table* table, const cif_key* keys,
                                                 size_t key_count, const cif_scan_options* options,
                                                 std::vector<std::string>* names,
                                                 int64_t* strings) {
  return internal::Guard("", "", [&]() -> Result<std::unique_ptr<TableScanner>> {
    Require(table != nullptr && options != nullptr && (keys != nullptr || key_count == 0),
            "an argument is NULL");
    const cif_scan_options known = Known(options);
    Require(known.condition_count == 0 && known.predicate == nullptr,
            "a look-up has keys, and no conditions");
    *names = ColumnTexts(*table->table, known);
    return Table::LookUp(table->table, Keys(*table->table, keys, key_count),
                         Projections(*table->table, *names), ReadOptionsOf(known, strings),
                         known.threads);
  });
}

}  // namespace cif

cif_error* cif_error_new(cif_error_code code, const char* message) {
  const bool is_known = code >= CIF_INVALID_ARGUMENT && code <= CIF_CANCELLED;
  try {
    return cif::ToCError({static_cast<cif::ErrorCode>((is_known ? code : CIF_IO_ERROR) - 1), "", "",
                          -1, message == nullptr ? "" : message});
  } catch (...) {
    return cif::NoMemory();
  }
}

void cif_error_free(cif_error* error) {
  if (error != cif::NoMemory()) {
    delete error;
  }
}

#include "scan_run.h"

#include <cstdio>
#include <thread>
#include <type_traits>
#include <utility>

#include "arrow_file.h"
#include "json_rows.h"

namespace cif::tools {
namespace {

/// Makes the projection of a map's key, which may be any text. The text form of projections does
/// not allow that.
Result<Projection> KeyOf(const Table& table, const std::string& column, const std::string& key) {
  Result<Projection> projection = table.ParseProjection(column);
  Result<Type> type = projection.ok() ? table.TypeOf(*projection) : projection.error();
  if (!type.ok()) {
    return type.error();
  }
  Step step;
  step.is_key = true;
  step.key = key;
  if (type->kind() == Kind::kMap && type->child(0).type_class() == Class::kInt) {
    Result<Literal> literal = ParseLiteral(type->child(0), key);
    if (!literal.ok()) {
      return literal.error();
    }
    step.key = *literal;
  }
  projection->steps.push_back(std::move(step));
  return projection;
}

/// Looks up the keys of the command line.
Result<std::unique_ptr<TableScanner>> LookUp(std::shared_ptr<const Table> table,
                                             const ScanOptions& options,
                                             std::vector<Projection> columns,
                                             const ReadOptions& read) {
  std::vector<Key> keys;
  for (const auto& texts : options.keys) {
    Result<Key> key = table->ParseKey(texts);
    if (!key.ok()) {
      return key.error();
    }
    keys.push_back(std::move(*key));
  }
  return Table::LookUp(std::move(table), keys, std::move(columns), read, options.threads);
}

/// Makes the request from the columns and conditions of the command line.
Status MakeRequest(const Table& table, const ScanOptions& options, TableScanRequest* request,
                   std::vector<std::string>* names) {
  *names = options.columns;
  if (names->empty() && options.map_keys.empty() && options.mode != ScanMode::kCount) {
    for (const Column& c : table.schema().columns) {
      names->push_back(c.name);
    }
  }
  for (const std::string& name : *names) {
    Result<Projection> projection = table.ParseProjection(name);
    if (!projection.ok()) {
      return projection.error();
    }
    request->columns.push_back(std::move(*projection));
  }
  for (const auto& [column, key] : options.map_keys) {
    Result<Projection> projection = KeyOf(table, column, key);
    if (!projection.ok()) {
      return projection.error();
    }
    names->push_back(projection->ToString());
    request->columns.push_back(std::move(*projection));
  }
  auto add = [&](const auto& pairs, Op op) -> Status {
    for (const auto& [column, text] : pairs) {
      Result<Predicate> condition = table.ParsePredicate(column, op, text);
      if (!condition.ok()) {
        return condition.error();
      }
      request->predicate.push_back(std::move(*condition));
    }
    return {};
  };
  request->threads = options.threads;
  request->in_order = options.mode == ScanMode::kJsonl || options.mode == ScanMode::kArrow;
  Status status = add(options.contains, Op::kContains);
  return status.ok() ? add(options.equals, Op::kEq) : std::move(status);
}

template <typename T>
long double SumValues(const Vector& v) {
  const T* values = v.values.as<T>();
  if (v.null_count == 0 && std::is_integral_v<T>) {
    int64_t sum = 0;
    for (int64_t i = 0; i < v.length; i++) {
      sum += static_cast<int64_t>(values[i]);
    }
    return static_cast<long double>(sum);
  }
  long double sum = 0;
  for (int64_t i = 0; i < v.length; i++) {
    sum += v.IsNull(i) ? 0 : static_cast<long double>(values[i]);
  }
  return sum;
}

/// Returns the number of bytes of all texts.
long double SumLengths(const Vector& v) {
  if (v.strings == StringForm::kOffsets) {
    return v.length == 0 ? 0 : v.offsets.as<int32_t>()[v.length];
  }
  const auto* views = v.values.as<BytesView>();
  int64_t sum = 0;
  for (int64_t i = 0; i < v.length; i++) {
    sum += views[i].length;
  }
  return static_cast<long double>(sum);
}

/// Returns the sum of numbers, the number of bytes of texts, the number of entries of lists and
/// maps, or the number of other values.
long double SumOf(const Vector& v) {
  switch (v.type.type_class()) {
    case Class::kBytes:
      return SumLengths(v);
    case Class::kList:
    case Class::kMap:
      return v.length == 0 ? 0 : v.offsets.as<int32_t>()[v.length];
    case Class::kFloat:
      return SumValues<float>(v);
    case Class::kDouble:
      return SumValues<double>(v);
    case Class::kInt:
      break;
    case Class::kDecimal:
    case Class::kTimestamp:
    case Class::kStruct:
    case Class::kUnion:
      return static_cast<long double>(v.length - v.null_count);
  }
  switch (v.type.kind()) {
    case Kind::kInt:
    case Kind::kDate:
      return SumValues<int32_t>(v);
    case Kind::kBigint:
      return SumValues<int64_t>(v);
    default: {
      long double sum = 0;
      for (int64_t i = 0; i < v.length; i++) {
        sum += v.IsNull(i) ? 0 : static_cast<long double>(v.integer(i));
      }
      return sum;
    }
  }
}

void PrintRows(const Batch& batch, const std::vector<std::string>& names) {
  std::string text;
  for (int64_t i = 0; i < batch.rows; i++) {
    text += '{';
    for (size_t c = 0; c < batch.columns.size(); c++) {
      text += c == 0 ? "" : ",";
      AppendJsonText(names[c], &text);
      text += ':';
      AppendJson(batch.columns[c], i, &text);
    }
    text += "}\n";
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void Consume(const Batch& batch, ScanMode mode, ScanResult* result) {
  result->rows += batch.rows;
  for (size_t c = 0; c < batch.columns.size(); c++) {
    const Vector& v = batch.columns[c];
    if (mode == ScanMode::kSum) {
      result->sums[c] += SumOf(v);
    } else if (mode == ScanMode::kDistinct) {
      std::string text;
      for (int64_t i = 0; i < batch.rows; i++) {
        text.clear();
        AppendJson(v, i, &text);
        if (result->distinct[c].find(text) == result->distinct[c].end()) {
          result->distinct[c].insert(text);
        }
      }
    }
  }
  if (mode == ScanMode::kJsonl) {
    PrintRows(batch, result->names);
  }
}

/// Passes all batches to Consume.
template <typename Reader>
Status ConsumeAll(Reader* reader, ScanMode mode, ScanResult* result) {
  result->sums.resize(result->names.size());
  result->distinct.resize(result->names.size());
  Batch batch;
  do {
    if (Status s = reader->Next(&batch); !s.ok()) {
      return s;
    }
    Consume(batch, mode, result);
  } while (batch.rows > 0);
  return {};
}

void Merge(ScanResult* part, ScanResult* result) {
  result->rows += part->rows;
  for (size_t c = 0; c < part->names.size(); c++) {
    result->sums[c] += part->sums[c];
    result->distinct[c].merge(part->distinct[c]);
  }
}

/// Runs threads. Each makes a result of the rows that it reads.
Status RunThreads(SharedTableScan* scan, int threads, ScanMode mode, ScanResult* result) {
  std::vector<ScanResult> parts(static_cast<size_t>(threads));
  std::vector<Status> failed(parts.size());
  auto work = [&](size_t i) {
    parts[i].names = result->names;
    auto reader = scan->NewReader();
    failed[i] = reader.ok() ? ConsumeAll(reader->get(), mode, &parts[i]) : Status(reader.error());
  };
  std::vector<std::thread> others;
  for (size_t i = 1; i < parts.size(); i++) {
    others.emplace_back(work, i);
  }
  work(0);
  for (std::thread& thread : others) {
    thread.join();
  }
  result->sums.resize(result->names.size());
  result->distinct.resize(result->names.size());
  for (size_t i = 0; i < parts.size(); i++) {
    if (!failed[i].ok()) {
      return std::move(failed[i]);
    }
    Merge(&parts[i], result);
  }
  result->bytes_read = scan->metrics().bytes_read;
  return {};
}

}  // namespace

std::string ScanResult::ToJson(ScanMode mode) const {
  constexpr size_t kMostValues = 100;
  if (mode != ScanMode::kSum && mode != ScanMode::kDistinct) {
    return std::to_string(rows);
  }
  std::string json = "{";
  for (size_t c = 0; c < names.size(); c++) {
    json += c == 0 ? "" : ",";
    AppendJsonText(names[c], &json);
    if (mode == ScanMode::kSum) {
      char text[64];
      std::snprintf(text, sizeof(text), ":%.17Lg", sums[c]);
      json += text;
      continue;
    }
    json += ":{\"count\":" + std::to_string(distinct[c].size()) + ",\"values\":[";
    size_t k = 0;
    for (auto v = distinct[c].begin(); v != distinct[c].end() && k < kMostValues; v++, k++) {
      json += (k == 0 ? "" : ",") + *v;
    }
    json += "]}";
  }
  return json + "}";
}

Status RunScan(std::shared_ptr<const Table> table, const ScanOptions& options, ScanResult* result) {
  TableScanRequest request;
  if (Status s = MakeRequest(*table, options, &request, &result->names); !s.ok()) {
    return s;
  }
  ReadOptions read;
  read.verify_checksums = options.verify;
  read.use_filters = options.use_filters;
  read.batch_rows = options.batch_rows;
  if (options.views && options.mode != ScanMode::kArrow) {
    read.strings = StringForm::kViews;
  }
  if (options.keys.empty() && !request.in_order && options.threads > 1) {
    auto scan = SharedTableScan::Open(std::move(table), std::move(request), read);
    return scan.ok() ? RunThreads(scan->get(), options.threads, options.mode, result)
                     : Status(scan.error());
  }
  auto scanner = options.keys.empty()
                     ? TableScanner::Open(std::move(table), std::move(request), read)
                     : LookUp(std::move(table), options, std::move(request.columns), read);
  if (!scanner.ok()) {
    return scanner.error();
  }
  if (options.mode == ScanMode::kArrow) {
    return WriteArrowFile(std::move(*scanner), result->names, options.arrow, options.arrow_file,
                          &result->rows, &result->bytes_read);
  }
  Status status = ConsumeAll(scanner->get(), options.mode, result);
  result->bytes_read = (*scanner)->metrics().bytes_read;
  return status;
}

}  // namespace cif::tools

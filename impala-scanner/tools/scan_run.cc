#include "scan_run.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <thread>
#include <utility>

#include "json_rows.h"

namespace cif::tools {
namespace {

/// A range of rows of a split for one thread.
struct Task {
  std::shared_ptr<const Split> split;
  int64_t first = 0;
  int64_t rows = 0;
};

/// Ranges start where most columns start a block.
constexpr int64_t kTaskRows = 65536;

Status MakeCondition(const Schema& schema, const std::string& target, const std::string& text,
                     Op op, Predicate* predicate) {
  Result<Projection> projection = Projection::Parse(schema, target);
  if (!projection.ok()) {
    return projection.error();
  }
  Condition condition{*projection, op, {}};
  int column = schema.Find(projection->column);
  if (column >= 0) {
    Type type = schema.columns[static_cast<size_t>(column)].type;
    for (const Step& step : projection->steps) {
      size_t child = 1;  // a map's value
      for (size_t f = 0; !step.is_key && f < type.field_names().size(); f++) {
        if (EqualsIgnoreCase(type.field_names()[f], step.field)) {
          child = f;
        }
      }
      if (child >= type.children().size()) {
        break;  // the scanner says what is wrong
      }
      type = Type(type.child(child));
    }
    Result<Literal> literal = ParseLiteral(type, text);
    if (!literal.ok()) {
      return literal.error();
    }
    condition.literal = *literal;
  }
  predicate->push_back(std::move(condition));
  return {};
}

Status MakeRequest(const Schema& schema, const ScanOptions& options, ScanRequest* request) {
  std::vector<std::string> columns = options.columns;
  if (columns.empty() && options.map_keys.empty() && options.mode != ScanMode::kCount) {
    for (const Column& c : schema.columns) {
      request->columns.push_back({c.name, 0, {}});
    }
  }
  for (const std::string& text : columns) {
    Result<Projection> projection = Projection::Parse(schema, text);
    if (!projection.ok()) {
      return projection.error();
    }
    request->columns.push_back(*projection);
  }
  for (const auto& [column, key] : options.map_keys) {
    Projection projection{column, 0, {}};
    Step step;
    step.is_key = true;
    step.key = key;
    int i = schema.Find(column);
    if (i >= 0) {
      const Type& type = schema.columns[static_cast<size_t>(i)].type;
      if (type.kind() == Kind::kMap && type.child(0).type_class() == Class::kInt) {
        Result<Literal> literal = ParseLiteral(type.child(0), key);
        if (!literal.ok()) {
          return literal.error();
        }
        step.key = *literal;
      }
    }
    projection.steps.push_back(std::move(step));
    request->columns.push_back(std::move(projection));
  }
  for (const auto& [column, text] : options.contains) {
    if (Status s = MakeCondition(schema, column, text, Op::kContains, &request->predicate);
        !s.ok()) {
      return s;
    }
  }
  for (const auto& [column, text] : options.equals) {
    if (Status s = MakeCondition(schema, column, text, Op::kEq, &request->predicate); !s.ok()) {
      return s;
    }
  }
  return {};
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

/// Numbers are added; of texts, lists and maps the bytes or entries; of others the values.
long double SumOf(const Vector& v) {
  switch (v.type.type_class()) {
    case Class::kBytes:
    case Class::kList:
    case Class::kMap:
      return v.length == 0 ? 0 : v.offsets.as<int32_t>()[v.length];
    case Class::kFloat:
      return SumValues<float>(v);
    case Class::kDouble:
      return SumValues<double>(v);
    case Class::kInt:
      break;
    default:
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

Status RunTask(const Task& task, const ScanOptions& options, ScanResult* result) {
  ScanRequest request;
  if (Status s = MakeRequest(task.split->schema(), options, &request); !s.ok()) {
    return s;
  }
  request.first_row = task.first;
  request.row_count = task.rows;
  result->names.clear();
  for (const Projection& p : request.columns) {
    result->names.push_back(p.ToString());
  }
  result->sums.resize(result->names.size());
  result->distinct.resize(result->names.size());
  ReadOptions read;
  read.verify_checksums = options.verify;
  read.batch_rows = options.batch_rows;
  Result<std::unique_ptr<Scanner>> scanner = Scanner::Open(task.split, std::move(request), read);
  if (!scanner.ok()) {
    return scanner.error();
  }
  Batch batch;
  do {
    if (Status s = (*scanner)->Next(&batch); !s.ok()) {
      return s;
    }
    Consume(batch, options.mode, result);
  } while (batch.rows > 0);
  result->bytes_read += (*scanner)->metrics().bytes_read;
  return {};
}

/// A column that no split has is a mistake; one that some lack is NULL there.
Status CheckColumns(const std::vector<Task>& tasks, const ScanOptions& options) {
  if (tasks.empty()) {
    return {};
  }
  ScanRequest request;
  if (Status s = MakeRequest(tasks[0].split->schema(), options, &request); !s.ok()) {
    return s;
  }
  std::vector<Projection> used = request.columns;
  for (const Condition& condition : request.predicate) {
    used.push_back(condition.target);
  }
  for (const Projection& projection : used) {
    bool found = false;
    for (const Task& task : tasks) {
      found |= task.split->schema().Find(projection.column) >= 0;
    }
    if (!found) {
      return Error{ErrorCode::kNotFound, options.directory, projection.column, -1,
                   "no split has such a column"};
    }
  }
  return {};
}

/// Splits the rows of a split into ranges, about one a thread.
void AddTasks(std::shared_ptr<const Split> split, int threads, std::vector<Task>* tasks) {
  const int64_t pieces = threads;
  int64_t step = (split->rows() + pieces - 1) / pieces;
  step = std::max<int64_t>(kTaskRows, (step + kTaskRows - 1) / kTaskRows * kTaskRows);
  for (int64_t first = 0; first < split->rows(); first += step) {
    tasks->push_back({split, first, std::min(step, split->rows() - first)});
  }
}

}  // namespace

void ScanResult::Add(const ScanResult& other) {
  rows += other.rows;
  bytes_read += other.bytes_read;
  names = other.names.empty() ? names : other.names;
  sums.resize(names.size());
  distinct.resize(names.size());
  for (size_t c = 0; c < other.sums.size(); c++) {
    sums[c] += other.sums[c];
    distinct[c].insert(other.distinct[c].begin(), other.distinct[c].end());
  }
}

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

Status RunScan(const FileSystem& fs, const std::vector<std::string>& folders,
               const ScanOptions& options, ScanResult* result) {
  std::vector<Task> tasks;
  // Rows are printed in their order, so by one thread.
  const int threads = options.mode == ScanMode::kJsonl ? 1 : options.threads;
  for (const std::string& folder : folders) {
    Result<std::shared_ptr<const Split>> split = Split::Open(fs, folder);
    if (!split.ok()) {
      return split.error();
    }
    AddTasks(std::move(*split), threads, &tasks);
  }
  if (Status s = CheckColumns(tasks, options); !s.ok()) {
    return s;
  }
  std::mutex mutex;
  size_t next = 0;
  Status failed;
  auto work = [&] {
    ScanResult mine;
    for (;;) {
      size_t t;
      {
        std::lock_guard<std::mutex> lock(mutex);
        if (next == tasks.size() || !failed.ok()) {
          result->Add(mine);
          return;
        }
        t = next++;
      }
      Status status = RunTask(tasks[t], options, &mine);
      std::lock_guard<std::mutex> lock(mutex);
      if (!status.ok() && failed.ok()) {
        failed = std::move(status);
      }
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; i++) {
    others.emplace_back(work);
  }
  work();
  for (std::thread& other : others) {
    other.join();
  }
  return failed;
}

}  // namespace cif::tools

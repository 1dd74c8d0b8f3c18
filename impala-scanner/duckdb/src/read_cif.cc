#include "read_cif.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cif/table.h"
#include "filter.h"
#include "parameters.h"
#include "types.h"
#include "vector_writer.h"

namespace cif::duckdb {
namespace {

/// Maximum number of rows that a thread reads at once: twice the range that libcif gives to a
/// thread.
constexpr int64_t kRowsOfThread = 131072;
constexpr int64_t kMostThreads = 1024;

/// Estimated share of rows that a filter leaves: one of kRowsOfFilter, like DuckDB's own estimate.
constexpr int64_t kRowsOfFilter = 5;

/// Scan of a query, known when it is bound. Immutable from then on.
struct BoundScan {
  std::shared_ptr<const Table> table;
  ArrowOptions values;
  ReadOptions read;
  std::vector<Projection> columns;  ///< columns of the result
  std::vector<std::string> names;
  Conjunction predicate;
};

/// Running scan.
struct RunningScan {
  std::unique_ptr<SharedTableScan> scan;
  /// Position in batches of each column that DuckDB wants; kNoColumn: rows are only counted.
  std::vector<size_t> places;
  std::string root;
  std::vector<std::string> names;  ///< names of the columns of batches
  ArrowOptions values;
};

constexpr size_t kNoColumn = static_cast<size_t>(-1);

/// State of one thread. DuckDB creates it before it can name the scan.
struct ThreadScan {
  std::shared_ptr<RunningScan> running;
  std::unique_ptr<SharedTableScan::Reader> reader;
  std::optional<VectorWriter> writer;
  Batch batch;
  int64_t next = 0;  ///< first row of the batch that DuckDB has not got

  Status Start(std::shared_ptr<RunningScan> scan) {
    running = std::move(scan);
    writer.emplace(running->values);
    Result<std::unique_ptr<SharedTableScan::Reader>> made = running->scan->NewReader();
    if (!made.ok()) {
      return made.error();
    }
    reader = std::move(*made);
    return {};
  }
};

template <typename T>
void Delete(void* data) {
  delete static_cast<T*>(data);
}

/// Returns the columns of the table, each under its name.
NamedTexts AllColumns(const Table& table) {
  NamedTexts all;
  for (const Column& column : table.schema().columns) {
    all.emplace_back(column.name, column.name);
  }
  return all;
}

Status BindTable(duckdb_bind_info info) {
  Result<Parameters> parameters = ReadParameters(info);
  if (!parameters.ok()) {
    return parameters.error();
  }
  TableOptions options;
  for (const auto& [name, text] : parameters->partitions) {
    Result<Type> type = Type::Parse(text);
    if (!type.ok()) {
      return type.error();
    }
    options.partition_types.emplace_back(name, *type);
  }
  Result<std::shared_ptr<const Table>> table =
      Table::Open(LocalFileSystem(parameters->io), parameters->path, options);
  if (!table.ok()) {
    return table.error();
  }
  auto bound = std::make_unique<BoundScan>();
  bound->table = *table;
  bound->values = parameters->values;
  bound->read = parameters->read;
  bound->read.strings = StringForm::kViews;
  for (const auto& [name, text] :
       parameters->columns ? *parameters->columns : AllColumns(**table)) {
    Result<Projection> projection = bound->table->ParseProjection(text);
    if (!projection.ok()) {
      return projection.error();
    }
    Result<Type> type = bound->table->TypeOf(*projection);
    if (!type.ok()) {
      return type.error();
    }
    if (const size_t nul = name.find('\0'); nul != std::string::npos) {
      return Error{ErrorCode::kUnsupported, parameters->path,
                   name.substr(0, nul) + "\\0" + name.substr(nul + 1), -1,
                   "the name holds a NUL, where names of DuckDB end; give the column another one "
                   "by columns"};
    }
    duckdb_bind_add_result_column(info, name.c_str(), ToLogicalType(*type, bound->values).get());
    bound->columns.push_back(std::move(*projection));
    bound->names.push_back(name);
  }
  if (bound->columns.empty()) {
    return Error{ErrorCode::kInvalidArgument, parameters->path, "", -1,
                 "no column is left to read; name at least one, or a table that has some"};
  }
  const int64_t rows = bound->table->schema().rows;
  if (parameters->filter) {
    Result<Predicate> condition = ParseFilter(*bound->table, *parameters->filter);
    if (!condition.ok()) {
      return condition.error();
    }
    bound->predicate.push_back(std::move(*condition));
  }
  const bool is_exact = bound->predicate.empty();
  duckdb_bind_set_cardinality(info, static_cast<idx_t>(is_exact ? rows : rows / kRowsOfFilter + 1),
                              is_exact);
  duckdb_bind_set_bind_data(info, bound.release(), Delete<BoundScan>);
  return {};
}

/// Returns the maximum number of threads that find work.
int64_t MostThreads(const Table& table) {
  int64_t threads = 0;
  for (const TableSplit& split : table.splits()) {
    threads += split.split->rows() / kRowsOfThread + 1;
  }
  return std::clamp<int64_t>(threads, 1, kMostThreads);
}

Status StartScan(duckdb_init_info info) {
  const auto& bound = *static_cast<const BoundScan*>(duckdb_init_get_bind_data(info));
  auto running = std::make_shared<RunningScan>();
  running->root = bound.table->root();
  running->values = bound.values;
  TableScanRequest request;
  for (idx_t i = 0; i < duckdb_init_get_column_count(info); i++) {
    const idx_t column = duckdb_init_get_column_index(info, i);
    if (column >= bound.columns.size()) {
      running->places.push_back(kNoColumn);
      continue;
    }
    running->places.push_back(request.columns.size());
    running->names.push_back(bound.names[column]);
    request.columns.push_back(bound.columns[column]);
  }
  request.predicate = bound.predicate;
  request.threads = static_cast<int>(MostThreads(*bound.table));
  request.in_order = false;
  Result<std::unique_ptr<SharedTableScan>> scan =
      SharedTableScan::Open(bound.table, std::move(request), bound.read);
  if (!scan.ok()) {
    return scan.error();
  }
  running->scan = std::move(*scan);
  duckdb_init_set_max_threads(info, static_cast<idx_t>(MostThreads(*bound.table)));
  duckdb_init_set_init_data(info, new std::shared_ptr<RunningScan>(std::move(running)),
                            Delete<std::shared_ptr<RunningScan>>);
  return {};
}

/// Writes the next rows of a thread's batch, or of its next batch. A chunk without rows is the end.
Status WriteChunk(const RunningScan& running, ThreadScan* thread, duckdb_data_chunk chunk) {
  if (thread->next == thread->batch.rows) {
    thread->next = 0;
    if (Status s = thread->reader->Next(&thread->batch); !s.ok()) {
      return s;
    }
  }
  const int64_t rows = std::min<int64_t>(static_cast<int64_t>(duckdb_vector_size()),
                                         thread->batch.rows - thread->next);
  for (size_t i = 0; i < running.places.size() && rows > 0; i++) {
    const size_t place = running.places[i];
    if (place == kNoColumn) {
      continue;
    }
    const Status s = thread->writer->Write(thread->batch.columns[place], thread->next, rows,
                                           duckdb_data_chunk_get_vector(chunk, i));
    if (!s.ok()) {
      Error error = s.error();
      error.file = running.root;
      error.column = running.names[place];
      return error;
    }
  }
  thread->next += rows;
  duckdb_data_chunk_set_size(chunk, static_cast<idx_t>(rows));
  return {};
}

Status ReadChunk(duckdb_function_info info, duckdb_data_chunk chunk) {
  const auto& running =
      *static_cast<const std::shared_ptr<RunningScan>*>(duckdb_function_get_init_data(info));
  auto* thread = static_cast<ThreadScan*>(duckdb_function_get_local_init_data(info));
  if (thread->reader == nullptr) {
    if (Status s = thread->Start(running); !s.ok()) {
      return s;
    }
  }
  return WriteChunk(*running, thread, chunk);
}

void Bind(duckdb_bind_info info) {
  Guard([&] { return BindTable(info); },
        [&](const char* error) { duckdb_bind_set_error(info, error); });
}

void Init(duckdb_init_info info) {
  Guard([&] { return StartScan(info); },
        [&](const char* error) { duckdb_init_set_error(info, error); });
}

void InitThread(duckdb_init_info info) {
  Guard(
      [&] {
        duckdb_init_set_init_data(info, new ThreadScan(), Delete<ThreadScan>);
        return Status();
      },
      [&](const char* error) { duckdb_init_set_error(info, error); });
}

void Read(duckdb_function_info info, duckdb_data_chunk chunk) {
  Guard([&] { return ReadChunk(info, chunk); },
        [&](const char* error) { duckdb_function_set_error(info, error); });
}

}  // namespace

bool RegisterReadCif(duckdb_connection connection) noexcept {
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, "read_cif");
  DeclareParameters(function);
  duckdb_table_function_set_bind(function, Bind);
  duckdb_table_function_set_init(function, Init);
  duckdb_table_function_set_local_init(function, InitThread);
  duckdb_table_function_set_function(function, Read);
  duckdb_table_function_supports_projection_pushdown(function, true);
  const bool registered = duckdb_register_table_function(connection, function) == DuckDBSuccess;
  duckdb_destroy_table_function(&function);
  return registered;
}

}  // namespace cif::duckdb

// What a user asks of read_cif.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api.h"
#include "cif/arrow.h"
#include "cif/io.h"
#include "cif/reader.h"

namespace cif::duckdb {

/// Names and texts, in the order in which they were given.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// The parameters of a call. Their names are those of Python's `cif.open` and `Table.scan`.
struct Parameters {
  std::string path;
  std::optional<NamedTexts> columns;  ///< names in the result, and columns or parts of such
  std::optional<std::string> filter;  ///< as ParseFilter reads it
  NamedTexts partitions;              ///< names of partition columns, and their types in Hive's notation
  IoMode io = IoMode::kBuffered;
  ArrowOptions values;
  ReadOptions read;
};

/// Names the parameters to DuckDB.
void DeclareParameters(duckdb_table_function function);

/// Reads the parameters of a call. kInvalidArgument if one is none that read_cif knows, with those that it knows.
Result<Parameters> ReadParameters(duckdb_bind_info info);

}  // namespace cif::duckdb

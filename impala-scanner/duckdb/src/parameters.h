// Parameters of read_cif.
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

/// Pairs of a name and a text, in the order given.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// Parameters of a call. Their names are those of Python's `cif.open` and `Table.scan`.
struct Parameters {
  std::string path;
  std::optional<NamedTexts> columns;  ///< name in the result, and a column or a part of one
  std::optional<std::string> filter;  ///< see ParseFilter
  /// Name of a partition column, and its type in Hive's notation.
  NamedTexts partitions;
  IoMode io = IoMode::kBuffered;
  ArrowOptions values;
  ReadOptions read;
};

/// Declares the parameters to DuckDB.
void DeclareParameters(duckdb_table_function function);

/// Reads the parameters of a call. kInvalidArgument for an unknown parameter; the error lists the
/// known ones.
Result<Parameters> ReadParameters(duckdb_bind_info info);

}  // namespace cif::duckdb

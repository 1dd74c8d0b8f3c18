// Table files. Input: a number, then a text. 0: JSON that gets a header with the right checksum, 1:
// a whole file, 2: JSON, a number, and a schema file's JSON, whose columns are matched.

#include <cstdio>
#include <set>

#include "file/column_match.h"
#include "file/schema_file.h"
#include "file/table_file.h"
#include "fuzz_input.h"
#include "scan/default_value.h"
#include "util/crc32c.h"
#include "util/failure.h"

namespace cif::fuzz {
namespace {

std::string Headed(const char* magic, const std::string& json) {
  char head[64];
  std::snprintf(head, sizeof(head), "%s1 %zu %08x\n", magic, json.size(),
                internal::Crc32c(reinterpret_cast<const uint8_t*>(json.data()), json.size()));
  return head + json + "\n";
}

Result<internal::TableFile> Parse(const std::string& file) {
  auto table = internal::Guard(
      "", "", [&]() -> Result<internal::TableFile> { return internal::ParseTableFile(file); });
  if (!table.ok()) {
    Require(!table.error().message.empty(), "errors say what is wrong");
    return table;
  }
  const internal::ColumnMatch match(*table);
  for (const internal::TableFile::Column& column : table->columns) {
    Require(!match.Wanted({column.name}).names.empty(), "a column is wanted by its name");
    if (column.default_text) {
      internal::DefaultValue(column.type, *column.default_text);
    }
  }
  return table;
}

void Match(const internal::TableFile& table, const std::string& schema_file) {
  auto schema = internal::Guard("", "", [&]() -> Result<Schema> {
    Schema schema = internal::ParseSchemaFile(schema_file).schema;
    internal::ColumnMatch(table).Apply(&schema);
    return schema;
  });
  if (!schema.ok()) {
    return;
  }
  std::set<std::string> names;
  for (const internal::TableFile::Column& column : table.columns) {
    names.insert(column.name);
  }
  for (size_t i = 0; i < schema->columns.size(); i++) {
    const std::string& name = schema->columns[i].name;
    Require(names.erase(name) == 1, "each column of the table is there once at most");
    Require(schema->Find(name) == static_cast<int>(i), "columns are found");
  }
}

}  // namespace
}  // namespace cif::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cif::fuzz::FuzzInput input(data, size);
  const int64_t kind = input.Number(2);
  if (kind == 1) {
    static_cast<void>(cif::fuzz::Parse(input.Text(size)));
  } else if (kind == 0) {
    static_cast<void>(cif::fuzz::Parse(cif::fuzz::Headed("CIFT", input.Text(size))));
  } else {
    const int64_t length = input.Number(static_cast<int64_t>(size));
    const auto table =
        cif::fuzz::Parse(cif::fuzz::Headed("CIFT", input.Text(static_cast<size_t>(length))));
    if (table.ok()) {
      cif::fuzz::Match(*table, cif::fuzz::Headed("CIF", input.Text(size)));
    }
  }
  return 0;
}

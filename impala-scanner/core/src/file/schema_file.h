// Schema file of a split-directory: FORMAT.md section 3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cif/schema.h"

namespace cif::internal {

inline constexpr char kSchemaFile[] = "schema.cif";

/// Maximum length of a schema file in bytes (FORMAT.md section 9).
inline constexpr uint64_t kMaxSchemaFile = uint64_t{256} << 20;

/// Place of the rows that a change inserts (section 3.4).
enum class Inserts : uint8_t {
  kNone,       ///< it inserts none
  kElsewhere,  ///< in other split-directories
  kHere,       ///< this split-directory is new, with all its rows
};

/// Entry of a change of many split-directories (section 2.1).
struct Change {
  std::string id;
  int up = 0;                   ///< number of folders up to the table's folder
  std::vector<Column> columns;  ///< changed and new columns
  DeletesEntry deletes;         ///< without a file if it deletes no rows
  Inserts inserts = Inserts::kNone;
};

/// Content of a schema file.
struct SchemaFile {
  Schema schema;                ///< without the changes
  std::vector<Change> changes;  ///< in their order
};

/// Parses the bytes of a schema file. @throws Failure without a file name
SchemaFile ParseSchemaFile(std::string_view bytes);

/// Parses the JSON of a schema file that lacks columns. @throws Failure without a file name
SchemaFile ParseSomeColumns(std::string_view json);

/// Returns true if a column file can have this name.
bool IsColumnFileName(std::string_view name);

/// Returns true if a hidden file that belongs to a column can have this name.
/// @param end ending of the names of its kind
bool IsHiddenFileName(std::string_view name, std::string_view end);

/// Returns true if the group file of a column has room for the footer at its stated offset.
bool HasFooter(const Column& column);

/// Indexes the columns and checks that their names and ids are unique. @throws Failure if they are
/// not
void IndexUnique(Schema* schema);

/// Applies the columns and the deleted rows of a change to the schema. @throws Failure if the
/// result is invalid
void Apply(const Change& change, Schema* schema);

/// Returns the schema after those changes for which `counts` is true. All rows are deleted if the
/// change that inserts them does not count. @throws Failure like Apply
template <typename Counts>
Schema After(SchemaFile file, Counts counts) {
  Schema schema = std::move(file.schema);
  bool is_inserted = true;
  for (const Change& change : file.changes) {
    if (counts(change)) {
      Apply(change, &schema);
    } else if (change.inserts == Inserts::kHere) {
      is_inserted = false;
    }
  }
  if (!is_inserted) {
    schema.deletes = DeletesEntry{};
    schema.deletes.rows = schema.rows;
  }
  return schema;
}

}  // namespace cif::internal

// The schema file of a split-directory: FORMAT.md section 3.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cif/schema.h"

namespace cif::internal {

inline constexpr char kSchemaFile[] = "schema.cif";

/// A schema file may be this long (FORMAT.md section 9).
inline constexpr uint64_t kMaxSchemaFile = uint64_t{256} << 20;

/// What a schema file says of a change of many split-directories (section 2.1).
struct Change {
  std::string id;
  int up = 0;                   ///< so many folders up is the table's
  std::vector<Column> columns;  ///< those that are changed or new
};

/// The content of a schema file.
struct SchemaFile {
  Schema schema;                ///< without the changes
  std::vector<Change> changes;  ///< in their order
};

/// Reads the bytes of a schema file. @throws Failure without a file name
SchemaFile ParseSchemaFile(std::string_view bytes);

/// Whether a column file can have this name.
bool IsColumnFileName(std::string_view name);

/// Whether a hidden file that belongs to a column can have this name.
/// @param end of the names of its kind
bool IsHiddenFileName(std::string_view name, std::string_view end);

/// Whether the group file of a column has room for its footer where that is said to be.
bool HasFooter(const Column& column);

/// Indexes the columns, which differ in their names and ids. @throws Failure if they don't
void IndexUnique(Schema* schema);

/// Puts the columns of a change in their places. @throws Failure if the columns that come out can't be
void Apply(const Change& change, Schema* schema);

/// The split after some of its changes. @throws Failure as Apply
template <typename Counts>
Schema After(SchemaFile file, Counts counts) {
  Schema schema = std::move(file.schema);
  for (const Change& change : file.changes) {
    if (counts(change)) {
      Apply(change, &schema);
    }
  }
  return schema;
}

}  // namespace cif::internal

#include "file/deletes_entry.h"

#include <algorithm>

#include "file/json.h"
#include "file/schema_file.h"

namespace cif::internal {

DeletesEntry ReadDeletesEntry(const nlohmann::json& json, int64_t rows) {
  DeletesEntry entry;
  const auto deletes = json.find("deletes");
  if (deletes == json.end()) {
    return entry;
  }
  if (!deletes->is_object()) {
    BadSchema("'deletes' is no JSON object");
  }
  entry.file = JsonText(*deletes, "file");
  if (!IsHiddenFileName(entry.file, ".deletes")) {
    BadSchema("the deleted rows are in the file '" + entry.file + "', which cannot be");
  }
  entry.length = JsonNumber(*deletes, "length", kMaxDeletesFile);
  entry.rows = JsonNumber(*deletes, "rows", std::min(rows, kMaxDeletedRows));
  if (entry.rows == 0) {
    BadSchema("'rows' of 'deletes' is 0");
  }
  if (!ParseHex(JsonText(*deletes, "crc32c"), &entry.crc)) {
    BadSchema("'crc32c' of the deleted rows is no number of eight hexadecimal digits");
  }
  return entry;
}

}  // namespace cif::internal

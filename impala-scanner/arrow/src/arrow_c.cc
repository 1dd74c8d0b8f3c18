#include "cif/arrow_c.h"

#include <utility>

#include "cif/arrow.h"
#include "cif/c_scan.h"

cif_error* cif_scan_arrow(const cif_table* table, const cif_scan_options* options,
                          ArrowArrayStream* out) {
  if (out == nullptr) {
    return cif::ToCError({cif::ErrorCode::kInvalidArgument, "", "", -1, "out is NULL"});
  }
  std::vector<std::string> names;
  cif::Result<std::unique_ptr<cif::TableScanner>> scanner = cif::OpenScan(table, options, &names);
  if (!scanner.ok()) {
    return cif::ToCError(scanner.error());
  }
  const cif::Status status = cif::ExportStream(std::move(*scanner), std::move(names), {}, out);
  return status.ok() ? nullptr : cif::ToCError(status.error());
}

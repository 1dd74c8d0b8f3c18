#include "cif/arrow_c.h"

#include <utility>

#include "cif/arrow.h"
#include "cif/c_scan.h"

namespace {

/// Hands the rows of the scan that `open` opens to a stream.
template <typename Open>
cif_error* Export(ArrowArrayStream* out, Open open) {
  if (out == nullptr) {
    return cif::ToCError({cif::ErrorCode::kInvalidArgument, "", "", -1, "out is NULL"});
  }
  std::vector<std::string> names;
  int64_t strings = CIF_STRINGS_VIEWS;
  cif::Result<std::unique_ptr<cif::TableScanner>> scanner = open(&names, &strings);
  if (!scanner.ok()) {
    return cif::ToCError(scanner.error());
  }
  cif::ArrowOptions arrow;
  arrow.strings = strings == CIF_STRINGS_PLAIN          ? cif::ArrowStrings::kPlain
                  : strings == CIF_STRINGS_DICTIONARIES ? cif::ArrowStrings::kDictionaries
                                                        : cif::ArrowStrings::kViews;
  const cif::Status status = cif::ExportStream(std::move(*scanner), std::move(names), arrow, out);
  return status.ok() ? nullptr : cif::ToCError(status.error());
}

}  // namespace

cif_error* cif_scan_arrow(const cif_table* table, const cif_scan_options* options,
                          ArrowArrayStream* out) {
  return Export(out, [&](std::vector<std::string>* names, int64_t* strings) {
    return cif::OpenScan(table, options, names, strings);
  });
}

cif_error* cif_table_lookup_arrow(const cif_table* table, const cif_key* keys, size_t key_count,
                                  const cif_scan_options* options, ArrowArrayStream* out) {
  return Export(out, [&](std::vector<std::string>* names, int64_t* strings) {
    return cif::OpenLookUp(table, keys, key_count, options, names, strings);
  });
}

#include "cif/arrow_c.h"

#include <utility>

#include "c/c_objects.h"
#include "cif/arrow.h"

cif_error* cif_scan_arrow(const cif_table* table, const cif_scan_options* options,
                          ArrowArrayStream* out) {
  return cif::internal::Run([&] {
    cif::internal::Require(out != nullptr, "an argument is NULL");
    std::vector<std::string> names = cif::internal::ColumnTexts(table, options);
    cif::ExportStream(cif::internal::OpenScanner(table, options), std::move(names), {}, out);
  });
}

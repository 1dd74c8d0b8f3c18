// For libraries in C++ that add functions to the C API, as cif_arrow does.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cif/c_api.h"
#include "cif/export.h"
#include "cif/result.h"
#include "cif/table.h"

namespace cif {

/// The error as the C API gives it; the caller frees it.
CIF_EXPORT cif_error* ToCError(const Error& error) noexcept;

/// Opens the scan that cif_scan_open would open, with the texts that name its columns.
/// @param strings gets the option of that name, and the scan reads strings in the form for it; nullptr: the scan
/// reads them as the C API gives them
CIF_EXPORT Result<std::unique_ptr<TableScanner>> OpenScan(const cif_table* table,
                                                          const cif_scan_options* options,
                                                          std::vector<std::string>* names,
                                                          int64_t* strings = nullptr);

/// Opens the scan that cif_table_lookup would open, likewise.
CIF_EXPORT Result<std::unique_ptr<TableScanner>> OpenLookUp(const cif_table* table,
                                                            const cif_key* keys, size_t key_count,
                                                            const cif_scan_options* options,
                                                            std::vector<std::string>* names,
                                                            int64_t* strings = nullptr);

}  // namespace cif

// Functions for C++ libraries that extend the C API, such as cif_arrow.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cif/c_api.h"
#include "cif/export.h"
#include "cif/result.h"
#include "cif/table.h"

namespace cif {

/// Converts an error to one of the C API. The caller frees it with cif_error_free.
CIF_EXPORT cif_error* ToCError(const Error& error) noexcept;

/// Opens the scan that cif_scan_open would open.
/// @param names texts that name its columns
/// @param strings gets the option `strings`, which decides the form of the scan's strings; nullptr:
/// the scan's strings have the form of the C API
CIF_EXPORT Result<std::unique_ptr<TableScanner>> OpenScan(const cif_table* table,
                                                          const cif_scan_options* options,
                                                          std::vector<std::string>* names,
                                                          int64_t* strings = nullptr);

/// Opens the scan that cif_table_lookup would open. Parameters are those of OpenScan.
CIF_EXPORT Result<std::unique_ptr<TableScanner>> OpenLookUp(const cif_table* table,
                                                            const cif_key* keys, size_t key_count,
                                                            const cif_scan_options* options,
                                                            std::vector<std::string>* names,
                                                            int64_t* strings = nullptr);

}  // namespace cif

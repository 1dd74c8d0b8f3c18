// Tables in a cif_file_system.
#pragma once

#include <memory>
#include <string>

#include "c/c_objects.h"

namespace cif::internal {

/// Opens a table in a file system that lives as long as the table and its scans. The context is
/// released after them. If the table cannot be opened, the caller keeps the context. @throws
/// Failure
std::unique_ptr<cif_table> OpenTableWith(const cif_file_system* files, const std::string& folder);

}  // namespace cif::internal

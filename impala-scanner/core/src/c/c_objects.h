// The objects behind the C API.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cif/c_api.h"
#include "cif/table.h"
#include "util/failure.h"

struct cif_error {
  cif::Error error;
  std::string message;
};

struct cif_table {
  std::shared_ptr<const cif::Table> table;
  std::vector<std::string> types;
};

struct cif_scan {
  std::unique_ptr<cif::TableScanner> scanner;
  std::vector<std::string> types;
  cif::Batch batch;
};

namespace cif::internal {

/// Given where there is no memory for an error; it is never freed.
cif_error* NoMemory();

/// Runs `f`, whose exceptions become an error.
template <typename F>
cif_error* Run(F f) noexcept {
  try {
    Status status = Guard("", "", [&]() -> Status {
      f();
      return {};
    });
    if (status.ok()) {
      return nullptr;
    }
    return new cif_error{status.error(), status.error().ToString()};
  } catch (...) {
    return NoMemory();
  }
}

/// @throws Failure (kInvalidArgument) if an argument does not hold
void Require(bool holds, const char* what);

/// The texts that name the columns of a scan.
std::vector<std::string> ColumnTexts(const cif_table* table, const cif_scan_options* options);

/// Opens the scan that the options describe. @throws Failure
std::unique_ptr<TableScanner> OpenScanner(const cif_table* table, const cif_scan_options* options);

}  // namespace cif::internal

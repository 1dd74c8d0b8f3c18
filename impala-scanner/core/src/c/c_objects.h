// Objects behind the C API.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cif/c_api.h"
#include "cif/table.h"

struct cif_error {
  cif::Error error;
  std::string message;
};

struct cif_table {
  explicit cif_table(std::shared_ptr<const cif::Table> opened) : table(std::move(opened)) {
    for (const cif::Column& column : table->schema().columns) {
      types.push_back(column.type.ToString());
    }
  }

  std::shared_ptr<const cif::Table> table;
  std::vector<std::string> types;
};

struct cif_scan {
  std::unique_ptr<cif::TableScanner> scanner;
  std::vector<std::string> types;
  cif::Batch batch;
};

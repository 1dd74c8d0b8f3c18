#include "cif/c_api.h"

#include <utility>

#include "c/arguments.h"
#include "c/c_objects.h"
#include "c/callback_files.h"
#include "cif/c_scan.h"
#include "util/failure.h"

using cif::internal::Check;
using cif::internal::Require;

namespace {

/// Runs `f` and converts its exceptions to an error.
template <typename F>
cif_error* Run(F f) noexcept {
  const cif::Status status = cif::internal::Guard("", "", [&]() -> cif::Status {
    f();
    return {};
  });
  return status.ok() ? nullptr : cif::ToCError(status.error());
}

void View(const cif::Vector& v, cif_vector* out) {
  out->length = v.length;
  out->null_count = v.null_count;
  out->validity = v.null_count == 0 ? nullptr : v.validity.data();
  out->values = v.values.data();
  out->offsets = v.offsets.as<int32_t>();
  out->nanos = v.nanos.as<int32_t>();
  out->child_count = v.children.size();
  out->handle = &v;
}

/// Makes a scan with the scanner that `open` returns.
template <typename Open>
cif_error* OpenAs(cif_scan** out, Open open) {
  return Run([&] {
    Require(out != nullptr, "an argument is NULL");
    auto opened = std::make_unique<cif_scan>();
    std::vector<std::string> names;
    opened->scanner = Check(open(&names));
    for (const cif::Type& type : opened->scanner->types()) {
      opened->types.push_back(type.ToString());
      opened->batch.columns.emplace_back(type);
    }
    *out = opened.release();
  });
}

}  // namespace

const char* cif_version(void) { return CIF_VERSION; }

cif_error_code cif_error_get_code(const cif_error* error) {
  return static_cast<cif_error_code>(static_cast<int>(error->error.code) + 1);
}

const char* cif_error_message(const cif_error* error) { return error->message.c_str(); }
const char* cif_error_file(const cif_error* error) { return error->error.file.c_str(); }
const char* cif_error_column(const cif_error* error) { return error->error.column.c_str(); }
int64_t cif_error_offset(const cif_error* error) { return error->error.offset; }

cif_error* cif_table_open(const char* folder, cif_io_mode io, cif_table** out) {
  return Run([&] {
    Require(folder != nullptr && out != nullptr, "an argument is NULL");
    Require(io >= CIF_IO_BUFFERED && io <= CIF_IO_DIRECT, "there is no such I/O mode");
    *out = new cif_table(
        Check(cif::Table::Open(cif::LocalFileSystem(static_cast<cif::IoMode>(io)), folder)));
  });
}

cif_error* cif_table_open_with(const cif_file_system* files, const char* folder, cif_table** out) {
  return Run([&] {
    Require(files != nullptr && folder != nullptr && out != nullptr, "an argument is NULL");
    *out = cif::internal::OpenTableWith(files, folder).release();
  });
}

void cif_table_free(cif_table* table) { delete table; }

int64_t cif_table_rows(const cif_table* table) { return table->table->schema().rows; }

size_t cif_table_columns(const cif_table* table) { return table->types.size(); }

const char* cif_table_column_name(const cif_table* table, size_t i) {
  return table->table->schema().columns[i].name.c_str();
}

const char* cif_table_column_type(const cif_table* table, size_t i) {
  return table->types[i].c_str();
}

cif_error* cif_scan_open(const cif_table* table, const cif_scan_options* options, cif_scan** out) {
  return OpenAs(
      out, [&](std::vector<std::string>* names) { return cif::OpenScan(table, options, names); });
}

cif_error* cif_table_lookup(const cif_table* table, const cif_key* keys, size_t key_count,
                            const cif_scan_options* options, cif_scan** out) {
  return OpenAs(out, [&](std::vector<std::string>* names) {
    return cif::OpenLookUp(table, keys, key_count, options, names);
  });
}

void cif_scan_free(cif_scan* scan) { delete scan; }

size_t cif_scan_columns(const cif_scan* scan) { return scan->types.size(); }

const char* cif_scan_column_type(const cif_scan* scan, size_t i) { return scan->types[i].c_str(); }

cif_error* cif_scan_next(cif_scan* scan, int64_t* rows) {
  return Run([&] {
    Check(scan->scanner->Next(&scan->batch));
    *rows = scan->batch.rows;
  });
}

void cif_scan_cancel(cif_scan* scan) { scan->scanner->Cancel(); }

int64_t cif_scan_bytes_read(const cif_scan* scan) { return scan->scanner->metrics().bytes_read; }

void cif_scan_column(const cif_scan* scan, size_t i, cif_vector* out) {
  View(scan->batch.columns[i], out);
}

void cif_vector_child(const cif_vector* vector, size_t i, cif_vector* out) {
  View(static_cast<const cif::Vector*>(vector->handle)->children[i], out);
}

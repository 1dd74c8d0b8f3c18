/* Consumer of the installed C API: counts the rows of a table, and prints them with the version. */
#include <cif/c_api.h>
#include <stdio.h>

static int Fail(cif_error* error) {
  fprintf(stderr, "%s\n", cif_error_message(error));
  cif_error_free(error);
  return 1;
}

int main(int argc, char** argv) {
  cif_table* table = NULL;
  cif_scan* scan = NULL;
  cif_scan_options options = CIF_SCAN_OPTIONS;
  int64_t rows = 0;
  int64_t all = 0;
  cif_error* error = cif_table_open(argc > 1 ? argv[1] : "", CIF_IO_BUFFERED, &table);
  if (error == NULL) {
    error = cif_scan_open(table, &options, &scan);
  }
  do {
    if (error == NULL) {
      error = cif_scan_next(scan, &rows);
    }
    if (error != NULL) {
      return Fail(error);
    }
    all += rows;
  } while (rows > 0);
  cif_scan_free(scan);
  cif_table_free(table);
  printf("%s %lld\n", cif_version(), (long long)all);
  return 0;
}

/* C API, compiled as C: prints the result of a scan of a golden split. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "c_test.h"
#include "cif/arrow_c.h"
#include "cif/c_api.h"

int failures = 0;

static void CheckErrors(const char* root) {
  cif_table* table = NULL;
  cif_error* error = cif_table_open("/nowhere/at/all", CIF_IO_BUFFERED, &table);
  Expect(error != NULL && cif_error_get_code(error) == CIF_NOT_FOUND, "a folder that is not there");
  Expect(error != NULL && strstr(cif_error_message(error), "/nowhere/at/all") != NULL, "its name");
  Expect(error != NULL && cif_error_offset(error) == -1, "no offset");
  cif_error_free(error);
  error = cif_table_open(NULL, CIF_IO_BUFFERED, &table);
  Expect(error != NULL && cif_error_get_code(error) == CIF_INVALID_ARGUMENT, "no folder");
  cif_error_free(error);

  ExpectOk(cif_table_open(root, CIF_IO_DIRECT, &table), "open");
  const char* columns[] = {"nowhere"};
  cif_scan_options options = CIF_SCAN_OPTIONS;
  options.columns = columns;
  options.column_count = 1;
  cif_scan* scan = NULL;
  error = cif_scan_open(table, &options, &scan);
  Expect(error != NULL && cif_error_get_code(error) == CIF_NOT_FOUND, "a column that is not there");
  Expect(error != NULL && strcmp(cif_error_column(error), "nowhere") == 0, "the column's name");
  cif_error_free(error);
  cif_table_free(table);
}

static void CheckScan(const char* root) {
  cif_table* table = NULL;
  ExpectOk(cif_table_open(root, CIF_IO_MAPPED, &table), "open");
  Expect(cif_table_rows(table) == 300, "rows of the table");
  Expect(cif_table_columns(table) == 29, "columns of the table");
  Expect(strcmp(cif_table_column_name(table, 3), "c3 int") == 0, "the name of a column");
  Expect(strcmp(cif_table_column_type(table, 20), "map<string,int>") == 0, "the type of a column");

  const char* columns[] = {"c3 int", "c20 map_string_int_"};
  const cif_condition conditions[] = {{"c3 int", CIF_GT, "0"}, {"c3 int", CIF_IS_NOT_NULL, NULL}};
  cif_scan_options options = CIF_SCAN_OPTIONS;
  options.columns = columns;
  options.column_count = 2;
  options.conditions = conditions;
  options.condition_count = 2;
  cif_scan* scan = NULL;
  ExpectOk(cif_scan_open(table, &options, &scan), "scan");
  cif_table_free(table);
  Expect(cif_scan_columns(scan) == 2, "columns of the scan");
  Expect(strcmp(cif_scan_column_type(scan, 0), "int") == 0, "a type of the scan");
  int64_t rows = 0;
  int64_t all = 0;
  for (;;) {
    ExpectOk(cif_scan_next(scan, &rows), "next");
    if (rows == 0) {
      break;
    }
    cif_vector numbers;
    cif_vector maps;
    cif_vector keys;
    cif_scan_column(scan, 0, &numbers);
    cif_scan_column(scan, 1, &maps);
    Expect(numbers.length == rows && numbers.null_count == 0 && numbers.validity == NULL,
           "numbers");
    for (int64_t i = 0; i < rows; i++) {
      Expect(((const int32_t*)numbers.values)[i] > 0, "the condition holds");
    }
    Expect(maps.child_count == 2, "keys and values");
    cif_vector_child(&maps, 0, &keys);
    Expect(keys.length == maps.offsets[maps.length], "the entries of all maps");
    all += rows;
  }
  Expect(all > 0 && all < 300, "some rows");
  Expect(cif_scan_bytes_read(scan) > 0, "bytes read");
  cif_scan_free(scan);
}

static void CheckArrow(const char* root) {
  cif_table* table = NULL;
  ExpectOk(cif_table_open(root, CIF_IO_BUFFERED, &table), "open");
  cif_scan_options options = CIF_SCAN_OPTIONS;
  const char* columns[] = {"c3 int"};
  options.columns = columns;
  options.column_count = 1;
  struct ArrowArrayStream stream;
  ExpectOk(cif_scan_arrow(table, &options, &stream), "a stream");
  cif_table_free(table);
  struct ArrowArray array;
  Expect(stream.get_next(&stream, &array) == 0, "the first batch");
  stream.release(&stream);
  Expect(array.length == 300 && array.n_children == 1, "its rows and columns");
  array.release(&array);
}

static void CheckLookUps(const char* root) {
  cif_table* table = NULL;
  ExpectOk(cif_table_open(root, CIF_IO_BUFFERED, &table), "open");
  const cif_key_value first[] = {{"n", "119"}, {"run", "1"}};
  const cif_key_value second[] = {{"GUID", "3c6ef362-guid-0002"}};
  const cif_key_value other[] = {{"n", "119"}, {"run", "2"}};
  const cif_key keys[] = {{second, 1}, {first, 2}, {other, 2}};
  const char* columns[] = {"event"};
  cif_scan_options options = CIF_SCAN_OPTIONS;
  options.columns = columns;
  options.column_count = 1;
  cif_scan* scan = NULL;
  int64_t rows = 0;
  int64_t all = 0;
  int64_t events = 0;
  ExpectOk(cif_table_lookup(table, keys, 3, &options, &scan), "look-up");
  for (;;) {
    ExpectOk(cif_scan_next(scan, &rows), "next");
    if (rows == 0) {
      break;
    }
    cif_vector numbers;
    cif_scan_column(scan, 0, &numbers);
    for (int64_t i = 0; i < rows; i++) {
      events = 100 * events + ((const int32_t*)numbers.values)[i];
    }
    all += rows;
  }
  Expect(all == 2 && events == 3162, "events 31 and 62, in the order of the table");
  cif_scan_free(scan);

  struct ArrowArrayStream stream;
  struct ArrowArray array;
  ExpectOk(cif_table_lookup_arrow(table, keys, 1, &options, &stream), "a stream");
  Expect(stream.get_next(&stream, &array) == 0 && array.length == 1, "its row");
  array.release(&array);
  stream.release(&stream);

  const cif_key_value missing[] = {{"nowhere", "1"}};
  const cif_key_value bad[] = {{"n", "x"}};
  const cif_key_value none[] = {{"n", NULL}};
  const cif_key wrong[] = {{missing, 1}, {bad, 1}, {none, 1}, {NULL, 0}};
  const cif_error_code codes[] = {CIF_NOT_FOUND, CIF_INVALID_ARGUMENT, CIF_INVALID_ARGUMENT,
                                  CIF_INVALID_ARGUMENT};
  for (size_t i = 0; i < 4; i++) {
    cif_error* error = cif_table_lookup(table, &wrong[i], 1, &options, &scan);
    Expect(error != NULL && cif_error_get_code(error) == codes[i], "a key that cannot be");
    cif_error_free(error);
  }
  const cif_condition condition = {"n", CIF_GT, "0"};
  options.conditions = &condition;
  options.condition_count = 1;
  cif_error* error = cif_table_lookup(table, keys, 1, &options, &scan);
  Expect(error != NULL && cif_error_get_code(error) == CIF_INVALID_ARGUMENT, "a condition");
  cif_error_free(error);
  cif_table_free(table);
}

static void CheckVersions(const char* root) {
  Expect(strcmp(cif_version(), CIF_VERSION) == 0, "the version of the headers");
  cif_table* table = NULL;
  ExpectOk(cif_table_open(root, CIF_IO_BUFFERED, &table), "open");
  cif_scan_options options = CIF_SCAN_OPTIONS;
  cif_scan* scan = NULL;

  /* A program that knows no option behind verify_checksums: the bytes there are ignored. */
  options.size = offsetof(cif_scan_options, max_ahead_bytes);
  options.max_ahead_bytes = -1;
  ExpectOk(cif_scan_open(table, &options, &scan), "an older, smaller struct");
  int64_t rows = 0;
  ExpectOk(cif_scan_next(scan, &rows), "its rows");
  Expect(rows == 300, "all rows");
  cif_scan_free(scan);

  options.size = sizeof(options);
  cif_error* error = cif_scan_open(table, &options, &scan);
  Expect(error != NULL && cif_error_get_code(error) == CIF_INVALID_ARGUMENT, "a bound below 1");
  cif_error_free(error);

  options.size = 0;
  error = cif_scan_open(table, &options, &scan);
  Expect(error != NULL && cif_error_get_code(error) == CIF_INVALID_ARGUMENT, "no size");
  cif_error_free(error);

  /* A program of a later version: unset options make no difference, set ones are refused. */
  struct {
    cif_scan_options known;
    void* later;
  } larger = {CIF_SCAN_OPTIONS, NULL};
  larger.known.size = sizeof(larger);
  ExpectOk(cif_scan_open(table, &larger.known, &scan), "a later, larger struct");
  cif_scan_free(scan);
  larger.later = table;
  error = cif_scan_open(table, &larger.known, &scan);
  Expect(error != NULL && cif_error_get_code(error) == CIF_UNSUPPORTED, "a later option");
  cif_error_free(error);
  cif_table_free(table);
}

static int Cancelled(void* context) {
  ++*(int*)context;
  return 1;
}

static void ExpectCancelled(cif_scan* scan) {
  int64_t rows = 0;
  cif_error* error = cif_scan_next(scan, &rows);
  Expect(error != NULL && cif_error_get_code(error) == CIF_CANCELLED, "a cancelled scan");
  cif_error_free(error);
  cif_scan_free(scan);
}

static void CheckCancelling(const char* root) {
  cif_table* table = NULL;
  ExpectOk(cif_table_open(root, CIF_IO_BUFFERED, &table), "open");
  cif_scan_options options = CIF_SCAN_OPTIONS;
  cif_scan* scan = NULL;
  ExpectOk(cif_scan_open(table, &options, &scan), "scan");
  cif_scan_cancel(scan);
  ExpectCancelled(scan);

  int asked = 0;
  options.cancelled = Cancelled;
  options.cancelled_context = &asked;
  ExpectOk(cif_scan_open(table, &options, &scan), "scan");
  ExpectCancelled(scan);
  Expect(asked > 0, "the function was asked");

  struct ArrowArrayStream stream;
  struct ArrowArray array;
  ExpectOk(cif_scan_arrow(table, &options, &stream), "a stream");
  Expect(stream.get_next(&stream, &array) == ECANCELED, "a cancelled stream");
  stream.release(&stream);
  cif_table_free(table);
}

int main(int argc, char** argv) {
  if (argc != 4) {
    return 2;
  }
  CheckErrors(argv[1]);
  CheckScan(argv[1]);
  CheckArrow(argv[1]);
  CheckLookUps(argv[2]);
  CheckVersions(argv[1]);
  CheckCancelling(argv[1]);
  CheckFileSystems(argv[3], argv[2]);
  printf("%s\n", failures == 0 ? "ok" : "failed");
  return failures == 0 ? 0 : 1;
}

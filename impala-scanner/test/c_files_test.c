/* Tables in a file system of a C program. It answers correctly, in pieces, wrongly, or not at
 * all. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "c_test.h"
#include "cif/c_api.h"

typedef enum {
  RIGHT,
  IN_PIECES,
  NO_OPEN,
  MISSING_FILE,
  LONGER_LENGTH,
  SHORTER_LENGTH,
  LARGEST_LENGTH,
  NEGATIVE_LENGTH,
  NO_READ,
  EARLY_END,
  TOO_MUCH_READ,
  NEGATIVE_READ,
  NO_LIST,
  MISSING_FOLDER,
  NAME_WITH_SLASH,
  NAME_OF_NOTHING,
  NAME_TOO_LONG,
  NAME_TWICE,
  NAMES_WITHOUT_END
} Answers;

/* Local files, and counters of their use by several threads. */
typedef struct {
  Answers answers;
  const char* of; /* the files and folders that `answers` holds for end so; others are right */
  int opened;
  int closed;
  int reads;
  int prefetched;
  int released;
  int busy; /* calls of two threads for one file at a time */
} Store;

typedef struct {
  FILE* file;
  Answers answers;
  int64_t length;
  int asked; /* calls that go on */
} StoreFile;

static void Count(int* counter) { __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST); }

static int EndsWith(const char* text, const char* end) {
  const size_t length = strlen(text);
  return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static Answers AnswersFor(const Store* store, const char* path) {
  return EndsWith(path, store->of) ? store->answers : RIGHT;
}

static cif_error* Open(void* context, const char* path, void** file, int64_t* length) {
  Store* store = context;
  const Answers answers = AnswersFor(store, path);
  if (answers == NO_OPEN) {
    return cif_error_new((cif_error_code)99, "access denied");
  }
  FILE* opened = answers == MISSING_FILE ? NULL : fopen(path, "rb");
  if (opened == NULL) {
    return cif_error_new(CIF_NOT_FOUND, "no such object");
  }
  StoreFile* of = calloc(1, sizeof(StoreFile));
  fseek(opened, 0, SEEK_END);
  of->file = opened;
  of->answers = answers;
  of->length = ftell(opened);
  *file = of;
  *length = answers == LONGER_LENGTH     ? of->length + 1
            : answers == SHORTER_LENGTH  ? of->length - 1
            : answers == LARGEST_LENGTH  ? INT64_MAX
            : answers == NEGATIVE_LENGTH ? -1
                                         : of->length;
  Count(&store->opened);
  return NULL;
}

static cif_error* Read(void* context, void* file, int64_t offset, size_t length, void* buffer,
                       int64_t* done) {
  Store* store = context;
  StoreFile* of = file;
  Count(&store->reads);
  if (__atomic_exchange_n(&of->asked, 1, __ATOMIC_SEQ_CST) != 0) {
    Count(&store->busy);
  }
  size_t most = of->answers == IN_PIECES && length > 7 ? 7 : length;
  const int64_t half = of->length / 2;
  if (of->answers == EARLY_END && offset + (int64_t)most > half) {
    most = offset < half ? (size_t)(half - offset) : 0;
  }
  fseek(of->file, (long)offset, SEEK_SET);
  *done = (int64_t)fread(buffer, 1, most, of->file);
  if (of->answers == TOO_MUCH_READ) {
    *done = (int64_t)length + 1;
  } else if (of->answers == NEGATIVE_READ) {
    *done = INT64_MIN;
  }
  __atomic_store_n(&of->asked, 0, __ATOMIC_SEQ_CST);
  return of->answers == NO_READ ? cif_error_new(CIF_IO_ERROR, "the connection was reset") : NULL;
}

static void Close(void* context, void* file) {
  StoreFile* of = file;
  fclose(of->file);
  free(of);
  Count(&((Store*)context)->closed);
}

static void Prefetch(void* context, void* file, int64_t offset, size_t length) {
  const StoreFile* of = file;
  if (offset >= 0 && offset + (int64_t)length <= of->length) {
    Count(&((Store*)context)->prefetched);
  }
}

static void Release(void* context) { Count(&((Store*)context)->released); }

static cif_error* OpenSized(void* context, const char* path, int64_t length, void** file) {
  int64_t told = 0;
  cif_error* error = Open(context, path, file, &told);
  Expect(error != NULL || told == length, "the length that the schema file says");
  return error;
}

static void ListWrongly(Answers answers, cif_list_entry entry, void* entries) {
  char name[2000];
  memset(name, 'n', sizeof(name));
  name[sizeof(name) - 1] = '\0';
  switch (answers) {
    case NAME_WITH_SLASH:
      entry(entries, "../split", 1);
      break;
    case NAME_OF_NOTHING:
      entry(entries, NULL, 1);
      break;
    case NAME_TOO_LONG:
      entry(entries, name, 1);
      break;
    case NAME_TWICE:
      entry(entries, "split", 1);
      break;
    case NAMES_WITHOUT_END:
      for (long i = 0, wanted = 0; wanted == 0; i++) {
        snprintf(name, sizeof(name), "%ld", i);
        wanted = entry(entries, name, 0);
      }
      break;
    default:
      break;
  }
}

static cif_error* List(void* context, const char* folder, cif_list_entry entry, void* entries) {
  const Answers answers = AnswersFor(context, folder);
  if (answers == NO_LIST) {
    return cif_error_new(CIF_IO_ERROR, NULL);
  }
  DIR* dir = answers == MISSING_FOLDER ? NULL : opendir(folder);
  if (dir == NULL) {
    return cif_error_new(CIF_NOT_FOUND, "no such prefix");
  }
  for (const struct dirent* next = readdir(dir); next != NULL; next = readdir(dir)) {
    char path[4096];
    struct stat info;
    snprintf(path, sizeof(path), "%s/%s", folder, next->d_name);
    entry(entries, next->d_name, stat(path, &info) == 0 && S_ISDIR(info.st_mode));
  }
  closedir(dir);
  ListWrongly(answers, entry, entries);
  return NULL;
}

static cif_file_system FilesOf(Store* store) {
  cif_file_system files = CIF_FILE_SYSTEM;
  files.context = store;
  files.open = Open;
  files.read = Read;
  files.close = Close;
  files.list = List;
  files.prefetch = Prefetch;
  files.release = Release;
  return files;
}

static uint64_t Mixed(uint64_t hash, const void* bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    hash = (hash ^ ((const uint8_t*)bytes)[i]) * 1099511628211U;
  }
  return hash;
}

/* Columns of numbers and of texts. */
static const char* const kColumns[] = {"wide", "delta", "html"};

/* Reads these columns and frees the scan. Computes the rows and a hash of their values. */
static cif_error* ReadAll(cif_scan* scan, int64_t* rows, uint64_t* hash) {
  cif_error* error = NULL;
  int64_t batch = 1;
  *rows = 0;
  *hash = 0;
  while (error == NULL && batch > 0) {
    error = cif_scan_next(scan, &batch);
    for (size_t c = 0; error == NULL && batch > 0 && c < cif_scan_columns(scan); c++) {
      cif_vector v;
      cif_scan_column(scan, c, &v);
      for (int64_t i = 0; i < v.length; i++) {
        const int is_null = v.validity != NULL && (v.validity[i >> 3] >> (i & 7) & 1) == 0;
        *hash = Mixed(*hash, &is_null, sizeof(is_null));
        if (!is_null && v.offsets != NULL) {
          *hash = Mixed(*hash, (const char*)v.values + v.offsets[i],
                        (size_t)(v.offsets[i + 1] - v.offsets[i]));
        } else if (!is_null) {
          *hash = Mixed(*hash, (const int64_t*)v.values + i, sizeof(int64_t));
        }
      }
    }
    *rows += error == NULL ? batch : 0;
  }
  cif_scan_free(scan);
  return error;
}

static cif_scan* ScanOf(const cif_table* table, int threads) {
  cif_scan_options options = CIF_SCAN_OPTIONS;
  options.columns = kColumns;
  options.column_count = 3;
  options.batch_rows = 1000;
  options.threads = threads;
  cif_scan* scan = NULL;
  ExpectOk(cif_scan_open(table, &options, &scan), "scan");
  return scan;
}

static void CheckAnswers(const char* root, Answers answers, int threads) {
  cif_table* table = NULL;
  int64_t wanted_rows = 0;
  uint64_t wanted = 0;
  ExpectOk(cif_table_open(root, CIF_IO_BUFFERED, &table), "open");
  ExpectOk(ReadAll(ScanOf(table, 1), &wanted_rows, &wanted), "local rows");
  cif_table_free(table);
  Expect(wanted_rows == 3000, "all rows");

  Store store = {.answers = answers, .of = ""};
  cif_file_system files = FilesOf(&store);
  ExpectOk(cif_table_open_with(&files, root, &table), "open with callbacks");
  memset(&files, 0, sizeof(files)); /* it was copied */
  Expect(store.opened == 1 && store.closed == 1, "the schema file was read");
  cif_scan* scan = ScanOf(table, threads);
  cif_table_free(table);
  int64_t rows = 0;
  uint64_t hash = 0;
  Expect(store.released == 0, "a scan outlives its table");
  ExpectOk(ReadAll(scan, &rows, &hash), "rows by callbacks");
  Expect(rows == wanted_rows && hash == wanted, "the rows of local files");
  Expect(store.prefetched > 0, "it was told what is read next");
  Expect(threads > 1 || store.opened == 2, "three columns of a group file share what is opened");
  Expect(store.closed == store.opened, "all files are closed");
  Expect(store.released == 1, "released once");
  Expect(store.busy == 0, "one thread at a time reads a file");
}

static void CheckOptionalCallbacks(const char* root) {
  Store store = {.of = ""};
  cif_file_system files = FilesOf(&store);
  files.prefetch = NULL;
  files.release = NULL;
  cif_table* table = NULL;
  int64_t rows = 0;
  uint64_t hash = 0;
  ExpectOk(cif_table_open_with(&files, root, &table), "without prefetch and release");
  ExpectOk(ReadAll(ScanOf(table, 1), &rows, &hash), "its rows");
  Expect(rows == 3000, "all rows");
  cif_table_free(table);
}

/* Tests a store that wants several requests at a time. */
static void CheckRequestsAtATime(const char* root, int threads) {
  Store store = {.of = ""};
  cif_file_system files = FilesOf(&store);
  files.open_sized = OpenSized;
  files.requests = 4;
  for (int64_t near = 1; near < 1 << 20; near *= 1 << 14) {
    files.near_bytes = near;
    cif_table* table = NULL;
    int64_t rows = 0;
    uint64_t hash = 0;
    uint64_t wanted = 0;
    ExpectOk(cif_table_open(root, CIF_IO_BUFFERED, &table), "open");
    ExpectOk(ReadAll(ScanOf(table, 1), &rows, &wanted), "local rows");
    cif_table_free(table);
    ExpectOk(cif_table_open_with(&files, root, &table), "open with several requests");
    ExpectOk(ReadAll(ScanOf(table, threads), &rows, &hash), "rows by several requests");
    Expect(rows == 3000 && hash == wanted, "the rows of local files");
    cif_table_free(table);
    Expect(store.closed == store.opened, "all files are closed");
    Expect(store.busy == 0, "one thread at a time reads a file");
  }
}

static void ExpectError(cif_error* error, cif_error_code code, const char* file,
                        const char* message) {
  Expect(error != NULL, message);
  if (error == NULL) {
    return;
  }
  const char* text = cif_error_message(error);
  Expect(cif_error_get_code(error) == code, text);
  Expect(EndsWith(cif_error_file(error), file), text);
  Expect(strstr(text, message) != NULL, text);
  cif_error_free(error);
}

/* Opens and reads a table, which has to fail. */
static void ExpectFails(const char* root, Answers answers, const char* of, cif_error_code code,
                        const char* message) {
  Store store = {.answers = answers, .of = of};
  const cif_file_system files = FilesOf(&store);
  cif_table* table = NULL;
  int64_t rows = 0;
  uint64_t hash = 0;
  cif_error* error = cif_table_open_with(&files, root, &table);
  const int is_open = error == NULL;
  if (is_open) {
    error = ReadAll(ScanOf(table, 1), &rows, &hash);
    cif_table_free(table);
  }
  ExpectError(error, code, of, message);
  Expect(store.closed == store.opened, "files are closed after an error");
  Expect(store.released == is_open, "released only if it was opened");
}

static void CheckWrongAnswers(const char* root) {
  const char* const files[] = {"/split/schema.cif", "/split/1-group.col"};
  for (int i = 0; i < 2; i++) {
    const char* of = files[i];
    ExpectFails(root, NO_OPEN, of, CIF_IO_ERROR, "access denied");
    ExpectFails(root, MISSING_FILE, of, CIF_NOT_FOUND, "no such object");
    ExpectFails(root, NEGATIVE_LENGTH, of, CIF_IO_ERROR, "the file has -1 bytes");
    ExpectFails(root, NO_READ, of, CIF_IO_ERROR, "byte ");
    ExpectFails(root, NO_READ, of, CIF_IO_ERROR, "the connection was reset");
    ExpectFails(root, TOO_MUCH_READ, of, CIF_IO_ERROR, "its answer is wrong");
    ExpectFails(root, NEGATIVE_READ, of, CIF_IO_ERROR, "its answer is wrong");
  }
  ExpectFails(root, LONGER_LENGTH, files[0], CIF_CORRUPT, "byte 4384: the file ends here");
  ExpectFails(root, SHORTER_LENGTH, files[0], CIF_CORRUPT, "");
  ExpectFails(root, LARGEST_LENGTH, files[0], CIF_CORRUPT, "more than the format allows");
  ExpectFails(root, EARLY_END, files[0], CIF_CORRUPT, "byte 2192: the file ends here");
  ExpectFails(root, EARLY_END, files[1], CIF_CORRUPT, "its length was 148973");
  ExpectFails(root, LONGER_LENGTH, files[1], CIF_CORRUPT, "goes on");
  ExpectFails(root, SHORTER_LENGTH, files[1], CIF_CORRUPT, "the file ends here");
  ExpectFails(root, LARGEST_LENGTH, files[1], CIF_CORRUPT, "goes on");
}

static void CheckWrongLists(const char* root) {
  const char* name = strrchr(root, '/');
  ExpectFails(root, NO_LIST, name, CIF_IO_ERROR, name);
  ExpectFails(root, MISSING_FOLDER, name, CIF_NOT_FOUND, "no such prefix");
  ExpectFails(root, MISSING_FOLDER, "/split", CIF_NOT_FOUND, "no such prefix");
  ExpectFails(root, NAME_WITH_SLASH, name, CIF_IO_ERROR, "lists '../split'");
  ExpectFails(root, NAME_OF_NOTHING, name, CIF_IO_ERROR, "lists ''");
  ExpectFails(root, NAME_TOO_LONG, name, CIF_IO_ERROR, "no name");
  ExpectFails(root, NAME_TWICE, name, CIF_IO_ERROR, "lists 'split' twice");
  ExpectFails(root, NAMES_WITHOUT_END, "/split", CIF_IO_ERROR, "lists more than 1048576");
}

static void CheckArguments(const char* root) {
  Store store = {.of = ""};
  const cif_file_system right = FilesOf(&store);
  cif_table* table = NULL;
  ExpectError(cif_table_open_with(NULL, root, &table), CIF_INVALID_ARGUMENT, "", "NULL");
  ExpectError(cif_table_open_with(&right, NULL, &table), CIF_INVALID_ARGUMENT, "", "NULL");
  ExpectError(cif_table_open_with(&right, root, NULL), CIF_INVALID_ARGUMENT, "", "NULL");

  cif_file_system files = right;
  files.size = 0;
  ExpectError(cif_table_open_with(&files, root, &table), CIF_INVALID_ARGUMENT, "", "size");
  files = right;
  files.read = NULL;
  ExpectError(cif_table_open_with(&files, root, &table), CIF_INVALID_ARGUMENT, "", "lacks");
  files = right;
  files.requests = 257;
  ExpectError(cif_table_open_with(&files, root, &table), CIF_INVALID_ARGUMENT, "", "257 requests");
  files = right;
  files.near_bytes = -1;
  ExpectError(cif_table_open_with(&files, root, &table), CIF_INVALID_ARGUMENT, "", "-1 near");

  struct {
    cif_file_system known;
    void* later;
  } larger = {right, NULL};
  larger.known.size = sizeof(larger);
  ExpectOk(cif_table_open_with(&larger.known, root, &table), "a later, larger struct");
  cif_table_free(table);
  larger.later = &store;
  ExpectError(cif_table_open_with(&larger.known, root, &table), CIF_UNSUPPORTED, "", "later");
  Expect(store.released == 1, "only that table was opened");
}

/* Looks up the rows with a value of the column guid. */
static cif_error* LookUp(const cif_table* table, const char* guid, int64_t* rows) {
  const cif_key_value value = {"guid", guid};
  const cif_key key = {&value, 1};
  const char* columns[] = {"guid"};
  cif_scan_options options = CIF_SCAN_OPTIONS;
  options.columns = columns;
  options.column_count = 1;
  cif_scan* scan = NULL;
  uint64_t hash = 0;
  cif_error* error = cif_table_lookup(table, &key, 1, &options, &scan);
  return error == NULL ? ReadAll(scan, rows, &hash) : error;
}

static void CheckLookUps(const char* root) {
  Store store = {.answers = IN_PIECES, .of = ""};
  cif_file_system files = FilesOf(&store);
  cif_table* table = NULL;
  int64_t rows = 0;
  ExpectOk(cif_table_open_with(&files, root, &table), "a table with filters");
  ExpectOk(LookUp(table, "3c6ef362-guid-0002", &rows), "look-up by callbacks");
  Expect(rows == 1, "the row of the key");
  const int opened = store.opened;
  ExpectOk(LookUp(table, "3c6ef362-guid-none", &rows), "a key that no row has");
  Expect(rows == 0 && store.opened == opened, "filters that are kept open no file");
  cif_table_free(table);
  Expect(store.closed == store.opened, "all files are closed");

  store = (Store){.answers = MISSING_FILE, .of = "/_2-guid.filters"};
  ExpectOk(cif_table_open_with(&files, root, &table), "a table whose filter is missing");
  ExpectOk(LookUp(table, "3c6ef362-guid-0002", &rows), "a look-up without the filter");
  Expect(rows == 1, "the row of the key, without the filter");
  cif_table_free(table);
  Expect(store.closed == store.opened, "files are closed where one is missing");
}

void CheckFileSystems(const char* root, const char* filters) {
  CheckAnswers(root, RIGHT, 1);
  CheckAnswers(root, RIGHT, 3);
  CheckAnswers(root, IN_PIECES, 1);
  CheckAnswers(root, IN_PIECES, 3);
  CheckRequestsAtATime(root, 1);
  CheckRequestsAtATime(root, 3);
  CheckOptionalCallbacks(root);
  CheckWrongAnswers(root);
  CheckWrongLists(root);
  CheckArguments(root);
  CheckLookUps(filters);
}

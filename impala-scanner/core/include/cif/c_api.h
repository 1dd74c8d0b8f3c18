/* libcif for C, and for languages that call C. It is the reader of cif/table.h. Errors are
 * values, and no exception leaves it.
 *
 * A function that can fail returns NULL on success, else an error that the caller frees with
 * cif_error_free. Texts are UTF-8, end with a zero byte, and live as long as the object that
 * returned them. Tables may be shared between threads. A scan is for one thread at a time, apart
 * from cif_scan_cancel.
 *
 * A compiled program keeps working with later libraries. Functions are never removed.
 * cif_scan_options and cif_file_system start with their size and only grow at their end. Other
 * structs never change. */
#ifndef CIF_C_API_H_
#define CIF_C_API_H_

#include <stddef.h>
#include <stdint.h>

#include "cif/export.h"
#include "cif/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library. The headers' CIF_VERSION may differ from it. */
CIF_EXPORT const char* cif_version(void);

typedef struct cif_error cif_error;
typedef struct cif_table cif_table;
typedef struct cif_scan cif_scan;

typedef enum {
  CIF_INVALID_ARGUMENT = 1,
  CIF_NOT_FOUND = 2,
  CIF_IO_ERROR = 3,
  CIF_CORRUPT = 4,
  CIF_UNSUPPORTED = 5,
  CIF_TOO_LARGE = 6, /* also: no memory */
  CIF_CANCELLED = 7
} cif_error_code;

CIF_EXPORT cif_error_code cif_error_get_code(const cif_error* error);
/* Message in one line: the fault and its place. */
CIF_EXPORT const char* cif_error_message(const cif_error* error);
/* File concerned, and name of its column. "" if not known. */
CIF_EXPORT const char* cif_error_file(const cif_error* error);
CIF_EXPORT const char* cif_error_column(const cif_error* error);
/* Byte offset in the file; -1 if not known. */
CIF_EXPORT int64_t cif_error_offset(const cif_error* error);
/* Frees an error. This and the other functions that free accept NULL. */
CIF_EXPORT void cif_error_free(cif_error* error);
/* Makes an error for a callback of cif_file_system to return. Copies the message. An unknown
 * code becomes CIF_IO_ERROR. */
CIF_EXPORT cif_error* cif_error_new(cif_error_code code, const char* message);

typedef enum { CIF_IO_BUFFERED = 0, CIF_IO_MAPPED = 1, CIF_IO_DIRECT = 2 } cif_io_mode;

/* Opens the split-directories at or below a local folder, as the table that a table file describes
 * (FORMAT.md section 2.4), if there is one. Reads schema files only. Partition columns have the
 * types of the table file, or are strings. */
CIF_EXPORT cif_error* cif_table_open(const char* folder, cif_io_mode io, cif_table** out);

/* Takes the name of one entry, without its folder, and copies it. Returns 1 if no more entries
 * are wanted: the caller then stops. */
typedef int (*cif_list_entry)(void* entries, const char* name, int is_folder);

/* Storage supplied by the program. Set the struct to CIF_FILE_SYSTEM, then set the callbacks.
 * prefetch, release and open_sized may stay NULL.
 *
 * A path is the table's folder as the program names it, followed by names that each have a '/'
 * before them. Callbacks that can fail return NULL on success, else an error from cif_error_new.
 * The library frees it and adds path and offset. Several threads call at the same time, but only
 * one for each open file, not necessarily the one that opened it. No exception may leave a
 * callback, and no callback may call back into the table. */
typedef struct {
  size_t size; /* of this struct, as the program knows it */
  void* context;
  /* Sets `file` to the program's handle of the open file, which may be NULL, and `length` to its
   * length in bytes. Returns CIF_NOT_FOUND if there is no such file: the reader also asks for
   * optional files. */
  cif_error* (*open)(void* context, const char* path, void** file, int64_t* length);
  /* Writes at most `length` bytes, from `offset` on, to `buffer` and sets `done` to their
   * number. The library asks for the remaining bytes again. A `done` of 0 says that the file
   * ends here. `length` is never 0, and the bytes lie within the length that open gave. Nothing
   * may write to `buffer` after read has returned. */
  cif_error* (*read)(void* context, void* file, int64_t offset, size_t length, void* buffer,
                     int64_t* done);
  /* Closes a file. Called once for each opened file. */
  void (*close)(void* context, void* file);
  /* Calls entry(entries, ...) for each entry of a folder, in any order. The library ignores "."
   * and "..". Returns CIF_NOT_FOUND if there is no such folder. */
  cif_error* (*list)(void* context, const char* folder, cif_list_entry entry, void* entries);
  /* Announces bytes that will probably be read next. Returns without waiting for them. */
  void (*prefetch)(void* context, void* file, int64_t offset, size_t length);
  /* Called once, when the table and all of its scans are freed and all files are closed. */
  void (*release)(void* context);
  /* Opens a file whose length is known to be `length` bytes, so that the store need not be asked
   * for it. */
  cif_error* (*open_sized)(void* context, const char* path, int64_t length, void** file);
  /* Number of requests worth sending at the same time, for example 16 for a store with a latency
   * of milliseconds. Opening a table uses as many threads, and scans read ahead with as many
   * requests. 0 or 1 turns both off. The maximum is 256. */
  int requests;
  /* Number of bytes whose transfer takes about as long as one more request. Ranges that lie
   * nearer to each other are read in one request. 0 stands for 64 KiB. */
  int64_t near_bytes;
} cif_file_system;

#define CIF_FILE_SYSTEM \
  { sizeof(cif_file_system), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0 }

/* Opens a table in a file system of the program; see cif_table_open. Copies the struct. The
 * context has to live until release is called. If this function fails, release is not called. */
CIF_EXPORT cif_error* cif_table_open_with(const cif_file_system* files, const char* folder,
                                          cif_table** out);
/* Frees the table. Its scans may outlive it. */
CIF_EXPORT void cif_table_free(cif_table* table);
/* Number of rows; those that were deleted don't count. */
CIF_EXPORT int64_t cif_table_rows(const cif_table* table);
CIF_EXPORT size_t cif_table_columns(const cif_table* table);
/* Name of column i < cif_table_columns, and its type in Hive's notation. */
CIF_EXPORT const char* cif_table_column_name(const cif_table* table, size_t i);
CIF_EXPORT const char* cif_table_column_type(const cif_table* table, size_t i);

typedef enum {
  CIF_EQ = 0,
  CIF_NE = 1,
  CIF_LT = 2,
  CIF_LE = 3,
  CIF_GT = 4,
  CIF_GE = 5,
  CIF_IS_NULL = 6,
  CIF_IS_NOT_NULL = 7,
  CIF_CONTAINS = 8,    /* a text contains the literal's bytes */
  CIF_STARTS_WITH = 9, /* a text begins with the literal's bytes */
  CIF_IN = 10,         /* the value equals one of several literals */
  CIF_AND = 11,        /* all predicates are true */
  CIF_OR = 12,         /* at least one predicate is true */
  CIF_NOT = 13         /* the one predicate is false */
} cif_op;

/* Comparison of a column with a literal. A scan returns the rows for which every condition is
 * true. NULL satisfies only CIF_IS_NULL. */
typedef struct {
  const char* column;  /* name, name.field or name['key'] */
  cif_op op;           /* none of CIF_IN, CIF_AND, CIF_OR and CIF_NOT */
  const char* literal; /* text of the value: 7, 2026-11-21, ...; NULL for the tests of NULL */
} cif_condition;

/* Comparison or combination of predicates, in SQL's three-valued logic: a comparison with NULL
 * is neither true nor false. Set it to zeros and change the fields that are needed. */
typedef struct cif_predicate {
  cif_op op;
  const char* column; /* see cif_condition; NULL for CIF_AND, CIF_OR, CIF_NOT */
  /* Texts of values: one, none for the tests of NULL, any number for CIF_IN. */
  const char* const* literals;
  size_t literal_count;
  const struct cif_predicate* predicates; /* of CIF_AND and CIF_OR any number, of CIF_NOT one */
  size_t predicate_count;
} cif_predicate;

/* Value of a row in one column. */
typedef struct {
  const char* column;
  const char* literal; /* text of the value: 7, 2026-11-21, ... */
} cif_key_value;

/* Key of a row: the row has to have all of its values. NULL matches nothing; NaN equals NaN. */
typedef struct {
  const cif_key_value* values;
  size_t count;
} cif_key;

/* Forms of strings in Arrow arrays; see cif/arrow.h. */
enum { CIF_STRINGS_VIEWS = 0, CIF_STRINGS_PLAIN = 1, CIF_STRINGS_DICTIONARIES = 2 };

/* Options of a scan. Set it to CIF_SCAN_OPTIONS and change the fields that differ. */
typedef struct {
  size_t size; /* of this struct, as the program knows it; options behind it are as in
                  CIF_SCAN_OPTIONS */
  const char* const* columns; /* names, name.field or name['key']; NULL: every column */
  size_t column_count;        /* 0 with columns that are not NULL: rows are only counted */
  const cif_condition* conditions;
  size_t condition_count;
  int threads;
  int in_order; /* 0: batches of several threads come as they are ready */
  int64_t batch_rows;
  int verify_checksums;
  /* Maximum number of bytes of batches that several threads read ahead of the caller. Each
   * thread may exceed it by one batch. */
  int64_t max_ahead_bytes;
  /* Cancellation callback. cif_scan_next calls it repeatedly on its own thread; a result of 1
   * ends the scan with CIF_CANCELLED. May be NULL. */
  int (*cancelled)(void* context);
  void* cancelled_context;
  int use_filters;                /* 0: filters of keys (FORMAT.md section 5.3) are not used */
  const cif_predicate* predicate; /* has to hold besides the conditions; may be NULL */
  /* Form of strings for the functions of cif/arrow_c.h: one of CIF_STRINGS_.... It is 64 bits
   * wide so that the struct has no padding behind it. */
  int64_t strings;
  /* Maximum number of bytes of files that are read ahead. Applies to a cif_file_system with
   * several requests at a time, and to local files with CIF_IO_DIRECT. */
  int64_t read_ahead_bytes;
} cif_scan_options;

#define CIF_SCAN_OPTIONS                                                                           \
  {                                                                                                \
    sizeof(cif_scan_options), NULL, 0, NULL, 0, 1, 1, 32768, 1, (int64_t)256 << 20, NULL, NULL, 1, \
        NULL, CIF_STRINGS_VIEWS, (int64_t)64 << 20                                                 \
  }

/* Opens a scan. Checks the options against the table; opens no column file yet. Returns
 * CIF_UNSUPPORTED if options are set that only a later library knows. */
CIF_EXPORT cif_error* cif_scan_open(const cif_table* table, const cif_scan_options* options,
                                    cif_scan** out);
/* Opens a scan of the rows with one of some keys. Each row comes once, in the order of the
 * table, whatever in_order says. Other options are those of cif_scan_open, but conditions are
 * not allowed. The table keeps up to 64 MiB of the footers and filters that were read. A later
 * look-up thus opens no file of a split without the key. Several threads may look up in one
 * table. */
CIF_EXPORT cif_error* cif_table_lookup(const cif_table* table, const cif_key* keys,
                                       size_t key_count, const cif_scan_options* options,
                                       cif_scan** out);
CIF_EXPORT void cif_scan_free(cif_scan* scan);
CIF_EXPORT size_t cif_scan_columns(const cif_scan* scan);
CIF_EXPORT const char* cif_scan_column_type(const cif_scan* scan, size_t i);
/* Goes to the next batch and sets `rows` to its number of rows; 0 at the end. */
CIF_EXPORT cif_error* cif_scan_next(cif_scan* scan, int64_t* rows);
/* Ends a running call of cif_scan_next, and every later one, with CIF_CANCELLED. It takes effect
 * soon, even while the conditions let no row through. Any thread may call it before
 * cif_scan_free. */
CIF_EXPORT void cif_scan_cancel(cif_scan* scan);
CIF_EXPORT int64_t cif_scan_bytes_read(const cif_scan* scan);

/* Values in memory. The table at the head of cif/vector.h describes the buffers. Valid until the
 * next call of cif_scan_next or cif_scan_free. */
typedef struct {
  int64_t length;
  int64_t null_count;
  const uint8_t* validity; /* bit i set: value i is not NULL; NULL if there are no NULLs */
  const void* values;
  const int32_t* offsets;
  const int32_t* nanos;
  size_t child_count;
  const void* handle;
} cif_vector;

/* Gets column i < cif_scan_columns of the batch. */
CIF_EXPORT void cif_scan_column(const cif_scan* scan, size_t i, cif_vector* out);
/* Gets child i < child_count: elements, keys and values, fields or branches. */
CIF_EXPORT void cif_vector_child(const cif_vector* vector, size_t i, cif_vector* out);

#ifdef __cplusplus
}
#endif

#endif

/*
 * libcif for C and for languages that call C. The same reader as cif/table.h; errors are values, and
 * no exception leaves it.
 *
 * A function that can fail returns NULL on success, else an error that the caller frees with
 * cif_error_free. Texts are UTF-8, end with a zero byte, and live as long as the object that they
 * are asked of. Tables may be shared between threads; a scan is for one thread at a time, apart from
 * cif_scan_cancel.
 *
 * What a program was compiled with goes on to work with later libraries: functions stay; cif_scan_options
 * and cif_file_system start with their size and only grow at their end; other structs never change.
 */
#ifndef CIF_C_API_H_
#define CIF_C_API_H_

#include <stddef.h>
#include <stdint.h>

#include "cif/export.h"
#include "cif/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The library's version, which CIF_VERSION of the headers may differ from. */
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
/* What is wrong and where, in one line. */
CIF_EXPORT const char* cif_error_message(const cif_error* error);
/* The file that is concerned and the name of its column; "" if not known. */
CIF_EXPORT const char* cif_error_file(const cif_error* error);
CIF_EXPORT const char* cif_error_column(const cif_error* error);
/* Byte offset in the file; -1 if not known. */
CIF_EXPORT int64_t cif_error_offset(const cif_error* error);
/* NULL is allowed, here and in the other functions that free. */
CIF_EXPORT void cif_error_free(cif_error* error);
/* An error for a callback of cif_file_system to return; the message is copied. A code that is none is
 * CIF_IO_ERROR. */
CIF_EXPORT cif_error* cif_error_new(cif_error_code code, const char* message);

typedef enum { CIF_IO_BUFFERED = 0, CIF_IO_MAPPED = 1, CIF_IO_DIRECT = 2 } cif_io_mode;

/* Opens the split-directories at or below a local folder; reads schema files only. Partition columns
 * are strings. */
CIF_EXPORT cif_error* cif_table_open(const char* folder, cif_io_mode io, cif_table** out);

/* Takes the name of an entry, without its folder; it is copied. 1: no more are wanted, return. */
typedef int (*cif_list_entry)(void* entries, const char* name, int is_folder);

/* Storage of the program's own. Set it to CIF_FILE_SYSTEM and set the callbacks; prefetch, release and
 * open_sized may stay NULL.
 *
 * Paths are the table's folder as the program names it, and names behind it, each after a '/'. Callbacks
 * that can fail return NULL on success, else what cif_error_new gives; the library frees it, and adds path
 * and offset. Several threads call at a time, but for one open file only one; it need not be the thread
 * that opened it. No exception may leave a callback, and none may call back into the table. */
typedef struct {
  size_t size; /* of this struct, as the program knows it */
  void* context;
  /* Gives what stands for the open file, which may be NULL, and its length in bytes. CIF_NOT_FOUND if
   * there is no such file: the reader asks for files that need not be there. */
  cif_error* (*open)(void* context, const char* path, void** file, int64_t* length);
  /* Writes at most `length` bytes of those from `offset` on to `buffer`, and says how many; the rest is
   * asked for again. 0: the file ends here. `length` is never 0, and the bytes lie before the end that open
   * told. Nothing may write to `buffer` after read has returned. */
  cif_error* (*read)(void* context, void* file, int64_t offset, size_t length, void* buffer,
                     int64_t* done);
  /* Called once for each file that was opened. */
  void (*close)(void* context, void* file);
  /* Calls entry(entries, ...) for each entry of a folder, in any order; "." and ".." are passed over.
   * CIF_NOT_FOUND if there is no such folder. */
  cif_error* (*list)(void* context, const char* folder, cif_list_entry entry, void* entries);
  /* These bytes will probably be read next; returns soon. */
  void (*prefetch)(void* context, void* file, int64_t offset, size_t length);
  /* Called once, when the table and all of its scans are freed and no file is open any more. */
  void (*release)(void* context);
  /* As open, for a file that is to have `length` bytes: the store need not be asked for its length. */
  cif_error* (*open_sized)(void* context, const char* path, int64_t length, void** file);
  /* So many requests at a time are worth it, such as 16 of a store that takes milliseconds for each: tables are
   * opened by so many threads, and scans read ahead by as many. 0 or 1: nothing is requested ahead, at most 256. */
  int requests;
  /* About as many bytes take no longer than a request more: what lies nearer is read as one. 0: 64 KiB. */
  int64_t near_bytes;
} cif_file_system;

#define CIF_FILE_SYSTEM \
  {sizeof(cif_file_system), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0}

/* As cif_table_open, in a file system of the program's own, whose struct is copied. The context has to live
 * until release is called; if the function fails, release is not called. */
CIF_EXPORT cif_error* cif_table_open_with(const cif_file_system* files, const char* folder,
                                          cif_table** out);
/* Scans of the table may outlive it. */
CIF_EXPORT void cif_table_free(cif_table* table);
CIF_EXPORT int64_t cif_table_rows(const cif_table* table);
CIF_EXPORT size_t cif_table_columns(const cif_table* table);
/* Name, and type in Hive's notation, of column i < cif_table_columns. */
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
  CIF_CONTAINS = 8,    /* the bytes occur in a text */
  CIF_STARTS_WITH = 9, /* a text begins with the bytes */
  CIF_IN = 10,         /* it equals one of several literals */
  CIF_AND = 11,        /* all of some predicates are true */
  CIF_OR = 12,         /* one of some predicates is true */
  CIF_NOT = 13         /* one predicate is false */
} cif_op;

/* A row is wanted where every condition is true; NULL satisfies only CIF_IS_NULL. */
typedef struct {
  const char* column; /* name, name.field or name['key'] */
  cif_op op;           /* none of CIF_IN, CIF_AND, CIF_OR and CIF_NOT */
  const char* literal; /* text of the value: 7, 2026-11-21, ...; NULL for the tests of NULL */
} cif_condition;

/* What is true of a row, with SQL's three-valued logic: what compares NULL is neither true nor false. Set it to
 * zeros and change what is needed. */
typedef struct cif_predicate {
  cif_op op;
  const char* column;          /* as in cif_condition; NULL for CIF_AND, CIF_OR and CIF_NOT */
  const char* const* literals; /* texts of values: one, none for the tests of NULL, any number for CIF_IN */
  size_t literal_count;
  const struct cif_predicate* predicates; /* of CIF_AND and CIF_OR any number, of CIF_NOT one */
  size_t predicate_count;
} cif_predicate;

/* What a row has in a column. */
typedef struct {
  const char* column;
  const char* literal; /* text of the value: 7, 2026-11-21, ... */
} cif_key_value;

/* A row has the key if it has all of its values. NULL is none; NaN equals NaN. */
typedef struct {
  const cif_key_value* values;
  size_t count;
} cif_key;

/* What strings are in Arrow arrays: cif/arrow.h. */
enum {
  CIF_STRINGS_VIEWS = 0,
  CIF_STRINGS_PLAIN = 1,
  CIF_STRINGS_DICTIONARIES = 2
};

/* Set it to CIF_SCAN_OPTIONS and change what differs. */
typedef struct {
  size_t size; /* of this struct, as the program knows it; options behind it are as in CIF_SCAN_OPTIONS */
  const char* const* columns; /* names, name.field or name['key']; NULL: every column */
  size_t column_count;        /* 0 with columns that are not NULL: rows are only counted */
  const cif_condition* conditions;
  size_t condition_count;
  int threads;
  int in_order; /* 0: batches of several threads come as they are ready */
  int64_t batch_rows;
  int verify_checksums;
  /* Most bytes of batches that several threads read ahead of the caller; it may be exceeded by one
   * batch a thread. */
  int64_t max_ahead_bytes;
  /* Asked with the context again and again while cif_scan_next runs, on its thread; 1 ends the scan with
   * CIF_CANCELLED. May be NULL. */
  int (*cancelled)(void* context);
  void* cancelled_context;
  int use_filters; /* 0: filters of keys (FORMAT.md section 5.3) are not asked */
  const cif_predicate* predicate; /* is to be true, besides the conditions; may be NULL */
  /* Of the functions of cif/arrow_c.h: one of CIF_STRINGS_.... It is so wide that nothing stands behind it in the
   * struct. */
  int64_t strings;
  /* Most bytes of files that are read ahead, where cif_file_system has several requests at a time, and of local
   * files with CIF_IO_DIRECT. */
  int64_t read_ahead_bytes;
} cif_scan_options;

#define CIF_SCAN_OPTIONS                                                                          \
  {sizeof(cif_scan_options), NULL, 0, NULL, 0, 1, 1, 32768, 1, (int64_t)256 << 20, NULL, NULL, 1, NULL, \
   CIF_STRINGS_VIEWS, (int64_t)64 << 20}

/* Checks the options against the table; opens no column file yet. CIF_UNSUPPORTED if options are set
 * that only a later library knows. */
CIF_EXPORT cif_error* cif_scan_open(const cif_table* table, const cif_scan_options* options, cif_scan** out);
/* Opens a scan of the rows that have one of some keys, each once, in the order of the table. Options as for
 * cif_scan_open, but without conditions, and rows are in order whatever in_order says. The table keeps
 * footers and filters that were read, up to 64 MiB, so that a later look-up opens no file of a split without the key.
 * Several threads may look up in one table. */
CIF_EXPORT cif_error* cif_table_lookup(const cif_table* table, const cif_key* keys, size_t key_count,
                                       const cif_scan_options* options, cif_scan** out);
CIF_EXPORT void cif_scan_free(cif_scan* scan);
CIF_EXPORT size_t cif_scan_columns(const cif_scan* scan);
CIF_EXPORT const char* cif_scan_column_type(const cif_scan* scan, size_t i);
/* Goes to the next batch and says how many rows it has; 0: the end. */
CIF_EXPORT cif_error* cif_scan_next(cif_scan* scan, int64_t* rows);
/* Ends a call of cif_scan_next on another thread, and every later one, with CIF_CANCELLED; soon, even
 * where the conditions let no row through. From any thread, before cif_scan_free is called. */
CIF_EXPORT void cif_scan_cancel(cif_scan* scan);
CIF_EXPORT int64_t cif_scan_bytes_read(const cif_scan* scan);

/* Values in memory: the table at the head of cif/vector.h says what the buffers hold. Valid until the
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

/* Column i < cif_scan_columns of the batch. */
CIF_EXPORT void cif_scan_column(const cif_scan* scan, size_t i, cif_vector* out);
/* Child i < child_count: elements, keys and values, fields or branches. */
CIF_EXPORT void cif_vector_child(const cif_vector* vector, size_t i, cif_vector* out);

#ifdef __cplusplus
}
#endif

#endif

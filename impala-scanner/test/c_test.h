/* Common parts of the tests of the C API. */
#ifndef CIF_C_TEST_H_
#define CIF_C_TEST_H_

#include <stddef.h>
#include <stdio.h>

#include "cif/c_api.h"

extern int failures;

static inline void Expect(int holds, const char* what) {
  if (!holds) {
    printf("FAILED: %s\n", what);
    failures++;
  }
}

static inline void ExpectOk(cif_error* error, const char* what) {
  Expect(error == NULL, error == NULL ? what : cif_error_message(error));
  cif_error_free(error);
}

/* Tests file systems of a program: reads a table of one group file, and one with filters. In
 * c_files_test.c. */
void CheckFileSystems(const char* root, const char* filters);

#endif

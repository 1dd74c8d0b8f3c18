/* Scans of cif/c_api.h as Arrow C streams. */
#ifndef CIF_ARROW_C_H_
#define CIF_ARROW_C_H_

#include "cif/arrow_c_abi.h"
#include "cif/c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Hands the rows of a new scan to an Arrow stream, as ExportStream of cif/arrow.h does: timestamps in
 * microseconds, text checked to be UTF-8, strings in the form that the options name. Columns have the texts that name them in the options. */
CIF_EXPORT cif_error* cif_scan_arrow(const cif_table* table, const cif_scan_options* options,
                                     struct ArrowArrayStream* out);

/* Likewise the rows of a new look-up, as cif_table_lookup gives them. */
CIF_EXPORT cif_error* cif_table_lookup_arrow(const cif_table* table, const cif_key* keys,
                                             size_t key_count, const cif_scan_options* options,
                                             struct ArrowArrayStream* out);

#ifdef __cplusplus
}
#endif

#endif

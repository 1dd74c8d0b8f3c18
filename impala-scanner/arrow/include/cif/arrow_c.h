/* Scans of cif/c_api.h as Arrow C streams. */
#ifndef CIF_ARROW_C_H_
#define CIF_ARROW_C_H_

#include "cif/arrow_c_abi.h"
#include "cif/c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens a scan and hands its rows to an Arrow stream, see ExportStream of cif/arrow.h.
 * Timestamps are in microseconds, text is checked to be UTF-8, and the options name the form of
 * strings. A column's name is its text in the options. */
CIF_EXPORT cif_error* cif_scan_arrow(const cif_table* table, const cif_scan_options* options,
                                     struct ArrowArrayStream* out);

/* Opens a look-up like cif_table_lookup and hands its rows to an Arrow stream in the same way. */
CIF_EXPORT cif_error* cif_table_lookup_arrow(const cif_table* table, const cif_key* keys,
                                             size_t key_count, const cif_scan_options* options,
                                             struct ArrowArrayStream* out);

#ifdef __cplusplus
}
#endif

#endif

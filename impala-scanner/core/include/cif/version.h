/* Version of libcif that a program is compiled against. cif_version() returns the version of the
 * library. */
#ifndef CIF_VERSION_H_
#define CIF_VERSION_H_

#define CIF_VERSION "0.1.0"

#endif

/* Visibility of symbols in a shared libcif. CIF_EXPORT shows a symbol; all others are hidden.
 * CIF_HIDDEN hides a member of an exported class that only the library uses. */
#ifndef CIF_EXPORT_H_
#define CIF_EXPORT_H_

#if defined(__cplusplus)
#define CIF_EXPORT [[gnu::visibility("default")]]
#define CIF_HIDDEN [[gnu::visibility("hidden")]]
#elif defined(__GNUC__)
#define CIF_EXPORT __attribute__((visibility("default")))
#else
#define CIF_EXPORT
#endif

#endif

#include "util/plain_double.h"

#include <locale.h>
#include <stdlib.h>

namespace cif::internal {

double PlainDouble(const char* text, char** end) {
  static const locale_t kPlain = newlocale(LC_ALL_MASK, "C", nullptr);
  if (kPlain == nullptr) {
    *end = const_cast<char*>(text);
    return 0;
  }
  return strtod_l(text, end, kPlain);
}

}  // namespace cif::internal

#include "util/plain_double.h"

#include <locale.h>
#include <stdlib.h>

namespace cif::internal {
namespace {

/// Calls parse(locale), and tells that there is no number if there is no locale.
template <typename T, typename Parse>
T InPlainLocale(const char* text, char** end, Parse parse) {
  static const locale_t kPlain = newlocale(LC_ALL_MASK, "C", nullptr);
  if (kPlain == nullptr) {
    *end = const_cast<char*>(text);
    return 0;
  }
  return parse(kPlain);
}

}  // namespace

double PlainDouble(const char* text, char** end) {
  return InPlainLocale<double>(text, end, [&](locale_t in) { return strtod_l(text, end, in); });
}

float PlainFloat(const char* text, char** end) {
  return InPlainLocale<float>(text, end, [&](locale_t in) { return strtof_l(text, end, in); });
}

}  // namespace cif::internal

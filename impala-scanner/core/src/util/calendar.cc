#include "util/calendar.h"

#include <array>
#include <cstddef>

namespace cif::internal {
namespace {

bool IsLeap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int64_t DaysIn(int64_t year, int64_t month) {
  constexpr std::array<int64_t, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && IsLeap(year) ? 29 : kDays[static_cast<size_t>(month - 1)];
}

}  // namespace

bool DaysOf(int64_t year, int64_t month, int64_t day, int64_t* days) {
  if (year < -999'999'999 || year > 999'999'999 || month < 1 || month > 12 || day < 1 ||
      day > DaysIn(year, month)) {
    return false;
  }
  // Years start in March, so that the leap day is the last of a year; eras are 400 years.
  const int64_t y = month <= 2 ? year - 1 : year;
  const int64_t era = (y >= 0 ? y : y - 399) / 400;
  const int64_t of_era = y - era * 400;
  const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  *days = era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
  return true;
}

CalendarDate DateOf(int64_t days) {
  const int64_t z = days + 719468;
  const int64_t era = (z >= 0 ? z : z - 146096) / 146097;
  const int64_t of_era = z - era * 146097;
  const int64_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const int64_t of_year = of_era - (365 * y + y / 4 - y / 100);
  const int64_t m = (5 * of_year + 2) / 153;  // from March on
  const int64_t month = m < 10 ? m + 3 : m - 9;
  return {y + era * 400 + (month <= 2 ? 1 : 0), static_cast<int>(month),
          static_cast<int>(of_year - (153 * m + 2) / 5 + 1)};
}

}  // namespace cif::internal

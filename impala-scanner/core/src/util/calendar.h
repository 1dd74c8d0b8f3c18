// Days of the proleptic Gregorian calendar.
#pragma once

#include <cstdint>

namespace cif::internal {

/// Days since 1970-01-01 of a date; false if there is no such one, or its year is none of
/// -999999999 to 999999999.
bool DaysOf(int64_t year, int64_t month, int64_t day, int64_t* days);

struct CalendarDate {
  int64_t year = 0;
  int month = 0;
  int day = 0;
};

/// Date of days since 1970-01-01.
CalendarDate DateOf(int64_t days);

}  // namespace cif::internal

// Conversion of values to the form of Arrow, also for engines whose memory has the layout of Arrow.
#pragma once

#include <cstdint>

#include "cif/arrow.h"

namespace cif {

/// Checks `count` texts from value `first` on. kInvalidArgument if one is not UTF-8. Type binary is
/// not checked.
CIF_EXPORT Status CheckText(const Vector& texts, int64_t first, int64_t count);

/// Converts points in time to integers of the options' unit; a NULL becomes 0. kInvalidArgument if
/// a time is beyond the unit's years, or has digits beyond the unit that must not be cut off.
/// @param out memory for `count` integers
CIF_EXPORT Status ConvertTimestamps(const Vector& times, int64_t first, int64_t count,
                                    const ArrowOptions& options, int64_t* out);

}  // namespace cif

// Values in the form that Arrow has, and engines whose memory is laid out as Arrow's.
#pragma once

#include <cstdint>

#include "cif/arrow.h"

namespace cif {

/// kInvalidArgument if one of `count` texts from the place `first` on is not UTF-8. Bytes of type binary
/// are no text.
CIF_EXPORT Status CheckText(const Vector& texts, int64_t first, int64_t count);

/// Points in time as integers of the options' unit; that of a NULL is 0. kInvalidArgument if one is beyond
/// the unit's years, or has digits that the unit lacks and may not be cut off.
/// @param out has room for `count` integers
CIF_EXPORT Status ConvertTimestamps(const Vector& times, int64_t first, int64_t count,
                                    const ArrowOptions& options, int64_t* out);

}  // namespace cif

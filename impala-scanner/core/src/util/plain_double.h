// Floating numbers from text.
#pragma once

namespace cif::internal {

/// strtod of the C locale, whatever that of the process is: GCC 10's std::from_chars has integers
/// only.
/// @param end is set behind the number; to `text` if there is none
double PlainDouble(const char* text, char** end);

/// Does the same as PlainDouble for the nearest float.
float PlainFloat(const char* text, char** end);

}  // namespace cif::internal

// Rows as JSON, one object a line: the form of the .jsonl files of testdata.
#pragma once

#include <string>

#include "cif/reader.h"

namespace cif::tools {

/// Appends a value as JSON, without loss: numbers as JSON numbers (NaN and the infinities as text),
/// decimals with their scale, binary as base64, dates and timestamps as text, a map with keys of a
/// text type as an object (a key that occurs twice keeps its first place and last value), any other
/// map as an array of {"key","value"}, a union as {"tag","value"}.
void AppendJson(const Vector& vector, int64_t i, std::string* out);

/// Appends text as a JSON string; bytes that are no UTF-8 become U+FFFD.
void AppendJsonText(std::string_view text, std::string* out);

}  // namespace cif::tools

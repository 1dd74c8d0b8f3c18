// Rows as JSON, one object per line: the form of testdata's .jsonl files.
#pragma once

#include <string>

#include "cif/reader.h"

namespace cif::tools {

/// Appends a value as JSON, without loss. Numbers are JSON numbers (NaN and the infinities are
/// text), decimals keep their scale, binary is base64, dates and timestamps are text. A map whose
/// keys are text is an object; a duplicate key keeps its first position and last value. Any other
/// map is an array of {"key","value"}, a union is {"tag","value"}.
void AppendJson(const Vector& vector, int64_t i, std::string* out);

/// Appends text as a JSON string. Bytes that are not UTF-8 become U+FFFD.
void AppendJsonText(std::string_view text, std::string* out);

}  // namespace cif::tools

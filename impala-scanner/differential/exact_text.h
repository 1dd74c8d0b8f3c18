// Values as text without any loss, as ExactText.java of the format's tests writes them: a map keeps
// a key that occurs twice, a double its bits.
#pragma once

#include <string>

#include "cif/vector.h"

namespace cif::differential {

/// Appends value i of a vector.
void AppendExact(const Vector& vector, int64_t i, std::string* out);

}  // namespace cif::differential

// Values as text without any loss, in the form of ExactText.java in the format's tests. A map keeps
// duplicate keys, a double its bits.
#pragma once

#include <string>

#include "cif/vector.h"

namespace cif::differential {

/// Appends value i of a vector.
void AppendExact(const Vector& vector, int64_t i, std::string* out);

}  // namespace cif::differential

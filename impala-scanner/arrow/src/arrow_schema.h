// Types as Arrow schemas.
#pragma once

#include <string>
#include <vector>

#include "cif/arrow.h"

namespace cif::arrow {

/// Makes the schema of a struct of columns. The caller releases it.
ArrowSchema BuildSchema(const std::vector<Type>& types, const std::vector<std::string>& names,
                        const ArrowOptions& options);

}  // namespace cif::arrow

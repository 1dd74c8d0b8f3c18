// Types in Avro's JSON form: FORMAT.md section 4.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "cif/schema.h"

namespace cif::internal {

/// Reads the columns of an Avro record schema: id, name and type. @throws Failure
std::vector<Column> ReadAvroSchema(const nlohmann::json& record);

}  // namespace cif::internal

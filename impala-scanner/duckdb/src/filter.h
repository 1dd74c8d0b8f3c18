// Conditions as text, as SQL writes them.
#pragma once

#include <string_view>

#include "cif/table.h"

namespace cif::duckdb {

/// Reads a condition on columns of a table, which libcif then uses to leave out blocks, and rows:
///
///     filter    := condition, or filters combined by AND, OR, NOT and parentheses
///     condition := target (= | == | != | <> | < | <= | > | >=) value
///                | target [NOT] (IN (value, ...) | BETWEEN value AND value | LIKE 'text' | CONTAINS 'text'
///                                | STARTS WITH 'text')
///                | target IS [NOT] NULL
///     target    := column, column.field, column['key'] or column[7]; names in double quotes where need be
///     value     := 'text', number, TRUE, FALSE, DATE 'text' or TIMESTAMP 'text'
///
/// LIKE takes '%' at the text's end, at both ends or nowhere, and no '_'. kInvalidArgument with the place in the
/// text if it is none of this; kNotFound if the table has no such column.
Result<Condition> ParseFilter(const Table& table, std::string_view text);

}  // namespace cif::duckdb

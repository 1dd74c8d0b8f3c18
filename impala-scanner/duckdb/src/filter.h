// Conditions as text in SQL's notation.
#pragma once

#include <string_view>

#include "cif/table.h"

namespace cif::duckdb {

/// Parses a condition on columns of a table. libcif uses it to prune blocks and rows.
///
///     filter    := condition, or filters combined by AND, OR, NOT and parentheses
///     condition := target (= | == | != | <> | < | <= | > | >=) value
///                | target [NOT] (IN (value, ...) | BETWEEN value AND value | LIKE 'text'
///                                | CONTAINS 'text' | STARTS WITH 'text')
///                | target IS [NOT] NULL
///     target    := column, column.field, column['key'] or column[7];
///                  names in double quotes if necessary
///     value     := 'text', number, TRUE, FALSE, DATE 'text' or TIMESTAMP 'text'
///
/// LIKE takes '%' at the end of the text, at both ends or nowhere, and no '_'. kInvalidArgument
/// with the position in the text if it is malformed; kNotFound if the table has no such column.
Result<Predicate> ParseFilter(const Table& table, std::string_view text);

}  // namespace cif::duckdb

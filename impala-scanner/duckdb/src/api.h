// DuckDB's stable C API: functions that DuckDB passes when it loads the extension.
#pragma once

#include <duckdb_extension.h>

#include <exception>
#include <string>
#include <utility>

#include "cif/result.h"

DUCKDB_EXTENSION_EXTERN

namespace cif::duckdb {

/// Logical type that is destroyed with its owner.
class LogicalType {
 public:
  explicit LogicalType(duckdb_logical_type type) : type_(type) {}
  LogicalType(LogicalType&& other) noexcept : type_(std::exchange(other.type_, nullptr)) {}
  LogicalType& operator=(LogicalType&&) = delete;
  ~LogicalType() { duckdb_destroy_logical_type(&type_); }
  duckdb_logical_type get() const { return type_; }

 private:
  duckdb_logical_type type_;
};

/// Value that is destroyed with its owner; may be nullptr.
class Value {
 public:
  explicit Value(duckdb_value value) : value_(value) {}
  Value(Value&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  Value& operator=(Value&&) = delete;
  ~Value() { duckdb_destroy_value(&value_); }
  duckdb_value get() const { return value_; }
  /// True if it is nullptr or NULL.
  bool is_null() const { return value_ == nullptr || duckdb_is_null_value(value_); }
  /// Returns the value as a text, whatever its type.
  std::string ToString() const { return TakeText(duckdb_get_varchar(value_)); }
  duckdb_type type() const { return duckdb_get_type_id(duckdb_get_value_type(value_)); }

  /// Takes over a text that DuckDB has allocated.
  static std::string TakeText(char* text) {
    const std::string taken = text == nullptr ? "" : text;
    duckdb_free(text);
    return taken;
  }

 private:
  duckdb_value value_;
};

/// Runs `f` and reports its errors to DuckDB with `tell`. No exception reaches DuckDB. DuckDB
/// itself may also throw when there is no memory.
template <typename F, typename Tell>
void Guard(F f, Tell tell) noexcept {
  try {
    try {
      const Status status = f();
      if (!status.ok()) {
        tell(status.error().ToString().c_str());
      }
    } catch (const std::exception&) {
      tell("out of memory");
    }
  } catch (...) {
    // The text is short enough to need no memory.
    tell("out of memory");
  }
}

}  // namespace cif::duckdb

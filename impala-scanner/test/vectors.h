// Vectors, built value by value.
#pragma once

#include <cstdint>
#include <string_view>

#include "cif/tuples.h"
#include "cif/vector.h"

namespace cif::test {

/// Parses a type, which must be valid.
Type ParseType(std::string_view text);

/// Appends a NULL.
void PushNull(Vector* v);

/// Appends a value of class INT.
void PushInt(Vector* v, int64_t value);

/// Appends a value of class FLOAT or DOUBLE.
void PushDouble(Vector* v, double value);

/// Appends an unscaled decimal.
void PushDecimal(Vector* v, int128 value);

void PushBytes(Vector* v, std::string_view value);

void PushTimestamp(Vector* v, int64_t seconds, int32_t nanos);

/// Ends a list, map or struct whose parts have been appended to the children.
void PushComplex(Vector* v);

/// Memory in pieces of the exact size, so that the sanitizer detects accesses behind them.
class TestPool final : public VarlenPool {
 public:
  /// @param limit maximum number of bytes in total
  explicit TestPool(int64_t limit = INT64_MAX) : limit_(limit) {}

  Status Allocate(int64_t bytes, uint8_t** out) override;

  int64_t used() const { return used_; }

 private:
  int64_t limit_;
  int64_t used_ = 0;
  std::vector<std::unique_ptr<uint8_t[]>> pieces_;
};

}  // namespace cif::test

// Conversion of libcif's vectors to DuckDB's.
#pragma once

#include <cstdint>

#include "api.h"
#include "cif/arrow.h"
#include "cif/vector.h"

namespace cif::duckdb {

/// Writes rows of a batch to vectors of a chunk. For one thread.
class VectorWriter {
 public:
  explicit VectorWriter(const ArrowOptions& options) : options_(options) {}

  /// Writes the values `first` to `first + count - 1` to the first slots of a vector that DuckDB
  /// has just reset. Strings in the batch are views. Of a map's entries with equal keys, only the
  /// last is written, as in look-ups of a key. kInvalidArgument if a value has no form in DuckDB.
  Status Write(const Vector& from, int64_t first, int64_t count, duckdb_vector to);

 private:
  /// Vector of DuckDB that is filled from a slot on.
  struct Target {
    duckdb_vector vector;
    idx_t at;

    template <typename T>
    T* data() const {
      return static_cast<T*>(duckdb_vector_get_data(vector)) + at;
    }
  };

  void WriteValues(const Vector& from, int64_t first, int64_t count, Target to);
  void WriteNulls(const Vector& from, int64_t first, int64_t count, Target to);
  void WriteIntegers(const Vector& from, int64_t first, int64_t count, Target to);
  void WriteDecimals(const Vector& from, int64_t first, int64_t count, Target to);
  template <typename To>
  void NarrowDecimals(const Vector& from, int64_t first, int64_t count, Target to);
  void WriteBytes(const Vector& from, int64_t first, int64_t count, Target to);
  void WriteList(const Vector& from, int64_t first, int64_t count, Target to);
  void WriteMap(const Vector& from, int64_t first, int64_t count, Target to);
  /// Starts lists or maps whose entries begin and end at these offsets. Returns the target of their
  /// entries.
  static Target StartEntries(const int32_t* offsets, int64_t count, Target to);
  /// Writes the fields of a struct, or the keys and values of maps.
  void WriteEntries(const Vector& from, int64_t first, int64_t count, Target to);
  void WriteUnion(const Vector& from, int64_t first, int64_t count, Target to);
  void WriteBranch(const Vector& from, int64_t first, int64_t count, size_t branch, Target to);

  /// Keeps the first error. Writing goes on, but its result is dropped.
  void Refuse(const char* why);
  void Keep(Status status);

  const ArrowOptions options_;
  Status status_;
};

}  // namespace cif::duckdb

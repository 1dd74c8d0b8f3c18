// Values of libcif's vectors, written into DuckDB's.
#pragma once

#include <cstdint>

#include "api.h"
#include "cif/arrow.h"
#include "cif/vector.h"

namespace cif::duckdb {

/// Writes rows of a batch into vectors of a chunk. For one thread.
class VectorWriter {
 public:
  explicit VectorWriter(const ArrowOptions& options) : options_(options) {}

  /// Writes the values `first` to `first + count - 1` to the first places of a vector that DuckDB has just
  /// reset. Strings stand in the batch as views. Of entries of a map with equal keys only the last is written, as look-ups of a key have it.
  /// kInvalidArgument if a value has no form in DuckDB.
  Status Write(const Vector& from, int64_t first, int64_t count, duckdb_vector to);

 private:
  /// What vectors of DuckDB's are filled from a place on.
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
  /// Lists, or maps, whose entries begin and end at these offsets; where their entries go.
  static Target StartEntries(const int32_t* offsets, int64_t count, Target to);
  /// The fields of a struct, or the keys and values of maps.
  void WriteEntries(const Vector& from, int64_t first, int64_t count, Target to);
  void WriteUnion(const Vector& from, int64_t first, int64_t count, Target to);
  void WriteBranch(const Vector& from, int64_t first, int64_t count, size_t branch, Target to);

  /// Keeps the first error; the values go on, and are thrown away.
  void Refuse(const char* why);
  void Keep(Status status);

  const ArrowOptions options_;
  Status status_;
};

}  // namespace cif::duckdb

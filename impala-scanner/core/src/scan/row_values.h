// Values of rows, for the evaluation of conditions.
#pragma once

#include <cstdint>
#include <deque>

#include "scan/sources.h"

namespace cif::internal {

/// Some rows of a split, and their values. Each source is read once. For one thread. Raises
/// Failure.
class RowValues {
 public:
  /// @param strings form of the strings that are appended
  /// @param whole superset of these rows, whose values are not decoded again; nullptr: none. It
  /// must outlive this object
  RowValues(Sources* sources, StringForm strings, const RowValues* whole = nullptr)
      : sources_(sources), strings_(strings), whole_(whole) {}

  /// Goes to other rows.
  /// @param index rows, counted from `first`; it must stay valid as long as values are read.
  /// nullptr: `count` consecutive rows
  void Start(int64_t first, const int32_t* index, int64_t count);

  int64_t count() const { return count_; }

  /// Appends the slots of rows whose value of a source matches. The source must not be missing.
  /// Decodes the values if they are needed again, unless few distinct ones stand for many.
  void Select(const Source& source, const ValueMatcher& matcher, std::vector<int32_t>* slots);

  /// Returns the values of a source, which must not be missing. Valid until the next call of Start.
  const Vector& Of(const Source& source);

  /// Appends the values of a source, which must not be missing, for all rows or for chosen ones. It
  /// must be the last use of these values.
  /// @param index slots of rows; nullptr: all
  void Append(const Source& source, const int32_t* index, int64_t count, Vector* out);

 private:
  struct Values {
    size_t reader;
    Vector values;
    bool are_read = false;
  };

  /// Returns true if matching encoded values pays: nobody else needs them decoded, or few distinct
  /// ones stand for many.
  bool PaysEncoded(const Source& source, const ValueMatcher& matcher) const;

  /// Returns true if the source's values were decoded for the superset of the rows.
  bool IsKnownOfWhole(const Source& source) const;

  /// Returns nullptr if the source was never used.
  const Values* Find(const Source& source) const;
  Values* Find(const Source& source) {
    return const_cast<Values*>(static_cast<const RowValues*>(this)->Find(source));
  }

  Sources* sources_;
  StringForm strings_;
  const RowValues* whole_;
  int64_t first_ = 0;
  const int32_t* index_ = nullptr;
  int64_t count_ = 0;
  std::deque<Values> all_;  ///< values of all sources ever used, so that they keep their memory
};

}  // namespace cif::internal

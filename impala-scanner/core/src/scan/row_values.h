// Values of the rows that conditions look at.
#pragma once

#include <cstdint>
#include <deque>

#include "scan/sources.h"

namespace cif::internal {

/// Some rows of a split, and the values that are wanted of them: each source is read once. For one thread.
/// Raises Failure.
class RowValues {
 public:
  /// @param strings the form of strings that are appended
  /// @param whole rows of which these are some, whose values are not decoded again; nullptr: none. It outlives this
  RowValues(Sources* sources, StringForm strings, const RowValues* whole = nullptr)
      : sources_(sources), strings_(strings), whole_(whole) {}

  /// Goes to other rows.
  /// @param index which of them, counted from `first`, as long as values are wanted; nullptr: `count` rows that
  /// follow each other
  void Start(int64_t first, const int32_t* index, int64_t count);

  int64_t count() const { return count_; }

  /// Appends the slots of rows whose value of a source, which is not missing, a matcher takes. Values are decoded if they
  /// are wanted again, and if few of them do not stand for many.
  void Select(const Source& source, const ValueMatcher& matcher, std::vector<int32_t>* slots);

  /// The values of a source, which is not missing; they stay until other rows are gone to.
  const Vector& Of(const Source& source);

  /// Appends the values of a source, which is not missing: of all rows, or of those that are chosen. For the last use
  /// of its values.
  /// @param index slots of rows; nullptr: all
  void Append(const Source& source, const int32_t* index, int64_t count, Vector* out);

 private:
  struct Values {
    size_t reader;
    Vector values;
    bool are_read = false;
  };

  /// Whether a matcher is better asked of encoded values: nobody else wants them, or few stand for many.
  bool PaysEncoded(const Source& source, const ValueMatcher& matcher) const;

  /// Whether its values of all rows, of which these are some, were decoded.
  bool IsKnownOfWhole(const Source& source) const;

  /// nullptr if the source was never wanted.
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
  std::deque<Values> all_;  ///< of all sources that were ever wanted, so that they keep their memory
};

}  // namespace cif::internal

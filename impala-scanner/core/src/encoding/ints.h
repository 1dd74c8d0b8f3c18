// Streams of 64-bit integers: FORMAT.md section 6.1. A file an encoding, all of one shape: Open reads
// the headers, values are decoded when they are asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "encoding/nesting.h"
#include "util/input.h"
#include "vector/rows.h"
#include "vector/value_matcher.h"

namespace cif::internal {

/// A ValueMatcher as streams of integers ask it.
class IntsMatcher {
 public:
  virtual ~IntsMatcher() = default;

  virtual uint64_t id() const = 0;

  /// The wanted integers; nullptr: these are no range.
  virtual const IntegerRange* range() const = 0;

  /// Appends the places of those among some values that are wanted.
  virtual void Select(const int64_t* values, int64_t count, std::vector<int32_t>* places) const = 0;

  bool Takes(int64_t value) const {
    std::vector<int32_t> places;
    Select(&value, 1, &places);
    return !places.empty();
  }
};

/// A stream of n >= 1 values. Errors in the payload are raised (CorruptData) when it is decoded.
class Ints {
 public:
  explicit Ints(int64_t size) : size_(size) {}
  virtual ~Ints() = default;

  int64_t size() const { return size_; }

  /// Values `from` to `from + count - 1`.
  virtual void Read(int64_t from, int64_t count, int64_t* out) = 0;

  /// As Read; a value that 32 bits do not hold is corrupt.
  virtual void Read32(int64_t from, int64_t count, int32_t* out);

  /// Value i; for few values.
  virtual int64_t At(int64_t i) = 0;

  /// The one value of all, if the encoding says so.
  virtual const int64_t* constant() const { return nullptr; }

  /// Whether few values stand for many: a dictionary, runs, a constant.
  virtual bool has_few_values() { return false; }

  /// Appends the slots of the rows that a matcher wants, without decoding their values; false: there is no such way.
  virtual bool Select(const Rows&, const IntsMatcher&, std::vector<int32_t>*) { return false; }

  /// The values of the rows.
  void Get(const Rows& rows, int64_t* out);
  void Get32(const Rows& rows, int32_t* out);

 private:
  int64_t size_;
};

using IntsPtr = std::unique_ptr<Ints>;

/// Opens the sized stream at the input's position and moves behind it.
IntsPtr OpenInts(Input* in, int64_t n, const Nesting& nesting = Nesting());

/// Opens the `u8 encoding, payload` that fills the input.
IntsPtr OpenIntsContent(Input in, int64_t n, const Nesting& nesting);

IntsPtr OpenConstantInts(Input in, int64_t n);
IntsPtr OpenPackedInts(Input in, int64_t n);
IntsPtr OpenDeltaInts(Input in, int64_t n);
IntsPtr OpenRunLengthInts(Input in, int64_t n, const Nesting& nesting);
IntsPtr OpenDictionaryInts(Input in, int64_t n, const Nesting& nesting);
IntsPtr OpenPlainInts(Input in, int64_t n);
IntsPtr OpenScaledInts(Input in, int64_t n, const Nesting& nesting);
IntsPtr OpenCompressedInts(Input in, int64_t n, const Nesting& nesting);
IntsPtr OpenDigitInts(Input in, int64_t n, const Nesting& nesting);

/// Narrows values to 32 bits. @throws CorruptData if one does not fit
void Narrow32(const int64_t* values, int64_t count, int32_t* out);

}  // namespace cif::internal

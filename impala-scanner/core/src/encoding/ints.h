// Streams of 64-bit integers: FORMAT.md section 6.1. Each encoding has its file, all of one shape:
// Open reads the headers, and values are decoded on demand.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "encoding/nesting.h"
#include "util/input.h"
#include "vector/rows.h"
#include "vector/value_matcher.h"

namespace cif::internal {

/// Condition on integers, the form of a ValueMatcher for streams of integers.
class IntsMatcher {
 public:
  virtual ~IntsMatcher() = default;

  virtual uint64_t id() const = 0;

  /// Range of the wanted integers; nullptr if they are no range.
  virtual const IntegerRange* range() const = 0;

  /// Appends the indexes of the wanted ones among `count` values.
  virtual void Select(const int64_t* values, int64_t count, std::vector<int32_t>* places) const = 0;

  bool Takes(int64_t value) const {
    std::vector<int32_t> places;
    Select(&value, 1, &places);
    return !places.empty();
  }
};

/// Stream of n >= 1 values. Decoding raises errors in the payload (CorruptData).
class Ints {
 public:
  explicit Ints(int64_t size) : size_(size) {}
  virtual ~Ints() = default;

  int64_t size() const { return size_; }

  /// Reads values `from` to `from + count - 1`.
  virtual void Read(int64_t from, int64_t count, int64_t* out) = 0;

  /// Reads values of 32 bits. A value that does not fit is corrupt.
  virtual void Read32(int64_t from, int64_t count, int32_t* out);

  /// Returns value i. Use it for few values.
  virtual int64_t At(int64_t i) = 0;

  /// Value of a constant stream; else nullptr.
  virtual const int64_t* constant() const { return nullptr; }

  /// True if few distinct values stand for many: a dictionary, runs, a constant.
  virtual bool has_few_values() { return false; }

  /// Appends the slots of the rows that a matcher wants, without decoding their values. Returns
  /// false if the encoding does not support that.
  virtual bool Select(const Rows&, const IntsMatcher&, std::vector<int32_t>*) { return false; }

  /// Reads the values of the rows.
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

/// Narrows values to 32 bits. @throws CorruptData if a value does not fit
void Narrow32(const int64_t* values, int64_t count, int32_t* out);

}  // namespace cif::internal

// Values in Avro's binary encoding: FORMAT.md section 7.1. A file a group of classes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cif/vector.h"
#include "file/path.h"
#include "util/budget.h"
#include "util/input.h"

namespace cif::internal {

/// Reads the marker before a value: whether it is present.
inline bool ReadMarker(Input* in) {
  uint8_t marker = in->U8();
  if (marker != 0 && marker != 2) {
    in->CorruptAt(in->position() - 1, "a value starts with " + std::to_string(marker) +
                                          ", neither 0 nor 2");
  }
  return marker == 2;
}

/// Decodes values of one type, or a part of each. One object for each node of the type.
class ValueDecoder {
 public:
  virtual ~ValueDecoder() = default;

  /// Appends one value that has no marker: `content(T)`.
  virtual void ReadContent(Input* in, Vector* out) = 0;

  /// Passes over one value without a marker.
  virtual void SkipContent(Input* in) = 0;

  /// Appends `count` values with their markers: `value(T)`.
  virtual void Read(Input* in, int64_t count, Vector* out);

  /// Appends values of a dcsl row: each NULL if its size is 0, else size - 1 bytes without a marker.
  virtual void ReadSized(Input* in, const int32_t* sizes, int64_t count, Vector* out);

  /// Passes over values with their markers.
  void Skip(Input* in, int64_t count);

  /// The fewest bytes that a value without its marker takes.
  virtual int64_t least_content() const { return 1; }
};

using DecoderPtr = std::unique_ptr<ValueDecoder>;

/// The decoder of a type, or of the part of it that the path leads to.
DecoderPtr MakeDecoder(const Type& type, Path path, Budget* budget);

DecoderPtr MakeScalarDecoder(const Type& type, Budget* budget);
DecoderPtr MakeListDecoder(const Type& type, Budget* budget);
DecoderPtr MakeMapDecoder(const Type& type, Budget* budget);
DecoderPtr MakeMapKeyDecoder(const Type& type, Path path, Budget* budget);
DecoderPtr MakeStructDecoder(const Type& type, Budget* budget);
DecoderPtr MakeFieldDecoder(const Type& type, Path path, Budget* budget);
DecoderPtr MakeUnionDecoder(const Type& type, Budget* budget);

/// The items of a list or map: how many, and where they end.
struct Items {
  int64_t count = 0;
  const uint8_t* end = nullptr;
};

/// Opens the items of a list or map of at least `least` bytes each. Of no items, the list or map is
/// over; else CloseItems has to follow.
Items OpenItems(Input* in, int64_t least);

/// Checks that the items end where they should, and passes over the 0 behind them.
void CloseItems(Input* in, const Items& items);

/// Passes over the items of a list or map by their stored length.
void SkipItems(Input* in, int64_t least);

/// Passes over one key without a marker and says whether it equals.
class KeyMatcher {
 public:
  KeyMatcher(const Type& key_type, const Key& key);

  bool PassEqual(Input* in) const;

 private:
  Key key_;
  bool is_boolean_;
};

}  // namespace cif::internal

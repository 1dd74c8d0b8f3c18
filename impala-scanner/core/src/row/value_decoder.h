// Values in Avro's binary encoding: FORMAT.md section 7.1. Each group of classes has its file.
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

/// Reads the marker before a value. Returns true if the value is present.
inline bool ReadMarker(Input* in) {
  uint8_t marker = in->U8();
  if (marker != 0 && marker != 2) {
    in->CorruptAt(in->position() - 1,
                  "a value starts with " + std::to_string(marker) + ", neither 0 nor 2");
  }
  return marker == 2;
}

/// Decoder of values of one type, or of a part of each. Each node of the type has its object.
class ValueDecoder {
 public:
  virtual ~ValueDecoder() = default;

  /// Appends one value that has no marker: `content(T)`.
  virtual void ReadContent(Input* in, Vector* out) = 0;

  /// Skips one value without a marker.
  virtual void SkipContent(Input* in) = 0;

  /// Appends `count` values with their markers: `value(T)`.
  virtual void Read(Input* in, int64_t count, Vector* out);

  /// Appends values of a dcsl row. A value is NULL if its size is 0, else it has size - 1 bytes and
  /// no marker.
  virtual void ReadSized(Input* in, const int32_t* sizes, int64_t count, Vector* out);

  /// Skips values with their markers.
  void Skip(Input* in, int64_t count);

  /// Minimum number of bytes of a value without its marker.
  virtual int64_t least_content() const { return 1; }
};

using DecoderPtr = std::unique_ptr<ValueDecoder>;

/// Makes the decoder of a type, or of the part of it that the path names.
DecoderPtr MakeDecoder(const Type& type, Path path, Budget* budget);

DecoderPtr MakeScalarDecoder(const Type& type, Budget* budget);
DecoderPtr MakeListDecoder(const Type& type, Budget* budget);
DecoderPtr MakeMapDecoder(const Type& type, Budget* budget);
DecoderPtr MakeMapKeyDecoder(const Type& type, Path path, Budget* budget);
DecoderPtr MakeStructDecoder(const Type& type, Budget* budget);
DecoderPtr MakeFieldDecoder(const Type& type, Path path, Budget* budget);
DecoderPtr MakeUnionDecoder(const Type& type, Budget* budget);

/// Items of a list or map: their number and their end.
struct Items {
  int64_t count = 0;
  const uint8_t* end = nullptr;
};

/// Opens the items of a list or map, of at least `least` bytes each. Without items, the list or map
/// is over. Otherwise the caller has to call CloseItems.
Items OpenItems(Input* in, int64_t least);

/// Checks that the items end where they should, and skips the 0 behind them.
void CloseItems(Input* in, const Items& items);

/// Skips the items of a list or map by their stored length.
void SkipItems(Input* in, int64_t least);

/// Skips one key without a marker, and returns true if it equals the wanted key.
class KeyMatcher {
 public:
  KeyMatcher(const Type& key_type, const Key& key);

  bool PassEqual(Input* in) const;

 private:
  Key key_;
  bool is_boolean_;
};

}  // namespace cif::internal

// Classes INT, FLOAT, DOUBLE, DECIMAL, BYTES and TIMESTAMP.

#include <algorithm>
#include <bit>
#include <cstring>

#include "row/value_decoder.h"
#include "vector/vector_ops.h"
#include "vector/views.h"

namespace cif::internal {
namespace {

constexpr int64_t kPiece = 1024;

/// Decoder of tinyint, smallint, int, bigint and date: zigzag varints in the range of the type.
template <typename T>
class IntegerDecoder final : public ValueDecoder {
 public:
  void ReadContent(Input* in, Vector* out) override {
    *GrowValues<T>(out, 1) = Value(in);
    AppendValid(out, 1);
  }

  void SkipContent(Input* in) override { in->Uvarint(); }

  void Read(Input* in, int64_t count, Vector* out) override {
    uint8_t valid[kPiece];
    for (int64_t done = 0; done < count; done += kPiece) {
      int64_t step = std::min(kPiece, count - done);
      T* values = GrowValues<T>(out, step);
      for (int64_t i = 0; i < step; i++) {
        bool present = ReadMarker(in);
        valid[i] = present ? 1 : 0;
        values[i] = present ? Value(in) : T{0};
      }
      AppendValidity(out, valid, step);
    }
  }

  void ReadSized(Input* in, const int32_t* sizes, int64_t count, Vector* out) override {
    uint8_t valid[kPiece];
    for (int64_t done = 0; done < count; done += kPiece) {
      int64_t step = std::min(kPiece, count - done);
      T* values = GrowValues<T>(out, step);
      for (int64_t i = 0; i < step; i++) {
        int32_t size = sizes[done + i];
        const uint8_t* start = in->position();
        valid[i] = size == 0 ? 0 : 1;
        values[i] = size == 0 ? T{0} : Value(in);
        if (size != 0 && in->position() - start != size - 1) {
          in->CorruptAt(start,
                        "an integer that does not take its " + std::to_string(size - 1) + " bytes");
        }
      }
      AppendValidity(out, valid, step);
    }
  }

 private:
  static T Value(Input* in) {
    const uint8_t* at = in->position();
    int64_t wide = in->Svarint();
    T value = static_cast<T>(wide);
    if (value != wide) {
      in->CorruptAt(at, "an integer of " + std::to_string(8 * sizeof(T)) + " bits of " +
                            std::to_string(wide));
    }
    return value;
  }
};

class BooleanDecoder final : public ValueDecoder {
 public:
  void ReadContent(Input* in, Vector* out) override {
    int32_t value = in->U8();
    if (value > 1) {
      in->CorruptAt(in->position() - 1, "a boolean of " + std::to_string(value));
    }
    AppendBooleans(out, &value, 1);
    AppendValid(out, 1);
  }

  void SkipContent(Input* in) override { in->Skip(1); }
};

template <typename T>
class FloatDecoder final : public ValueDecoder {
 public:
  void ReadContent(Input* in, Vector* out) override {
    *GrowValues<T>(out, 1) = Load<T>(in->Skip(sizeof(T)));
    AppendValid(out, 1);
  }

  void SkipContent(Input* in) override { in->Skip(sizeof(T)); }
  int64_t least_content() const override { return sizeof(T); }
};

/// Decoder of decimals: a length, and the unscaled value in its shortest big-endian two's
/// complement.
class DecimalDecoder final : public ValueDecoder {
 public:
  explicit DecimalDecoder(const Type& type) : type_(type), most_(type.is_decimal64() ? 8 : 16) {}

  void ReadContent(Input* in, Vector* out) override {
    const uint8_t* at = in->position();
    int64_t length = in->AvroLength();
    const uint8_t* p = in->Skip(length);
    bool is_long = length > 1 && (p[0] == 0 || p[0] == 0xFF) && (p[0] & 0x80) == (p[1] & 0x80);
    if (length < 1 || length > most_ || is_long) {
      in->CorruptAt(at, "the " + std::to_string(length) + " bytes are no " + type_.ToString() +
                            " in its shortest form");
    }
    uint64_t low = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int8_t>(p[0])));
    uint64_t high = (p[0] & 0x80) != 0 ? ~uint64_t{0} : 0;
    for (int64_t k = 1; k < length; k++) {
      high = (high << 8) | (low >> 56);
      low = (low << 8) | p[k];
    }
    if (most_ == 8) {
      *GrowValues<uint64_t>(out, 1) = low;
    } else {
      struct Value {
        uint64_t low, high;
      };
      *GrowValues<Value>(out, 1) = {low, high};
    }
    AppendValid(out, 1);
  }

  void SkipContent(Input* in) override { in->Skip(in->AvroLength()); }
  int64_t least_content() const override { return 2; }

 private:
  Type type_;
  int64_t most_;
};

class TimestampDecoder final : public ValueDecoder {
 public:
  void ReadContent(Input* in, Vector* out) override {
    *GrowValues<int64_t>(out, 1) = in->Svarint();
    const uint8_t* at = in->position();
    int64_t nanos = in->Svarint();
    if (nanos < 0 || nanos > 999'999'999) {
      in->CorruptAt(at, "a timestamp with " + std::to_string(nanos) + " nanoseconds");
    }
    *GrowNanos(out, 1) = static_cast<int32_t>(nanos);
    AppendValid(out, 1);
  }

  void SkipContent(Input* in) override {
    in->Uvarint();
    in->Uvarint();
  }
  int64_t least_content() const override { return 2; }
};

class BytesDecoder final : public ValueDecoder {
 public:
  explicit BytesDecoder(Budget* budget) : budget_(budget) {}

  void ReadContent(Input* in, Vector* out) override {
    int64_t length = in->AvroLength();
    const uint8_t* p = in->Skip(length);
    if (HasViews(*out)) {
      AppendView(out, {p, static_cast<int32_t>(length)}, in->shared_memory(), budget_);
      AppendValid(out, 1);
      return;
    }
    uint8_t* bytes = GrowBytes(out, length, budget_);
    Copy(p, length, bytes);
    int32_t* offsets = GrowOffsets(out, 1);
    offsets[1] = offsets[0] + static_cast<int32_t>(length);
    AppendValid(out, 1);
  }

  void SkipContent(Input* in) override { in->Skip(in->AvroLength()); }

  void Read(Input* in, int64_t count, Vector* out) override {
    if (HasViews(*out)) {
      ValueDecoder::Read(in, count, out);
      return;
    }
    uint8_t valid[kPiece];
    for (int64_t done = 0; done < count; done += kPiece) {
      int64_t step = std::min(kPiece, count - done);
      int32_t* offsets = GrowOffsets(out, step);
      for (int64_t i = 0; i < step; i++) {
        bool present = ReadMarker(in);
        valid[i] = present ? 1 : 0;
        int64_t length = present ? in->AvroLength() : 0;
        Copy(in->Skip(length), length, GrowBytes(out, length, budget_));
        offsets[i + 1] = offsets[i] + static_cast<int32_t>(length);
      }
      AppendValidity(out, valid, step);
    }
  }

 private:
  /// Copies bytes. Both sides have slack behind them.
  static void Copy(const uint8_t* from, int64_t length, uint8_t* to) {
    std::memcpy(to, from, 16);
    if (length > 16) {
      std::memcpy(to + 16, from + 16, static_cast<size_t>(length - 16));
    }
  }

  Budget* budget_;
};

}  // namespace

DecoderPtr MakeScalarDecoder(const Type& type, Budget* budget) {
  switch (type.kind()) {
    case Kind::kBoolean:
      return std::make_unique<BooleanDecoder>();
    case Kind::kTinyint:
      return std::make_unique<IntegerDecoder<int8_t>>();
    case Kind::kSmallint:
      return std::make_unique<IntegerDecoder<int16_t>>();
    case Kind::kInt:
    case Kind::kDate:
      return std::make_unique<IntegerDecoder<int32_t>>();
    case Kind::kBigint:
      return std::make_unique<IntegerDecoder<int64_t>>();
    case Kind::kFloat:
      return std::make_unique<FloatDecoder<float>>();
    case Kind::kDouble:
      return std::make_unique<FloatDecoder<double>>();
    case Kind::kDecimal:
      return std::make_unique<DecimalDecoder>(type);
    case Kind::kTimestamp:
    case Kind::kTimestampLocal:
      return std::make_unique<TimestampDecoder>();
    case Kind::kString:
    case Kind::kVarchar:
    case Kind::kChar:
    case Kind::kBinary:
    case Kind::kArray:
    case Kind::kMap:
    case Kind::kStruct:
    case Kind::kUnion:
      break;
  }
  return std::make_unique<BytesDecoder>(budget);
}

}  // namespace cif::internal

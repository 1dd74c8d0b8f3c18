#include "encoding/ints.h"

#include <algorithm>
#include <string>

#include "encoding/encodings.h"
#include "util/bits.h"

namespace cif::internal {

void Narrow32(const int64_t* values, int64_t count, int32_t* out) {
  int64_t bad = 0;
  for (int64_t i = 0; i < count; i++) {
    out[i] = static_cast<int32_t>(values[i]);
    bad |= values[i] ^ out[i];
  }
  if (bad != 0) {
    throw CorruptData(-1, "a number of more than 32 bits where 32 can be");
  }
}

void Ints::Read32(int64_t from, int64_t count, int32_t* out) {
  int64_t wide[kVector];
  for (int64_t done = 0; done < count; done += kVector) {
    int64_t step = std::min(kVector, count - done);
    Read(from + done, step, wide);
    Narrow32(wide, step, out + done);
  }
}

namespace {

/// Minimum number of wanted values of a vector for which decoding the whole stretch pays.
constexpr int64_t kDense = 8;

template <typename T, typename ReadRange, typename ReadOne>
void GetRows(const Rows& rows, T* out, ReadRange read_range, ReadOne read_one) {
  if (rows.index == nullptr) {
    if (rows.count > 0) {
      read_range(rows.from, rows.count, out);
    }
    return;
  }
  T scratch[kVector];
  for (int64_t k = 0; k < rows.count;) {
    const int64_t first = rows.index[k];
    const int64_t end = EndOfRows(rows, k, (first / kVector + 1) * kVector);
    const int64_t span = rows.index[end - 1] - first + 1;
    if (span == end - k) {
      read_range(first, span, out + k);
      k = end;
    } else if (span <= kDense * (end - k)) {
      read_range(first, span, scratch);
      for (; k < end; k++) {
        out[k] = scratch[rows.index[k] - first];
      }
    } else {
      for (; k < end; k++) {
        out[k] = read_one(rows.index[k]);
      }
    }
  }
}

}  // namespace

void Ints::Get(const Rows& rows, int64_t* out) {
  GetRows(
      rows, out, [this](int64_t from, int64_t count, int64_t* to) { Read(from, count, to); },
      [this](int64_t i) { return At(i); });
}

void Ints::Get32(const Rows& rows, int32_t* out) {
  GetRows(
      rows, out, [this](int64_t from, int64_t count, int32_t* to) { Read32(from, count, to); },
      [this](int64_t i) {
        int64_t wide = At(i);
        int32_t narrow = 0;
        Narrow32(&wide, 1, &narrow);
        return narrow;
      });
}

IntsPtr OpenInts(Input* in, int64_t n, const Nesting& nesting) {
  return OpenIntsContent(in->Sized("the length of a stream of integers"), n, nesting);
}

IntsPtr OpenIntsContent(Input in, int64_t n, const Nesting& nesting) {
  const uint8_t encoding = in.U8();
  switch (static_cast<IntsEncoding>(encoding)) {
    case IntsEncoding::kConstant:
      return OpenConstantInts(in, n);
    case IntsEncoding::kPacked:
      return OpenPackedInts(in, n);
    case IntsEncoding::kDelta:
      return OpenDeltaInts(in, n);
    case IntsEncoding::kRunLength:
      return OpenRunLengthInts(in, n, nesting);
    case IntsEncoding::kDictionary:
      return OpenDictionaryInts(in, n, nesting);
    case IntsEncoding::kPlain:
      return OpenPlainInts(in, n);
    case IntsEncoding::kScaled:
      return OpenScaledInts(in, n, nesting);
    case IntsEncoding::kCompressed:
      return OpenCompressedInts(in, n, nesting);
    case IntsEncoding::kDigits:
      return OpenDigitInts(in, n, nesting);
  }
  in.Corrupt("encoding " + std::to_string(encoding) + " of integers is unknown");
}

}  // namespace cif::internal

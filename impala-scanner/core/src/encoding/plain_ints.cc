#include <string>

#include "encoding/ints.h"

namespace cif::internal {
namespace {

/// Encoding 5: numbers of 1, 2, 4 or 8 bytes.
template <typename T>
class PlainInts final : public Ints {
 public:
  PlainInts(int64_t n, const uint8_t* data) : Ints(n), data_(data) {}

  void Read(int64_t from, int64_t count, int64_t* out) override { Copy(from, count, out); }

  void Read32(int64_t from, int64_t count, int32_t* out) override {
    if constexpr (sizeof(T) <= sizeof(int32_t)) {
      Copy(from, count, out);
    } else {
      Ints::Read32(from, count, out);
    }
  }

  int64_t At(int64_t i) override { return Load<T>(data_ + i * static_cast<int64_t>(sizeof(T))); }

 private:
  template <typename U>
  void Copy(int64_t from, int64_t count, U* out) const {
    const uint8_t* p = data_ + from * static_cast<int64_t>(sizeof(T));
    for (int64_t i = 0; i < count; i++) {
      out[i] = static_cast<U>(Load<T>(p + i * static_cast<int64_t>(sizeof(T))));
    }
  }

  const uint8_t* data_;
};

}  // namespace

IntsPtr OpenPlainInts(Input in, int64_t n) {
  int width = in.U8();
  if (width != 1 && width != 2 && width != 4 && width != 8) {
    in.Corrupt("plain numbers of " + std::to_string(width) + " bytes: 1, 2, 4 or 8 can be");
  }
  if (n * width != in.remaining()) {
    in.Corrupt(std::to_string(n) + " numbers of " + std::to_string(width) + " bytes in " +
               std::to_string(in.remaining()) + " bytes");
  }
  switch (width) {
    case 1:
      return std::make_unique<PlainInts<int8_t>>(n, in.position());
    case 2:
      return std::make_unique<PlainInts<int16_t>>(n, in.position());
    case 4:
      return std::make_unique<PlainInts<int32_t>>(n, in.position());
    default:
      return std::make_unique<PlainInts<int64_t>>(n, in.position());
  }
}

}  // namespace cif::internal

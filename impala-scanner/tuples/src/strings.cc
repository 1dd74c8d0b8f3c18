// Slots of texts: inline, or with their bytes in the pool.

#include <algorithm>

#include "plan.h"

namespace cif::internal {
namespace {

constexpr int64_t kSmallLimit = 11;

/// Loads `length` < 8 * `words` bytes as integers, with zeros behind; what follows the bytes may be
/// loaded (kSlack).
inline void LoadSmall(const uint8_t* from, int64_t length, uint64_t* low, uint32_t* high) {
  std::memcpy(low, from, 8);
  std::memcpy(high, from + 8, 4);
  const auto bits = static_cast<int>(length * 8);
  const uint64_t low_mask = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << (bits & 63)) - 1;
  const uint64_t high_mask = bits <= 64 ? 0 : (uint64_t{1} << ((bits - 64) & 31)) - 1;
  *low &= low_mask;
  *high &= static_cast<uint32_t>(high_mask);
}

/// How many bytes of a value are used.
inline int64_t Cut(int64_t length, int64_t limit) { return std::min(length, limit); }

/// Bytes of the values that do not fit into their slots.
int64_t CountOutside(const int32_t* offsets, int64_t count, int64_t limit, bool small) {
  int64_t total = 0;
  for (int64_t i = 0; i < count; i++) {
    const int64_t length = Cut(int64_t{offsets[i + 1]} - offsets[i], limit);
    total += small && length <= kSmallLimit ? 0 : length;
  }
  return total;
}

/// Writes slots; `outside` gives the address in the pool of a value's bytes: where they are already
/// if kCopied, else where they are copied to, one behind the other.
template <bool kSmall, bool kCopied>
void StoreStrings(const uint8_t* bytes, const int32_t* offsets, int64_t limit, uint8_t* outside,
                  const Target& target) {
  uint8_t* out = target.slot;
  const int32_t start = offsets[0];
  for (int64_t i = 0; i < target.count; i++, out += target.stride) {
    const uint8_t* from = bytes + offsets[i];
    const int64_t length = Cut(int64_t{offsets[i + 1]} - offsets[i], limit);
    const bool is_small = kSmall && length <= kSmallLimit;
    uint64_t low = 0;
    uint32_t high = 0;
    if constexpr (kSmall) {
      LoadSmall(from, std::min(length, kSmallLimit), &low, &high);
      high |= static_cast<uint32_t>(0x80 + (length & 0x7f)) << 24;
    }
    uint8_t* at = kCopied ? outside + (offsets[i] - start) : outside;
    if constexpr (!kCopied) {
      if (!is_small && length > 0) {
        std::memcpy(outside, from, static_cast<size_t>(length));
        outside += length;
      }
    }
    Store(out, is_small ? low : reinterpret_cast<uint64_t>(at));
    Store(out + 8, is_small ? high : static_cast<uint32_t>(length));
  }
}

}  // namespace

Status FillStrings(const Vector& values, int64_t first, const Target& target,
                   const FillContext& context) {
  static_assert(sizeof(uint8_t*) == 8, "a StringValue holds a pointer in 8 bytes");
  static_assert(kSlack >= 12, "small texts are loaded as 12 bytes");
  const int32_t* offsets = values.offsets.as<int32_t>() + first;
  const uint8_t* bytes = values.values.data();
  alignas(8) static const uint8_t kNothing[kSlack] = {};
  if (bytes == nullptr) {
    bytes = kNothing;
  }
  const bool small = context.options.strings == StringLayout::kSmall;
  const int64_t limit =
      context.plan.slot.type == SlotType::kVarchar ? context.plan.slot.length : INT32_MAX;
  const int64_t range = int64_t{offsets[target.count]} - offsets[0];
  const int64_t needed = CountOutside(offsets, target.count, limit, small);
  // One copy of everything is faster than many small ones, unless much of it would be wasted.
  const bool copy_range = needed > range / 4 * 3;
  uint8_t* outside = const_cast<uint8_t*>(kNothing);  // of empty texts, never written
  if (needed > 0) {
    if (Status s = context.pool->Allocate(copy_range ? range : needed, &outside); !s.ok()) {
      return s;
    }
  }
  if (needed > 0 && copy_range) {
    std::memcpy(outside, bytes + offsets[0], static_cast<size_t>(range));
    small ? StoreStrings<true, true>(bytes, offsets, limit, outside, target)
          : StoreStrings<false, true>(bytes, offsets, limit, outside, target);
  } else {
    small ? StoreStrings<true, false>(bytes, offsets, limit, outside, target)
          : StoreStrings<false, false>(bytes, offsets, limit, outside, target);
  }
  return {};
}

Status FillChars(const Vector& values, int64_t first, const Target& target,
                 const FillContext& context) {
  const int32_t* offsets = values.offsets.as<int32_t>() + first;
  const uint8_t* bytes = values.values.data();
  const int64_t width = context.plan.slot.length;
  uint8_t* out = target.slot;
  for (int64_t i = 0; i < target.count; i++, out += target.stride) {
    const int64_t length = Cut(int64_t{offsets[i + 1]} - offsets[i], width);
    std::memset(out, ' ', static_cast<size_t>(width));
    if (length > 0) {
      std::memcpy(out, bytes + offsets[i], static_cast<size_t>(length));
    }
  }
  return {};
}

}  // namespace cif::internal

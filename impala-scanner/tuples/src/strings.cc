// Slots of texts: inline, or with their bytes in the pool.

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "plan.h"

namespace cif::internal {
namespace {

constexpr int64_t kSmallLimit = 11;

/// Target of pointers of empty texts; never written.
alignas(8) constexpr uint8_t kNothing[kSlack] = {};

/// Loads `length` < 8 * `words` bytes as integers, with zeros behind. May load bytes behind them
/// (kSlack).
inline void LoadSmall(const uint8_t* from, int64_t length, uint64_t* low, uint32_t* high) {
  std::memcpy(low, from, 8);
  std::memcpy(high, from + 8, 4);
  const auto bits = static_cast<int>(length * 8);
  const uint64_t low_mask = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << (bits & 63)) - 1;
  const uint64_t high_mask = bits <= 64 ? 0 : (uint64_t{1} << ((bits - 64) & 31)) - 1;
  *low &= low_mask;
  *high &= static_cast<uint32_t>(high_mask);
}

/// Returns the number of bytes of a value that are used.
inline int64_t Cut(int64_t length, int64_t limit) { return std::min(length, limit); }

/// Returns the number of bytes of the values that do not fit into their slots.
int64_t CountOutside(const int32_t* offsets, int64_t count, int64_t limit, bool small) {
  int64_t total = 0;
  for (int64_t i = 0; i < count; i++) {
    const int64_t length = Cut(int64_t{offsets[i + 1]} - offsets[i], limit);
    total += small && length <= kSmallLimit ? 0 : length;
  }
  return total;
}

/// Writes slots. `outside` is the address in the pool of the values' bytes. If kCopied, they are
/// there already. Otherwise they are copied there, one behind the other.
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

/// Positions in the pool of the bytes of views. Repeated views of the same bytes share a copy.
class PoolPlaces {
 public:
  /// Returns the offset in the pool of the `length` bytes that a view shows.
  int64_t Add(const BytesView& view, const uint8_t* from, int64_t length) {
    Known& known = known_[Slot(view)];
    if (known.length == view.length && known.buffer == view.words[1] &&
        known.place == view.words[2]) {
      return known.at;
    }
    known = {view.length, view.words[1], view.words[2], AddAlone(from, length)};
    return known.at;
  }

  /// Does the same for bytes that no other view shows.
  int64_t AddAlone(const uint8_t* from, int64_t length) {
    // Neighbours are copied as one.
    if (!pieces_.empty() && pieces_.back().from + pieces_.back().length == from) {
      pieces_.back().length += length;
    } else {
      pieces_.push_back({from, length});
    }
    size_ += length;
    return size_ - length;
  }

  int64_t size() const { return size_; }

  void Copy(uint8_t* to) const {
    for (const Piece& piece : pieces_) {
      std::memcpy(to, piece.from, static_cast<size_t>(piece.length));
      to += piece.length;
    }
  }

 private:
  struct Known {
    int32_t length = -1;
    int32_t buffer;
    int32_t place;
    int64_t at;
  };
  struct Piece {
    const uint8_t* from;
    int64_t length;
  };
  static constexpr size_t kKnown = 512;

  static size_t Slot(const BytesView& view) {
    const uint64_t place = static_cast<uint64_t>(static_cast<uint32_t>(view.words[1])) << 32 |
                           static_cast<uint32_t>(view.words[2]);
    return static_cast<size_t>(place * 0x9E3779B97F4A7C15U >> 55);
  }

  std::array<Known, kKnown> known_;
  std::vector<Piece> pieces_;
  int64_t size_ = 0;
};

/// Returns true if each value fits into its slot, and its view.
bool AreSmall(const BytesView* views, int64_t count, int64_t limit) {
  int32_t longest = 0;
  for (int64_t i = 0; i < count; i++) {
    longest = std::max(longest, views[i].length);
  }
  return longest <= std::min(kSmallLimit, limit);
}

/// Writes slots of values that AreSmall. A view has its value where a slot has it, with zeros
/// behind.
void StoreSmallViews(const BytesView* views, const Target& target) {
  uint8_t* out = target.slot;
  for (int64_t i = 0; i < target.count; i++, out += target.stride) {
    std::memcpy(out, views[i].words, 12);
    out[kSmallLimit] = static_cast<uint8_t>(0x80 + views[i].length);
  }
}

/// Does the same as FillStrings for views.
Status FillViews(const Vector& values, int64_t first, int64_t limit, const Target& target,
                 const FillContext& context) {
  const bool small = context.options.strings == StringLayout::kSmall;
  const auto* views = values.values.as<BytesView>() + first;
  if (small && AreSmall(views, target.count, limit)) {
    StoreSmallViews(views, target);
    return {};
  }
  auto is_outside = [&](int64_t length) { return length > (small ? kSmallLimit : 0); };
  PoolPlaces places;
  std::vector<int64_t> at(static_cast<size_t>(target.count));
  for (int64_t i = 0; i < target.count; i++) {
    const int64_t length = Cut(views[i].length, limit);
    if (is_outside(length)) {
      const auto* from = reinterpret_cast<const uint8_t*>(values.bytes(first + i).data());
      // No other view shows the bytes of a value that is inline.
      at[static_cast<size_t>(i)] = views[i].length > BytesView::kInline
                                       ? places.Add(views[i], from, length)
                                       : places.AddAlone(from, length);
    }
  }
  uint8_t* outside = const_cast<uint8_t*>(kNothing);
  if (places.size() > 0) {
    if (Status s = context.pool->Allocate(places.size(), &outside); !s.ok()) {
      return s;
    }
    places.Copy(outside);
  }
  uint8_t* out = target.slot;
  for (int64_t i = 0; i < target.count; i++, out += target.stride) {
    const int64_t length = Cut(views[i].length, limit);
    if (!small || is_outside(length)) {
      Store(out, length == 0 ? kNothing : outside + at[static_cast<size_t>(i)]);
      Store(out + 8, static_cast<uint32_t>(length));
      continue;
    }
    uint64_t low;
    uint32_t high;
    LoadSmall(reinterpret_cast<const uint8_t*>(values.bytes(first + i).data()), length, &low,
              &high);
    Store(out, low);
    Store(out + 8, high | static_cast<uint32_t>(0x80 + length) << 24);
  }
  return {};
}

}  // namespace

Status FillStrings(const Vector& values, int64_t first, const Target& target,
                   const FillContext& context) {
  static_assert(sizeof(uint8_t*) == 8, "a StringValue holds a pointer in 8 bytes");
  static_assert(kSlack >= 12, "small texts are loaded as 12 bytes");
  const int64_t limit =
      context.plan.slot.type == SlotType::kVarchar ? context.plan.slot.length : INT32_MAX;
  if (values.strings == StringForm::kViews) {
    return FillViews(values, first, limit, target, context);
  }
  const int32_t* offsets = values.offsets.as<int32_t>() + first;
  const uint8_t* bytes = values.values.data();
  if (bytes == nullptr) {
    bytes = kNothing;
  }
  const bool small = context.options.strings == StringLayout::kSmall;
  const int64_t range = int64_t{offsets[target.count]} - offsets[0];
  const int64_t needed = CountOutside(offsets, target.count, limit, small);
  // One copy of the whole range is faster than many small ones, unless much of it would be wasted.
  const bool copy_range = needed > range / 4 * 3;
  uint8_t* outside = const_cast<uint8_t*>(kNothing);
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
  const int64_t width = context.plan.slot.length;
  uint8_t* out = target.slot;
  for (int64_t i = 0; i < target.count; i++, out += target.stride) {
    const std::string_view value = values.bytes(first + i);
    const int64_t length = Cut(static_cast<int64_t>(value.size()), width);
    std::memset(out, ' ', static_cast<size_t>(width));
    if (length > 0) {
      std::memcpy(out, value.data(), static_cast<size_t>(length));
    }
  }
  return {};
}

}  // namespace cif::internal

// Vectors whose strings are views, and the memory that they point into.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "cif/vector.h"
#include "util/budget.h"
#include "util/home.h"
#include "util/input.h"
#include "vector/string_view.h"
#include "vector/vector_ops.h"

namespace cif::internal {

inline bool IsInline(const BytesView& view) { return view.length <= BytesView::kInline; }

/// A view that holds a string of at most BytesView::kInline bytes. What stands behind the string is loaded, too.
inline BytesView MakeInlineView(const uint8_t* data, int32_t length) {
  const auto low_bytes = [](int32_t n) { return n >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * n)) - 1; };
  const uint64_t low = Load<uint32_t>(data) & low_bytes(std::min(length, 4));
  const uint64_t high = Load<uint64_t>(data + 4) & low_bytes(std::max(length - 4, 0));
  const uint64_t words[] = {static_cast<uint32_t>(length) | low << 32, high};
  BytesView view;
  std::memcpy(&view, words, sizeof(view));
  return view;
}

/// A view of a string, which lies `place` bytes behind the start of a buffer.
inline BytesView MakeView(const StringView& value, int32_t buffer, int64_t place) {
  return value.length <= BytesView::kInline
             ? MakeInlineView(value.data, value.length)
             : BytesView{value.length, {Load<int32_t>(value.data), buffer, static_cast<int32_t>(place)}};
}

/// The number that a shared buffer has, or would get.
int32_t BufferOf(const Vector& v, const uint8_t* data);

/// Takes a share of the home as the buffer that BufferOf names, of which views need so many bytes more.
void ShareHome(Vector* v, Home* home, int64_t bytes);

/// Room for `count` bytes that the vector owns, charged to the budget; the first of them.
uint8_t* GrowOwnBytes(Vector* v, int64_t count, Budget* budget);

/// A view of a copy, if it does not hold the value itself.
BytesView CopyToOwn(Vector* v, const StringView& value, Budget* budget);

/// Decides where views point that lead to so many bytes of the home, within a stretch of `span` bytes: to the
/// home, unless they would keep much more alive than they show; else what they show is copied.
/// @param views the last slots, pointing to the home, whose number is BufferOf's
void Settle(Vector* v, BytesView* views, int64_t count, int64_t used, int64_t span, Home* home,
            Budget* budget);

/// Appends views of the `count` values at(0), at(1), ..., which lie in a stretch of `span` bytes of the home,
/// if there is one. Without validity.
template <typename At>
void AppendViews(Vector* v, int64_t count, int64_t span, Home* home, Budget* budget, At at) {
  GrowValues<BytesView>(v, count);
  if (home != nullptr && home->can_share()) {
    BytesView* views = v->values.as<BytesView>() + v->length;
    const int32_t buffer = BufferOf(*v, home->data());
    int64_t used = 0;
    for (int64_t k = 0; k < count; k++) {
      const StringView value = at(k);
      views[k] = MakeView(value, buffer, value.data - home->data());
      used += IsInline(views[k]) ? 0 : value.length;
    }
    Settle(v, views, count, used, span, home, budget);
    return;
  }
  for (int64_t k = 0; k < count; k++) {
    v->values.as<BytesView>()[v->length + k] = CopyToOwn(v, at(k), budget);
  }
}

/// Appends one value, without validity: a view into its home if there is one, else a copy.
void AppendView(Vector* v, const StringView& value, Home* home, Budget* budget);

/// Appends a value so many times; it stands in the vector once. Without validity.
void AppendSameViews(Vector* v, const StringView& value, int64_t count, Budget* budget);

/// Lends what the views of a vector point to, so that views of another, which has none so far, are the vector's as
/// well. Given back in the end.
class TextLoan {
 public:
  TextLoan(Vector* from, Vector* to) : from_(from), to_(to) { Swap(); }
  TextLoan(const TextLoan&) = delete;
  TextLoan& operator=(const TextLoan&) = delete;
  ~TextLoan() { Swap(); }

 private:
  void Swap() {
    std::swap(from_->own_bytes, to_->own_bytes);
    std::swap(from_->shared, to_->shared);
  }

  Vector* from_;
  Vector* to_;
};

/// As Gather, of views; what the source owns is copied whole.
void GatherViews(const Vector& from, const int32_t* source, int64_t count, Vector* out,
                 Budget* budget);

/// The bytes of strings become the vector's own, to which views point.
void ToViews(Vector* v);

/// Strings are written one behind the other. @throws TooLarge
void ToOffsets(Vector* v);

/// Whether `count` values of a vector of views are UTF-8.
bool AreUtf8(const Vector& v, int64_t first, int64_t count);

}  // namespace cif::internal

// Vectors of string views, and the memory that views point into.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "cif/vector.h"
#include "util/budget.h"
#include "util/input.h"
#include "util/shared_memory.h"
#include "vector/string_view.h"
#include "vector/vector_ops.h"

namespace cif::internal {

inline bool IsInline(const BytesView& view) { return view.length <= BytesView::kInline; }

/// Makes a view that holds a string of at most BytesView::kInline bytes. Loads bytes behind the
/// string, too.
inline BytesView MakeInlineView(const uint8_t* data, int32_t length) {
  const auto low_bytes = [](int32_t n) {
    return n >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * n)) - 1;
  };
  const uint64_t low = Load<uint32_t>(data) & low_bytes(std::min(length, 4));
  const uint64_t high = Load<uint64_t>(data + 4) & low_bytes(std::max(length - 4, 0));
  const uint64_t words[] = {static_cast<uint32_t>(length) | low << 32, high};
  BytesView view;
  std::memcpy(&view, words, sizeof(view));
  return view;
}

/// Makes a view of a string that starts `place` bytes behind the start of a buffer.
inline BytesView MakeView(const StringView& value, int32_t buffer, int64_t place) {
  return value.length <= BytesView::kInline
             ? MakeInlineView(value.data, value.length)
             : BytesView{value.length,
                         {Load<int32_t>(value.data), buffer, static_cast<int32_t>(place)}};
}

/// Returns the number of a shared buffer, or the number that it would get.
int32_t BufferOf(const Vector& v, const uint8_t* data);

/// Adds the memory as the buffer that BufferOf names. Views need `bytes` more of its bytes.
void AddSharedMemory(Vector* v, SharedMemory* memory, int64_t bytes);

/// Makes room for `count` more own bytes of the vector and charges the budget. Returns the first
/// byte.
uint8_t* GrowOwnBytes(Vector* v, int64_t count, Budget* budget);

/// Makes a view that holds the value itself, or that points to a copy of it.
BytesView CopyToOwn(Vector* v, const StringView& value, Budget* budget);

/// Decides if views keep pointing into the memory. `used` is the number of bytes that they show,
/// within a stretch of `span` bytes. If they would keep much more memory alive than they show,
/// their bytes are copied.
/// @param views the last slots, which point to the memory, whose number is BufferOf's
void ShareOrCopy(Vector* v, BytesView* views, int64_t count, int64_t used, int64_t span,
                 SharedMemory* memory, Budget* budget);

/// Appends views of the `count` values at(0), at(1), ..., without validity. They lie in a stretch
/// of `span` bytes of the memory, if there is one.
template <typename At>
void AppendViews(Vector* v, int64_t count, int64_t span, SharedMemory* memory, Budget* budget,
                 At at) {
  GrowValues<BytesView>(v, count);
  if (memory != nullptr && memory->can_share()) {
    BytesView* views = v->values.as<BytesView>() + v->length;
    const int32_t buffer = BufferOf(*v, memory->data());
    int64_t used = 0;
    for (int64_t k = 0; k < count; k++) {
      const StringView value = at(k);
      views[k] = MakeView(value, buffer, value.data - memory->data());
      used += IsInline(views[k]) ? 0 : value.length;
    }
    ShareOrCopy(v, views, count, used, span, memory, budget);
    return;
  }
  for (int64_t k = 0; k < count; k++) {
    v->values.as<BytesView>()[v->length + k] = CopyToOwn(v, at(k), budget);
  }
}

/// Appends one value without validity: a view into its memory if there is one, else a copy.
void AppendView(Vector* v, const StringView& value, SharedMemory* memory, Budget* budget);

/// Appends the same value `count` times without validity. The vector stores it once.
void AppendSameViews(Vector* v, const StringView& value, int64_t count, Budget* budget);

/// Lends the memory behind the views of one vector to another vector, which has no views yet. Views
/// of both vectors are then valid in the other one. The destructor gives the memory back.
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

/// Gathers views like Gather. Bytes that the source owns are copied as a whole.
void GatherViews(const Vector& from, const int32_t* source, int64_t count, Vector* out,
                 Budget* budget);

/// Converts strings to views. Their bytes become the vector's own bytes.
void ToViews(Vector* v);

/// Converts strings to offsets, one behind the other. @throws TooLarge
void ToOffsets(Vector* v);

/// Returns true if `count` values of a vector of views are UTF-8.
bool AreUtf8(const Vector& v, int64_t first, int64_t count);

}  // namespace cif::internal

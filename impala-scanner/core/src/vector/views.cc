#include "vector/views.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "util/utf8.h"

namespace cif::internal {

int32_t BufferOf(const Vector& v, const uint8_t* data) {
  // Most calls ask for the last buffer.
  for (size_t i = v.shared.size(); i > 0; i--) {
    if (v.shared[i - 1].data == data) {
      return static_cast<int32_t>(i);
    }
  }
  return static_cast<int32_t>(v.shared.size() + 1);
}

void AddSharedMemory(Vector* v, SharedMemory* memory, int64_t bytes) {
  const auto buffer = static_cast<size_t>(BufferOf(*v, memory->data()));
  if (buffer > v->shared.size()) {
    v->shared.push_back(memory->Share());
  }
  int64_t& needed = v->shared[buffer - 1].needed;
  needed = std::min(needed + bytes, memory->size());
}

uint8_t* GrowOwnBytes(Vector* v, int64_t count, Budget* budget) {
  const size_t size = v->own_bytes.size();
  if (count > INT32_MAX - static_cast<int64_t>(size)) {
    throw TooLarge();
  }
  budget->Charge(count);
  v->own_bytes.Resize(size + static_cast<size_t>(count));
  return v->own_bytes.data() + size;
}

BytesView CopyToOwn(Vector* v, const StringView& value, Budget* budget) {
  const auto place = static_cast<int64_t>(v->own_bytes.size());
  if (value.length > BytesView::kInline) {
    uint8_t* copy = GrowOwnBytes(v, value.length, budget);
    std::memcpy(copy, value.data, static_cast<size_t>(value.length));
  }
  return MakeView(value, 0, place);
}

void ShareOrCopy(Vector* v, BytesView* views, int64_t count, int64_t used, int64_t span,
                 SharedMemory* memory, Budget* budget) {
  constexpr int64_t kMostOfSpan = 4;
  constexpr int64_t kMostOfMemory = 16;
  if (used == 0) {
    return;
  }
  if (used * kMostOfSpan >= span && used * kMostOfMemory >= memory->size()) {
    AddSharedMemory(v, memory, std::max(used, span));
    return;
  }
  for (int64_t k = 0; k < count; k++) {
    if (!IsInline(views[k])) {
      views[k] = CopyToOwn(v, {memory->data() + views[k].words[2], views[k].length}, budget);
    }
  }
}

void AppendView(Vector* v, const StringView& value, SharedMemory* memory, Budget* budget) {
  GrowValues<BytesView>(v, 1);
  BytesView* view = v->values.as<BytesView>() + v->length;
  if (value.length > BytesView::kInline && memory != nullptr && memory->can_share()) {
    *view = MakeView(value, BufferOf(*v, memory->data()), value.data - memory->data());
    AddSharedMemory(v, memory, value.length);
  } else {
    *view = CopyToOwn(v, value, budget);
  }
}

void AppendSameViews(Vector* v, const StringView& value, int64_t count, Budget* budget) {
  const BytesView view = CopyToOwn(v, value, budget);
  std::fill_n(GrowValues<BytesView>(v, count), count, view);
}

void GatherViews(const Vector& from, const int32_t* source, int64_t count, Vector* out,
                 Budget* budget) {
  const auto place = static_cast<int32_t>(out->own_bytes.size());
  if (const size_t own = from.own_bytes.size(); own > 0) {
    std::memcpy(GrowOwnBytes(out, static_cast<int64_t>(own), budget), from.own_bytes.data(), own);
  }
  std::vector<int32_t> buffers = {0};
  for (const SharedBytes& bytes : from.shared) {
    buffers.push_back(BufferOf(*out, bytes.data));
    if (static_cast<size_t>(buffers.back()) > out->shared.size()) {
      out->shared.push_back(bytes);
    }
  }
  const auto* views = from.values.as<BytesView>();
  BytesView* to = GrowValues<BytesView>(out, count);
  for (int64_t k = 0; k < count; k++) {
    BytesView view = views[source[k]];
    if (!IsInline(view)) {
      view.words[2] += view.words[1] == 0 ? place : 0;
      view.words[1] = buffers[static_cast<size_t>(view.words[1])];
    }
    to[k] = view;
  }
}

void ToViews(Vector* v) {
  Buffer views;
  views.Resize(static_cast<size_t>(v->length) * sizeof(BytesView));
  const int32_t* offsets = v->offsets.as<int32_t>();
  for (int64_t i = 0; i < v->length; i++) {
    const StringView value{v->values.data() + offsets[i], offsets[i + 1] - offsets[i]};
    // A vector without a byte may have no memory to load from.
    views.as<BytesView>()[i] = value.length == 0 ? BytesView{} : MakeView(value, 0, offsets[i]);
  }
  v->own_bytes = std::move(v->values);
  v->values = std::move(views);
  v->strings = StringForm::kViews;
}

void ToOffsets(Vector* v) {
  Buffer offsets;
  offsets.Resize(static_cast<size_t>(v->length + 1) * sizeof(int32_t));
  int64_t total = 0;
  offsets.as<int32_t>()[0] = 0;
  for (int64_t i = 0; i < v->length; i++) {
    total += static_cast<int64_t>(v->bytes(i).size());
    if (total > INT32_MAX) {
      throw TooLarge("the strings of one batch take more than 2^31 - 1 bytes");
    }
    offsets.as<int32_t>()[i + 1] = static_cast<int32_t>(total);
  }
  Buffer bytes;
  bytes.Resize(static_cast<size_t>(total));
  for (int64_t i = 0; i < v->length; i++) {
    if (const std::string_view value = v->bytes(i); !value.empty()) {
      std::memcpy(bytes.data() + offsets.as<int32_t>()[i], value.data(), value.size());
    }
  }
  v->values = std::move(bytes);
  v->offsets = std::move(offsets);
  v->own_bytes.Clear();
  v->shared.clear();
  v->strings = StringForm::kOffsets;
}

namespace {

/// Run of values that lie one behind the other.
struct Run {
  int64_t first = 0;  ///< index of the first value
  int64_t end = 0;
  const uint8_t* data = nullptr;
  int64_t size = 0;
};

bool IsUtf8Run(const Vector& v, const Run& run) {
  if (IsAscii(run.data, run.size)) {
    return true;
  }
  for (int64_t i = run.first; i < run.end; i++) {
    const std::string_view text = v.bytes(i);
    if (!IsUtf8(reinterpret_cast<const uint8_t*>(text.data()), static_cast<int64_t>(text.size()))) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool AreUtf8(const Vector& v, int64_t first, int64_t count) {
  const auto* views = v.values.as<BytesView>();
  Run run;
  for (int64_t i = first; i < first + count; i++) {
    const std::string_view text = v.bytes(i);
    const auto* data = reinterpret_cast<const uint8_t*>(text.data());
    const auto size = static_cast<int64_t>(text.size());
    if (IsInline(views[i])) {
      constexpr int32_t kHighBits = static_cast<int32_t>(0x80808080);
      const int32_t all = views[i].words[0] | views[i].words[1] | views[i].words[2];
      if ((all & kHighBits) != 0 && !IsUtf8(data, size)) {
        return false;
      }
      continue;
    }
    if (data == run.data + run.size && run.end == i) {
      run.end++;
      run.size += size;
      continue;
    }
    if (!IsUtf8Run(v, run)) {
      return false;
    }
    run = {i, i + 1, data, size};
  }
  return IsUtf8Run(v, run);
}

}  // namespace cif::internal

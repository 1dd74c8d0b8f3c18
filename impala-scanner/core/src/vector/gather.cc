#include "vector/gather.h"

#include <algorithm>
#include <vector>

#include "vector/string_view.h"
#include "vector/vector_ops.h"
#include "vector/views.h"

namespace cif::internal {
namespace {

using Source = std::vector<int32_t>;

struct Wide {
  uint64_t low, high;
};

template <typename T>
void GatherValues(const Vector& from, const int32_t* source, int64_t count, Vector* out) {
  const T* values = from.values.as<T>();
  T* to = GrowValues<T>(out, count);
  for (int64_t k = 0; k < count; k++) {
    to[k] = values[source[k]];
  }
}

void GatherBytes(const Vector& from, const int32_t* source, int64_t count, Vector* out,
                 Budget* budget) {
  const int32_t* offsets = from.offsets.as<int32_t>();
  int64_t total = 0;
  for (int64_t k = 0; k < count; k++) {
    total += offsets[source[k] + 1] - offsets[source[k]];
  }
  uint8_t* bytes = GrowBytes(out, total, budget);
  int32_t* ends = GrowOffsets(out, count);
  if (total == 0) {
    std::fill_n(ends + 1, count, ends[0]);
    return;
  }
  for (int64_t k = 0; k < count; k++) {
    const int32_t start = offsets[source[k]];
    const StringView value{from.values.data() + start, offsets[source[k] + 1] - start};
    CopyString(value, bytes);
    bytes += value.length;
    ends[k + 1] = ends[k] + value.length;
  }
}

void GatherRanges(const Vector& from, const int32_t* source, int64_t count, Vector* out,
                  Budget* budget) {
  const int32_t* offsets = from.offsets.as<int32_t>();
  int64_t entries = 0;
  for (int64_t k = 0; k < count; k++) {
    entries += offsets[source[k] + 1] - offsets[source[k]];
  }
  if (entries > INT32_MAX - out->children[0].length) {
    throw TooLarge();
  }
  for (const Vector& child : from.children) {
    budget->Charge(entries * SlotBytes(child.type));
  }
  Source parts;
  parts.reserve(static_cast<size_t>(entries));
  int32_t* ends = GrowOffsets(out, count);
  for (int64_t k = 0; k < count; k++) {
    for (int32_t e = offsets[source[k]]; e < offsets[source[k] + 1]; e++) {
      parts.push_back(e);
    }
    ends[k + 1] = ends[k] + (offsets[source[k] + 1] - offsets[source[k]]);
  }
  for (size_t c = 0; c < from.children.size(); c++) {
    Gather(from.children[c], parts.data(), entries, &out->children[c], budget);
  }
}

void GatherUnions(const Vector& from, const int32_t* source, int64_t count, Vector* out,
                  Budget* budget) {
  const int8_t* tags = from.values.as<int8_t>();
  const int32_t* places = from.offsets.as<int32_t>();
  GatherValues<int8_t>(from, source, count, out);
  out->offsets.Resize(static_cast<size_t>(out->length + count) * sizeof(int32_t));
  int32_t* to = out->offsets.as<int32_t>() + out->length;
  std::vector<Source> branches(from.children.size());
  for (int64_t k = 0; k < count; k++) {
    const int32_t i = source[k];
    to[k] = 0;
    if (!from.IsNull(i)) {
      const auto tag = static_cast<size_t>(tags[i]);
      to[k] = static_cast<int32_t>(out->children[tag].length +
                                   static_cast<int64_t>(branches[tag].size()));
      branches[tag].push_back(places[i]);
    }
  }
  for (size_t b = 0; b < branches.size(); b++) {
    Gather(from.children[b], branches[b].data(), static_cast<int64_t>(branches[b].size()),
           &out->children[b], budget);
  }
}

void GatherBooleans(const Vector& from, const int32_t* source, int64_t count, Vector* out) {
  out->values.Resize(static_cast<size_t>((out->length + count + 7) / 8));
  for (int64_t k = 0; k < count; k++) {
    FillBits(out->values.data(), out->length + k, 1, BitAt(from.values.data(), source[k]));
  }
}

void GatherFixed(const Vector& from, const int32_t* source, int64_t count, Vector* out) {
  switch (ValueWidth(from.type)) {
    case 0:
      GatherBooleans(from, source, count, out);
      break;
    case 1:
      GatherValues<int8_t>(from, source, count, out);
      break;
    case 2:
      GatherValues<int16_t>(from, source, count, out);
      break;
    case 4:
      GatherValues<int32_t>(from, source, count, out);
      break;
    case 8:
      GatherValues<int64_t>(from, source, count, out);
      break;
    default:
      GatherValues<Wide>(from, source, count, out);
  }
  if (from.type.type_class() == Class::kTimestamp) {
    const int32_t* nanos = from.nanos.as<int32_t>();
    int32_t* to = GrowNanos(out, count);
    for (int64_t k = 0; k < count; k++) {
      to[k] = nanos[source[k]];
    }
  }
}

/// Appends the validity of slots whose data were gathered before.
void AppendGathered(const Vector& from, const int32_t* source, int64_t count, Vector* out) {
  const int64_t known_utf8 = out->known_utf8 + (from.known_utf8 == from.length ? count : 0);
  if (from.null_count == 0) {
    AppendValid(out, count);
    out->known_utf8 = known_utf8;
    return;
  }
  std::vector<uint8_t> valid(static_cast<size_t>(count));
  for (int64_t k = 0; k < count; k++) {
    valid[static_cast<size_t>(k)] = from.IsNull(source[k]) ? 0 : 1;
  }
  AppendValidity(out, valid.data(), count);
  out->known_utf8 = known_utf8;
}

}  // namespace

void Gather(const Vector& from, const int32_t* source, int64_t count, Vector* out, Budget* budget) {
  if (count == 0) {
    return;
  }
  switch (from.type.type_class()) {
    case Class::kBytes:
      HasViews(*out) ? GatherViews(from, source, count, out, budget)
                     : GatherBytes(from, source, count, out, budget);
      break;
    case Class::kList:
    case Class::kMap:
      GatherRanges(from, source, count, out, budget);
      break;
    case Class::kStruct:
      for (size_t c = 0; c < from.children.size(); c++) {
        Gather(from.children[c], source, count, &out->children[c], budget);
      }
      break;
    case Class::kUnion:
      GatherUnions(from, source, count, out, budget);
      break;
    case Class::kInt:
    case Class::kFloat:
    case Class::kDouble:
    case Class::kDecimal:
    case Class::kTimestamp:
      GatherFixed(from, source, count, out);
      break;
  }
  AppendGathered(from, source, count, out);
}

void GatherLent(const Vector& from, const int32_t* source, int64_t count, Vector* out,
                Budget* budget) {
  if (!HasViews(*out)) {
    Gather(from, source, count, out, budget);
    return;
  }
  GatherValues<Wide>(from, source, count, out);
  AppendGathered(from, source, count, out);
}

}  // namespace cif::internal

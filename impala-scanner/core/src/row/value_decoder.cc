#include "row/value_decoder.h"

#include "vector/vector_ops.h"

namespace cif::internal {

void ValueDecoder::Read(Input* in, int64_t count, Vector* out) {
  for (int64_t i = 0; i < count; i++) {
    if (ReadMarker(in)) {
      ReadContent(in, out);
    } else {
      AppendNulls(out, 1);
    }
  }
}

void ValueDecoder::ReadSized(Input* in, const int32_t* sizes, int64_t count, Vector* out) {
  for (int64_t i = 0; i < count; i++) {
    if (sizes[i] == 0) {
      AppendNulls(out, 1);
      continue;
    }
    const uint8_t* start = in->position();
    ReadContent(in, out);
    if (in->position() - start != sizes[i] - 1) {
      in->CorruptAt(start, "a value of " + std::to_string(in->position() - start) + " bytes in " +
                               std::to_string(sizes[i] - 1) + " bytes");
    }
  }
}

void ValueDecoder::Skip(Input* in, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    if (ReadMarker(in)) {
      SkipContent(in);
    }
  }
}

DecoderPtr MakeDecoder(const Type& type, Path path, Budget* budget) {
  switch (type.type_class()) {
    case Class::kList:
      return MakeListDecoder(type, budget);
    case Class::kMap:
      return path.empty() ? MakeMapDecoder(type, budget) : MakeMapKeyDecoder(type, path, budget);
    case Class::kStruct:
      return path.empty() ? MakeStructDecoder(type, budget) : MakeFieldDecoder(type, path, budget);
    case Class::kUnion:
      return MakeUnionDecoder(type, budget);
    case Class::kInt:
    case Class::kFloat:
    case Class::kDouble:
    case Class::kDecimal:
    case Class::kBytes:
    case Class::kTimestamp:
      break;
  }
  return MakeScalarDecoder(type, budget);
}

Items OpenItems(Input* in, int64_t least) {
  const uint8_t* at = in->position();
  int64_t count = in->Svarint();
  if (count == 0) {
    return {};
  }
  int64_t bytes = in->AvroLength();
  // Negative by the format; -count cannot overflow where it is compared.
  if (count > 0 || count < -(bytes / least)) {
    in->CorruptAt(at, "an item count of " + std::to_string(count) + " with " +
                          std::to_string(bytes) + " bytes of items");
  }
  return {-count, in->position() + bytes};
}

void CloseItems(Input* in, const Items& items) {
  if (in->position() != items.end) {
    in->Corrupt("items end " + std::to_string(in->position() - items.end) +
                " bytes behind their stored end");
  }
  if (in->U8() != 0) {
    in->CorruptAt(items.end, "a list or map of more than one block of items");
  }
}

void SkipItems(Input* in, int64_t least) {
  Items items = OpenItems(in, least);
  if (items.count > 0) {
    in->set_position(items.end);
    CloseItems(in, items);
  }
}

KeyMatcher::KeyMatcher(const Type& key_type, const Key& key)
    : key_(key), is_boolean_(key_type.kind() == Kind::kBoolean) {}

bool KeyMatcher::PassEqual(Input* in) const {
  if (!key_.is_bytes) {
    return (is_boolean_ ? in->U8() : in->Svarint()) == key_.number;
  }
  int64_t length = in->AvroLength();
  const uint8_t* p = in->Skip(length);
  return static_cast<size_t>(length) == key_.bytes.size() &&
         std::memcmp(p, key_.bytes.data(), key_.bytes.size()) == 0;
}

}  // namespace cif::internal

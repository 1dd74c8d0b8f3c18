#include "vector_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "cif/arrow_values.h"
#include "map_keys.h"
#include "types.h"

namespace cif::duckdb {
namespace {

Error Refusal(const char* why) { return {ErrorCode::kInvalidArgument, "", "", -1, why}; }

/// Loads 64 bits from bit `first` on. Bits behind the bitmap have no meaning (kSlack).
uint64_t LoadBits(const uint8_t* bits, int64_t first) {
  uint64_t low;
  std::memcpy(&low, bits + (first >> 3), sizeof(low));
  const int shift = static_cast<int>(first & 7);
  return shift == 0 ? low : low >> shift | uint64_t{bits[(first >> 3) + 8]} << (64 - shift);
}

/// Sets a row and everything in it to NULL, as DuckDB requires for structs and unions.
void SetNull(const Type& type, duckdb_vector vector, idx_t row) {
  duckdb_vector_ensure_validity_writable(vector);
  duckdb_validity_set_row_invalid(duckdb_vector_get_validity(vector), row);
  switch (type.kind()) {
    case Kind::kArray:
    case Kind::kMap:
      static_cast<duckdb_list_entry*>(duckdb_vector_get_data(vector))[row] = {0, 0};
      break;
    case Kind::kUnion: {
      duckdb_vector tags = duckdb_struct_vector_get_child(vector, 0);
      duckdb_vector_ensure_validity_writable(tags);
      duckdb_validity_set_row_invalid(duckdb_vector_get_validity(tags), row);
      for (size_t i = 0; i < type.children().size(); i++) {
        SetNull(type.child(i), duckdb_struct_vector_get_child(vector, i + 1), row);
      }
      break;
    }
    case Kind::kStruct:
      for (size_t i = 0; i < type.children().size(); i++) {
        SetNull(type.child(i), duckdb_struct_vector_get_child(vector, i), row);
      }
      break;
    default:
      break;
  }
}

/// Empties lists, since writing appends to them.
void EmptyLists(const Type& type, duckdb_vector vector) {
  switch (type.kind()) {
    case Kind::kArray:
      duckdb_list_vector_set_size(vector, 0);
      EmptyLists(type.child(0), duckdb_list_vector_get_child(vector));
      break;
    case Kind::kMap: {
      duckdb_list_vector_set_size(vector, 0);
      duckdb_vector entries = duckdb_list_vector_get_child(vector);
      EmptyLists(type.child(1), duckdb_struct_vector_get_child(entries, 1));
      break;
    }
    case Kind::kStruct:
    case Kind::kUnion:
      for (size_t i = 0; i < type.children().size(); i++) {
        const size_t place = type.kind() == Kind::kUnion ? i + 1 : i;
        EmptyLists(type.child(i), duckdb_struct_vector_get_child(vector, place));
      }
      break;
    default:
      break;
  }
}

}  // namespace

Status VectorWriter::Write(const Vector& from, int64_t first, int64_t count, duckdb_vector to) {
  status_ = Status();
  EmptyLists(from.type, to);
  WriteValues(from, first, count, {to, 0});
  return std::move(status_);
}

void VectorWriter::Keep(Status status) {
  if (status_.ok()) {
    status_ = std::move(status);
  }
}

void VectorWriter::Refuse(const char* why) { Keep(Refusal(why)); }

void VectorWriter::WriteValues(const Vector& from, int64_t first, int64_t count, Target to) {
  if (count == 0) {
    return;
  }
  switch (from.type.type_class()) {
    case Class::kInt:
      WriteIntegers(from, first, count, to);
      break;
    case Class::kFloat:
      std::copy_n(from.values.as<float>() + first, count, to.data<float>());
      break;
    case Class::kDouble:
      std::copy_n(from.values.as<double>() + first, count, to.data<double>());
      break;
    case Class::kDecimal:
      WriteDecimals(from, first, count, to);
      break;
    case Class::kBytes:
      WriteBytes(from, first, count, to);
      break;
    case Class::kTimestamp:
      Keep(ConvertTimestamps(from, first, count, TimestampOptions(from.type, options_),
                             to.data<int64_t>()));
      break;
    case Class::kList:
      WriteList(from, first, count, to);
      break;
    case Class::kMap:
      WriteMap(from, first, count, to);
      break;
    case Class::kStruct:
      WriteEntries(from, first, count, to);
      break;
    case Class::kUnion:
      WriteUnion(from, first, count, to);
      break;
  }
  WriteNulls(from, first, count, to);
}

void VectorWriter::WriteNulls(const Vector& from, int64_t first, int64_t count, Target to) {
  if (from.null_count == 0) {
    return;
  }
  for (int64_t i = 0; i < count; i += 64) {
    uint64_t nulls = ~LoadBits(from.validity.data(), first + i);
    if (count - i < 64) {
      nulls &= (uint64_t{1} << (count - i)) - 1;
    }
    for (; nulls != 0; nulls &= nulls - 1) {
      SetNull(from.type, to.vector, to.at + i + std::countr_zero(nulls));
    }
  }
}

void VectorWriter::WriteIntegers(const Vector& from, int64_t first, int64_t count, Target to) {
  switch (from.type.kind()) {
    case Kind::kBoolean: {
      auto* out = to.data<uint8_t>();
      for (int64_t i = first; i < first + count; i++) {
        *out++ = from.values.data()[i >> 3] >> (i & 7) & 1;
      }
      break;
    }
    case Kind::kTinyint:
      std::copy_n(from.values.as<int8_t>() + first, count, to.data<int8_t>());
      break;
    case Kind::kSmallint:
      std::copy_n(from.values.as<int16_t>() + first, count, to.data<int16_t>());
      break;
    case Kind::kBigint:
      std::copy_n(from.values.as<int64_t>() + first, count, to.data<int64_t>());
      break;
    default:
      std::copy_n(from.values.as<int32_t>() + first, count, to.data<int32_t>());
  }
  if (from.type.kind() == Kind::kDate) {
    // The first and last days of DuckDB's range are its infinities.
    const int32_t* days = from.values.as<int32_t>();
    for (int64_t i = first; i < first + count; i++) {
      if ((days[i] == INT32_MAX || days[i] <= -INT32_MAX) && !from.IsNull(i)) {
        return Refuse("a date is beyond the years of DuckDB");
      }
    }
  }
}

template <typename To>
void VectorWriter::NarrowDecimals(const Vector& from, int64_t first, int64_t count, Target to) {
  const int64_t* values = from.values.as<int64_t>() + first;
  To* out = to.data<To>();
  for (int64_t i = 0; i < count; i++) {
    out[i] = static_cast<To>(values[i]);
    if (out[i] != values[i] && !from.IsNull(first + i)) {
      return Refuse("a decimal has more digits than its type");
    }
  }
}

void VectorWriter::WriteDecimals(const Vector& from, int64_t first, int64_t count, Target to) {
  if (from.type.precision() <= 4) {
    NarrowDecimals<int16_t>(from, first, count, to);
  } else if (from.type.precision() <= 9) {
    NarrowDecimals<int32_t>(from, first, count, to);
  } else if (from.type.is_decimal64()) {
    std::copy_n(from.values.as<int64_t>() + first, count, to.data<int64_t>());
  } else {
    static_assert(sizeof(duckdb_hugeint) == 16);
    std::copy_n(from.values.as<duckdb_hugeint>() + first, count, to.data<duckdb_hugeint>());
  }
}

void VectorWriter::WriteBytes(const Vector& from, int64_t first, int64_t count, Target to) {
  if (!options_.text_as_binary) {
    Keep(CheckText(from, first, count));
  }
  // DuckDB's slots hold short texts like views do. Longer ones are copied: its API shares no
  // memory.
  static_assert(sizeof(duckdb_string_t) == sizeof(BytesView));
  std::memcpy(to.data<duckdb_string_t>(), from.values.as<BytesView>() + first,
              static_cast<size_t>(count) * sizeof(BytesView));
  for (int64_t i = 0; i < count; i++) {
    const std::string_view text = from.bytes(first + i);
    if (text.size() > static_cast<size_t>(BytesView::kInline)) {
      duckdb_vector_assign_string_element_len(to.vector, to.at + i, text.data(), text.size());
    }
  }
}

VectorWriter::Target VectorWriter::StartEntries(const int32_t* offsets, int64_t count, Target to) {
  const idx_t before = duckdb_list_vector_get_size(to.vector);
  const idx_t after = before + static_cast<idx_t>(int64_t{offsets[count]} - offsets[0]);
  duckdb_list_vector_reserve(to.vector, after);
  duckdb_list_vector_set_size(to.vector, after);
  auto* entries = to.data<duckdb_list_entry>();
  for (int64_t i = 0; i < count; i++) {
    entries[i].offset = before + static_cast<idx_t>(int64_t{offsets[i]} - offsets[0]);
    entries[i].length = static_cast<idx_t>(int64_t{offsets[i + 1]} - offsets[i]);
  }
  return {duckdb_list_vector_get_child(to.vector), before};
}

void VectorWriter::WriteList(const Vector& from, int64_t first, int64_t count, Target to) {
  const int32_t* offsets = from.offsets.as<int32_t>() + first;
  WriteValues(from.children[0], offsets[0], int64_t{offsets[count]} - offsets[0],
              StartEntries(offsets, count, to));
}

void VectorWriter::WriteMap(const Vector& from, int64_t first, int64_t count, Target to) {
  const Vector& keys = from.children[0];
  if (keys.null_count > 0) {
    return Refuse("a map has a key that is NULL");
  }
  const int32_t* offsets = from.offsets.as<int32_t>() + first;
  MapKeys map_keys(keys);
  std::vector<int32_t> kept;
  int64_t clean = 0;
  while (clean < count && !map_keys.FindRepeated(offsets[clean], offsets[clean + 1], &kept)) {
    clean++;
  }
  if (clean == count) {
    const Target entries = StartEntries(offsets, count, to);
    WriteEntries(from, offsets[0], int64_t{offsets[count]} - offsets[0], entries);
    return;
  }
  kept.clear();
  std::vector<int32_t> ends = {0};
  for (int64_t i = 0; i < count; i++) {
    if (!map_keys.FindRepeated(offsets[i], offsets[i + 1], &kept)) {
      for (int32_t entry = offsets[i]; entry < offsets[i + 1]; entry++) {
        kept.push_back(entry);
      }
    }
    ends.push_back(static_cast<int32_t>(kept.size()));
  }
  Target entries = StartEntries(ends.data(), count, to);
  for (size_t i = 0, run = 1; i < kept.size(); i += run, run = 1) {
    while (i + run < kept.size() && kept[i + run] == kept[i] + static_cast<int32_t>(run)) {
      run++;
    }
    WriteEntries(from, kept[i], static_cast<int64_t>(run), entries);
    entries.at += run;
  }
}

void VectorWriter::WriteEntries(const Vector& from, int64_t first, int64_t count, Target to) {
  for (size_t i = 0; i < from.children.size(); i++) {
    WriteValues(from.children[i], first, count,
                {duckdb_struct_vector_get_child(to.vector, i), to.at});
  }
}

void VectorWriter::WriteUnion(const Vector& from, int64_t first, int64_t count, Target to) {
  std::copy_n(from.values.as<uint8_t>() + first, count,
              Target{duckdb_struct_vector_get_child(to.vector, 0), to.at}.data<uint8_t>());
  for (size_t i = 0; i < from.children.size(); i++) {
    WriteBranch(from, first, count, i, {duckdb_struct_vector_get_child(to.vector, i + 1), to.at});
  }
}

void VectorWriter::WriteBranch(const Vector& from, int64_t first, int64_t count, size_t branch,
                               Target to) {
  const int8_t* tags = from.values.as<int8_t>() + first;
  const int32_t* places = from.offsets.as<int32_t>() + first;
  const auto is_chosen = [&](int64_t i) {
    return tags[i] == static_cast<int8_t>(branch) && !from.IsNull(first + i);
  };
  int64_t run = 1;
  for (int64_t i = 0; i < count; i += run, run = 1) {
    if (!is_chosen(i)) {
      SetNull(from.children[branch].type, to.vector, to.at + i);
      continue;
    }
    while (i + run < count && is_chosen(i + run) && places[i + run] == places[i] + run) {
      run++;
    }
    WriteValues(from.children[branch], places[i], run, {to.vector, to.at + i});
  }
}

}  // namespace cif::duckdb

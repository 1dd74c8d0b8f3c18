#include "arrow_metadata.h"

#include <flatbuffers/flatbuffers.h>

#include <cstdlib>
#include <numeric>
#include <string_view>
#include <vector>

namespace cif::tools {
namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;
using flatbuffers::uoffset_t;
using flatbuffers::voffset_t;

/// Offset of member i in a flatbuffers vtable, which starts with two entries of its own.
constexpr voffset_t Member(int i) { return static_cast<voffset_t>(4 + 2 * i); }

using Table = Offset<void>;

constexpr int16_t kMetadataV5 = 4;

// Numbers of the unions `MessageHeader` and `Type`.
enum Header : uint8_t { kSchema = 1, kRecordBatch = 3 };
enum TypeId : uint8_t {
  kInt = 2,
  kFloatingPoint = 3,
  kBinary = 4,
  kUtf8 = 5,
  kBool = 6,
  kDecimal = 7,
  kDate = 8,
  kTimestamp = 10,
  kList = 12,
  kStruct = 13,
  kUnion = 14,
  kMap = 17,
};

struct TypeTable {
  TypeId id;
  Table table;
};

/// Makes a table whose members `add` sets.
template <typename F>
Table MakeTable(FlatBufferBuilder* b, F add) {
  uoffset_t start = b->StartTable();
  add();
  return b->EndTable(start);
}

TypeTable Plain(FlatBufferBuilder* b, TypeId id) {
  return {id, MakeTable(b, [] {})};
}

TypeTable Integer(FlatBufferBuilder* b, int32_t bits) {
  return {kInt, MakeTable(b, [&] {
            b->AddElement<int32_t>(Member(0), bits, 0);
            b->AddElement<uint8_t>(Member(1), 1, 0);
          })};
}

TypeTable Floating(FlatBufferBuilder* b, int16_t precision) {
  return {kFloatingPoint, MakeTable(b, [&] { b->AddElement<int16_t>(Member(0), precision, 0); })};
}

/// Parses a format such as `d:10,2`.
TypeTable Decimal(FlatBufferBuilder* b, const char* format) {
  char* comma = nullptr;
  auto precision = static_cast<int32_t>(std::strtol(format + 2, &comma, 10));
  auto scale = static_cast<int32_t>(std::strtol(comma + 1, nullptr, 10));
  return {kDecimal, MakeTable(b, [&] {
            b->AddElement<int32_t>(Member(0), precision, 0);
            b->AddElement<int32_t>(Member(1), scale, 0);
            b->AddElement<int32_t>(Member(2), 128, 0);
          })};
}

/// Parses a format such as `tsu:UTC`.
TypeTable Timestamp(FlatBufferBuilder* b, std::string_view format) {
  constexpr int16_t kMicroseconds = 2;
  constexpr int16_t kNanoseconds = 3;
  const int16_t unit = format[2] == 'n' ? kNanoseconds : kMicroseconds;
  const std::string_view zone = format.substr(4);
  Offset<flatbuffers::String> name;
  if (!zone.empty()) {
    name = b->CreateString(zone.data(), zone.size());
  }
  return {kTimestamp, MakeTable(b, [&] {
            b->AddElement<int16_t>(Member(0), unit, 0);
            if (!zone.empty()) {
              b->AddOffset(Member(1), name);
            }
          })};
}

TypeTable Union(FlatBufferBuilder* b, int64_t branches) {
  std::vector<int32_t> ids(static_cast<size_t>(branches));
  std::iota(ids.begin(), ids.end(), 0);
  auto numbers = b->CreateVector(ids);
  return {kUnion, MakeTable(b, [&] {
            b->AddElement<int16_t>(Member(0), 1, 0);
            b->AddOffset(Member(1), numbers);
          })};
}

TypeTable TypeOf(FlatBufferBuilder* b, const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  switch (format[0]) {
    case 'b':
      return Plain(b, kBool);
    case 'c':
      return Integer(b, 8);
    case 's':
      return Integer(b, 16);
    case 'i':
      return Integer(b, 32);
    case 'l':
      return Integer(b, 64);
    case 'f':
      return Floating(b, 1);
    case 'g':
      return Floating(b, 2);
    case 'd':
      return Decimal(b, schema.format);
    case 'u':
      return Plain(b, kUtf8);
    case 'z':
      return Plain(b, kBinary);
    case 't':
      if (format[1] == 's') {
        return Timestamp(b, format);
      }
      // The unit is written: days are not its default.
      return {kDate, MakeTable(b, [&] { b->AddElement<int16_t>(Member(0), 0, 1); })};
    default:
      break;
  }
  switch (format[1]) {
    case 'l':
      return Plain(b, kList);
    case 'm':
      return Plain(b, kMap);
    case 's':
      return Plain(b, kStruct);
    default:
      return Union(b, schema.n_children);
  }
}

Table Field(FlatBufferBuilder* b, const ArrowSchema& schema) {
  std::vector<Table> parts;
  for (int64_t i = 0; i < schema.n_children; i++) {
    parts.push_back(Field(b, *schema.children[i]));
  }
  auto children = b->CreateVector(parts);
  auto name = b->CreateString(schema.name);
  TypeTable type = TypeOf(b, schema);
  return MakeTable(b, [&] {
    b->AddOffset(Member(0), name);
    b->AddElement<uint8_t>(Member(1), (schema.flags & ARROW_FLAG_NULLABLE) != 0 ? 1 : 0, 0);
    b->AddElement<uint8_t>(Member(2), type.id, 0);
    b->AddOffset(Member(3), type.table);
    b->AddOffset(Member(5), children);
  });
}

Table Schema(FlatBufferBuilder* b, const ArrowSchema& schema) {
  std::vector<Table> parts;
  for (int64_t i = 0; i < schema.n_children; i++) {
    parts.push_back(Field(b, *schema.children[i]));
  }
  auto fields = b->CreateVector(parts);
  return MakeTable(b, [&] { b->AddOffset(Member(1), fields); });
}

/// Writes a vector of structs with their bytes in memory.
template <typename T>
Offset<flatbuffers::Vector<const T*>> Structs(FlatBufferBuilder* b, const std::vector<T>& values) {
  b->StartVector(values.size() * sizeof(T) / 8, 8);
  b->PushBytes(reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
  return Offset<flatbuffers::Vector<const T*>>(b->EndVector(values.size()));
}

std::vector<uint8_t> Finish(FlatBufferBuilder* b, Table root) {
  b->Finish(root);
  return {b->GetBufferPointer(), b->GetBufferPointer() + b->GetSize()};
}

std::vector<uint8_t> Message(FlatBufferBuilder* b, Header kind, Table header, int64_t body_length) {
  return Finish(b, MakeTable(b, [&] {
                  b->AddElement<int64_t>(Member(3), body_length, 0);
                  b->AddOffset(Member(2), header);
                  b->AddElement<int16_t>(Member(0), kMetadataV5, 0);
                  b->AddElement<uint8_t>(Member(1), kind, 0);
                }));
}

}  // namespace

std::vector<uint8_t> SchemaMessage(const ArrowSchema& schema) {
  FlatBufferBuilder b;
  Table header = Schema(&b, schema);
  return Message(&b, kSchema, header, 0);
}

std::vector<uint8_t> BatchMessage(int64_t rows, const std::vector<ArrowNode>& nodes,
                                  const std::vector<ArrowBuffer>& buffers, int64_t body_length) {
  FlatBufferBuilder b;
  auto buffer_list = Structs(&b, buffers);
  auto node_list = Structs(&b, nodes);
  Table header = MakeTable(&b, [&] {
    b.AddElement<int64_t>(Member(0), rows, 0);
    b.AddOffset(Member(1), node_list);
    b.AddOffset(Member(2), buffer_list);
  });
  return Message(&b, kRecordBatch, header, body_length);
}

std::vector<uint8_t> FileFooter(const ArrowSchema& schema, const std::vector<ArrowBlock>& batches) {
  FlatBufferBuilder b;
  Table columns = Schema(&b, schema);
  auto list = Structs(&b, batches);
  return Finish(&b, MakeTable(&b, [&] {
    b.AddOffset(Member(1), columns);
    b.AddOffset(Member(3), list);
    b.AddElement<int16_t>(Member(0), kMetadataV5, 0);
  }));
}

}  // namespace cif::tools

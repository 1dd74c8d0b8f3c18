// Schema files. Input: a number, then a text. 0: JSON that gets a header with the right checksum,
// 1: a whole file, 2: the text of a type.

#include <cstdio>

#include "file/schema_file.h"
#include "fuzz_input.h"
#include "util/crc32c.h"
#include "util/failure.h"

namespace cif::fuzz {
namespace {

void Parse(const std::string& file) {
  auto schema = internal::Guard("", "", [&]() -> Result<Schema> {
    internal::SchemaFile parsed = internal::ParseSchemaFile(file);
    return internal::After(
        parsed, [](const internal::Change& change) { return change.id.size() % 2 == 1; });
  });
  if (!schema.ok()) {
    Require(!schema.error().message.empty(), "errors say what is wrong");
    return;
  }
  for (const Column& column : schema->columns) {
    Require(schema->Find(column.name) >= 0, "columns are found");
  }
}

void ParseType(const std::string& text) {
  Result<Type> type = Type::Parse(text);
  if (type.ok()) {
    Result<Type> again = Type::Parse(type->ToString());
    Require(again.ok() && *again == *type, "a type's text is the type");
  }
}

}  // namespace
}  // namespace cif::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cif::fuzz::FuzzInput input(data, size);
  const int64_t kind = input.Number(2);
  const std::string text = input.Text(size);
  if (kind == 2) {
    cif::fuzz::ParseType(text);
  } else if (kind == 1) {
    cif::fuzz::Parse(text);
  } else {
    char head[64];
    std::snprintf(
        head, sizeof(head), "CIF1 %zu %08x\n", text.size(),
        cif::internal::Crc32c(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
    cif::fuzz::Parse(head + text + "\n");
  }
  return 0;
}

#include "fuzz_input.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cif::fuzz {

int64_t FuzzInput::Number(int64_t most) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64 && p_ < end_; shift += 7) {
    const uint8_t byte = *p_++;
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) {
      break;
    }
  }
  return static_cast<int64_t>(value % (static_cast<uint64_t>(most) + 1));
}

std::string FuzzInput::Text(size_t length) {
  length = std::min(length, static_cast<size_t>(end_ - p_));
  std::string text(reinterpret_cast<const char*>(p_), length);
  p_ += length;
  return text;
}

internal::Input FuzzInput::Rest() {
  const auto size = static_cast<size_t>(end_ - p_);
  auto rest = std::make_shared<std::vector<uint8_t>>(size + kSlack, 0);
  if (size > 0) {
    std::memcpy(rest->data(), p_, size);
  }
  p_ = end_;
  shared_memory_ = internal::SharedMemory(rest);
  internal::Input in(rest->data(), size);
  in.set_shared_memory(&shared_memory_);
  return in;
}

const std::vector<Type>& Types() {
  static const std::vector<Type> types = [] {
    std::vector<Type> list;
    for (const char* text : {"boolean",
                             "tinyint",
                             "smallint",
                             "int",
                             "bigint",
                             "date",
                             "float",
                             "double",
                             "decimal(9,2)",
                             "decimal(38,10)",
                             "string",
                             "varchar(5)",
                             "char(3)",
                             "binary",
                             "timestamp",
                             "timestamp with local time zone",
                             "array<int>",
                             "array<string>",
                             "map<string,string>",
                             "map<int,array<string>>",
                             "map<decimal(20,2),double>",
                             "struct<a:int,b:string>",
                             "uniontype<int,string,array<double>>",
                             "map<string,struct<a:int,b:map<tinyint,timestamp>>>",
                             "array<struct<a:array<boolean>,b:uniontype<string,decimal(38,0)>>>"}) {
      list.push_back(Type::Parse(text).value());
    }
    return list;
  }();
  return types;
}

void Require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "This does not hold: %s\n", what);
    std::abort();
  }
}

}  // namespace cif::fuzz

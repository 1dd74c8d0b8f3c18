// Impala's functions over the JSON texts of complex columns. sql/impala/functions.sql creates them.
#include <impala_udf/udf.h>

#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "json_parts.h"

using impala_udf::FunctionContext;
using impala_udf::IntVal;
using impala_udf::StringVal;

namespace {

std::string_view Text(const StringVal& value) {
  return {reinterpret_cast<const char*>(value.ptr), static_cast<size_t>(value.len)};
}

/// Calls a function that gives a text, and lets no exception into Impala: it fails the query.
template <typename Function>
StringVal Call(FunctionContext* context, const char* name, Function function) {
  try {
    std::optional<std::string> text = function();
    return text ? StringVal::CopyFrom(context, reinterpret_cast<const uint8_t*>(text->data()),
                                      text->size())
                : StringVal::null();
  } catch (const std::exception& e) {
    context->SetError((std::string(name) + ": " + e.what()).c_str());
    return StringVal::null();
  }
}

}  // namespace

#define CIF_UDF extern "C" __attribute__((visibility("default")))

CIF_UDF StringVal CifMapGet(FunctionContext* context, const StringVal& map, const StringVal& key) {
  return map.is_null || key.is_null ? StringVal::null() : Call(context, "cif_map_get", [&] {
    return cif::udf::MapValue(Text(map), Text(key));
  });
}

CIF_UDF StringVal CifMapKeys(FunctionContext* context, const StringVal& map) {
  return map.is_null ? StringVal::null()
                     : Call(context, "cif_map_keys", [&]() -> std::optional<std::string> {
                         return cif::udf::MapKeys(Text(map));
                       });
}

CIF_UDF StringVal CifListGet(FunctionContext* context, const StringVal& list, const IntVal& index) {
  return list.is_null || index.is_null ? StringVal::null() : Call(context, "cif_list_get", [&] {
    return cif::udf::ListElement(Text(list), index.val);
  });
}

CIF_UDF StringVal CifStructGet(FunctionContext* context, const StringVal& of,
                               const StringVal& field) {
  return of.is_null || field.is_null ? StringVal::null() : Call(context, "cif_struct_get", [&] {
    return cif::udf::StructField(Text(of), Text(field));
  });
}

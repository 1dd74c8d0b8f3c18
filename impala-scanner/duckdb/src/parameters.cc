#include "parameters.h"

#include <map>

namespace cif::duckdb {
namespace {

/// Makes an error of a parameter.
Error BadParameter(const std::string& what) {
  return {ErrorCode::kInvalidArgument, "", "", -1, "read_cif: " + what};
}

/// Chooses a value by its name.
template <typename T>
Status Choose(const std::map<std::string, T>& choices, const char* parameter,
              const std::string& name, T* out) {
  const auto found = choices.find(name);
  if (found == choices.end()) {
    std::string known;
    for (const auto& [choice, value] : choices) {
      known += (known.empty() ? "" : ", ") + choice;
    }
    return BadParameter(std::string(parameter) + " '" + name + "' is none of " + known);
  }
  *out = found->second;
  return {};
}

/// Reads a struct or map of texts. If allowed, also reads a list of texts, which then are their own
/// names.
Status ReadTexts(const Value& value, const char* parameter, bool may_be_list, NamedTexts* out) {
  const duckdb_type type = value.type();
  Status status;
  const auto text_of = [&](const Value& text) -> std::string {
    if (text.is_null()) {
      status = BadParameter(std::string(parameter) + " has NULL where a text is expected");
      return "";
    }
    return text.ToString();
  };
  if (type == DUCKDB_TYPE_LIST && may_be_list) {
    for (idx_t i = 0; i < duckdb_get_list_size(value.get()); i++) {
      const std::string text = text_of(Value(duckdb_get_list_child(value.get(), i)));
      out->emplace_back(text, text);
    }
    return status;
  }
  if (type == DUCKDB_TYPE_STRUCT) {
    duckdb_logical_type struct_type = duckdb_get_value_type(value.get());
    for (idx_t i = 0; i < duckdb_struct_type_child_count(struct_type); i++) {
      out->emplace_back(Value::TakeText(duckdb_struct_type_child_name(struct_type, i)),
                        text_of(Value(duckdb_get_struct_child(value.get(), i))));
    }
    return status;
  }
  if (type == DUCKDB_TYPE_MAP) {
    for (idx_t i = 0; i < duckdb_get_map_size(value.get()); i++) {
      out->emplace_back(text_of(Value(duckdb_get_map_key(value.get(), i))),
                        text_of(Value(duckdb_get_map_value(value.get(), i))));
    }
    return status;
  }
  return BadParameter(std::string(parameter) + (may_be_list ? " is a list of texts, or" : " is") +
                      " a struct or map from names to texts");
}

using Setter = Status (*)(const Value&, Parameters*);

/// Named parameter of the function.
struct Parameter {
  const char* name;
  duckdb_type type;
  Setter set;
};

const Parameter kParameters[] = {
    {"columns", DUCKDB_TYPE_ANY,
     [](const Value& value, Parameters* out) {
       return ReadTexts(value, "columns", true, &out->columns.emplace());
     }},
    {"filter", DUCKDB_TYPE_VARCHAR,
     [](const Value& value, Parameters* out) {
       out->filter = value.ToString();
       return Status();
     }},
    {"partitions", DUCKDB_TYPE_ANY,
     [](const Value& value, Parameters* out) {
       return ReadTexts(value, "partitions", false, &out->partitions);
     }},
    {"io", DUCKDB_TYPE_VARCHAR,
     [](const Value& value, Parameters* out) {
       return Choose<IoMode>({{"buffered", IoMode::kBuffered},
                              {"mapped", IoMode::kMapped},
                              {"direct", IoMode::kDirect}},
                             "io", value.ToString(), &out->io);
     }},
    {"timestamp_unit", DUCKDB_TYPE_VARCHAR,
     [](const Value& value, Parameters* out) {
       return Choose<TimestampUnit>(
           {{"us", TimestampUnit::kMicroseconds}, {"ns", TimestampUnit::kNanoseconds}},
           "timestamp_unit", value.ToString(), &out->values.timestamp_unit);
     }},
    {"truncate_timestamps", DUCKDB_TYPE_BOOLEAN,
     [](const Value& value, Parameters* out) {
       out->values.truncate_timestamps = duckdb_get_bool(value.get());
       return Status();
     }},
    {"text_as_binary", DUCKDB_TYPE_BOOLEAN,
     [](const Value& value, Parameters* out) {
       out->values.text_as_binary = duckdb_get_bool(value.get());
       return Status();
     }},
    {"verify_checksums", DUCKDB_TYPE_BOOLEAN,
     [](const Value& value, Parameters* out) {
       out->read.verify_checksums = duckdb_get_bool(value.get());
       return Status();
     }},
    {"use_filters", DUCKDB_TYPE_BOOLEAN,
     [](const Value& value, Parameters* out) {
       out->read.use_filters = duckdb_get_bool(value.get());
       return Status();
     }},
    {"batch_rows", DUCKDB_TYPE_BIGINT,
     [](const Value& value, Parameters* out) {
       out->read.batch_rows = duckdb_get_int64(value.get());
       return out->read.batch_rows > 0 ? Status()
                                       : Status(BadParameter("batch_rows is at least 1"));
     }},
};

}  // namespace

void DeclareParameters(duckdb_table_function function) {
  duckdb_table_function_add_parameter(
      function, LogicalType(duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR)).get());
  for (const Parameter& parameter : kParameters) {
    duckdb_table_function_add_named_parameter(
        function, parameter.name, LogicalType(duckdb_create_logical_type(parameter.type)).get());
  }
}

Result<Parameters> ReadParameters(duckdb_bind_info info) {
  Parameters parameters;
  const Value path(duckdb_bind_get_parameter(info, 0));
  if (path.is_null()) {
    return BadParameter("the folder of the table is NULL");
  }
  parameters.path = path.ToString();
  for (const Parameter& parameter : kParameters) {
    const Value value(duckdb_bind_get_named_parameter(info, parameter.name));
    if (value.is_null()) {
      continue;
    }
    if (Status s = parameter.set(value, &parameters); !s.ok()) {
      return s.error();
    }
  }
  return parameters;
}

}  // namespace cif::duckdb

#include <algorithm>
#include <charconv>

#include "cif/predicate.h"
#include "scan/projection.h"
#include "util/failure.h"

namespace cif {

namespace internal {

ResolvedPath ResolvePath(const Type& type, const std::vector<Step>& steps) {
  ResolvedPath path{{}, type};
  for (const Step& step : steps) {
    const Type current = path.type;
    PathStep resolved;
    resolved.is_key = step.is_key;
    if (step.is_key) {
      Class key_class = current.kind() == Kind::kMap ? current.child(0).type_class() : Class::kMap;
      resolved.key.is_bytes = std::holds_alternative<std::string>(step.key);
      bool fits = resolved.key.is_bytes
                      ? key_class == Class::kBytes
                      : std::holds_alternative<int64_t>(step.key) && key_class == Class::kInt;
      if (!fits) {
        Fail(ErrorCode::kInvalidArgument,
             "a value of type " + current.ToString() + " cannot be asked for such a key");
      }
      if (resolved.key.is_bytes) {
        resolved.key.bytes = std::get<std::string>(step.key);
      } else {
        resolved.key.number = std::get<int64_t>(step.key);
      }
      path.type = current.child(1);
    } else {
      const int field = current.FindField(step.field);
      if (field == Type::kAmbiguous) {
        Fail(ErrorCode::kInvalidArgument,
             "a value of type " + current.ToString() + " has several fields '" + step.field +
                 "' but for case; write the name as one of them has it");
      }
      if (field < 0) {
        Fail(ErrorCode::kInvalidArgument,
             "a value of type " + current.ToString() + " has no field '" + step.field + "'");
      }
      resolved.field = static_cast<size_t>(field);
      path.type = current.child(resolved.field);
    }
    path.steps.push_back(std::move(resolved));
  }
  return path;
}

int64_t RawBytes(const Schema& schema, const std::vector<Projection>& projections) {
  int64_t bytes = 0;
  for (const Projection& projection : projections) {
    const int column = schema.Find(projection.column, projection.id);
    if (column >= 0 && projection.steps.empty()) {
      const int64_t raw = schema.columns[static_cast<size_t>(column)].raw_bytes;
      bytes = std::min(bytes, INT64_MAX - raw) + raw;
    }
  }
  return bytes;
}

namespace {

/// Parses steps behind a column's name: `.field` and `['key']` or `[7]`.
std::vector<Step> ParseSteps(std::string_view text) {
  std::vector<Step> steps;
  while (!text.empty()) {
    Step step;
    if (text[0] == '.') {
      size_t end = text.find_first_of(".[", 1);
      end = end == std::string_view::npos ? text.size() : end;
      step.field = text.substr(1, end - 1);
      text.remove_prefix(end);
    } else {
      step.is_key = true;
      bool quoted = text.size() > 2 && text[1] == '\'';
      size_t end = quoted ? text.find("']", 2) : text.find(']');
      if (text[0] != '[' || end == std::string_view::npos) {
        Fail(ErrorCode::kInvalidArgument,
             "'" + std::string(text) + "' is neither .field nor ['key']");
      }
      if (quoted) {
        step.key = std::string(text.substr(2, end - 2));
        text.remove_prefix(end + 2);
      } else {
        int64_t number = 0;
        auto parsed = std::from_chars(text.data() + 1, text.data() + end, number);
        if (parsed.ec != std::errc() || parsed.ptr != text.data() + end) {
          Fail(ErrorCode::kInvalidArgument, "'" + std::string(text) + "' is no number as a key");
        }
        step.key = number;
        text.remove_prefix(end + 1);
      }
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace
}  // namespace internal

Result<Projection> Projection::Parse(const Schema& schema, std::string_view text) {
  return internal::Guard("", "", [&]() -> Result<Projection> {
    // Finds the longest column name that the text starts with, since names may contain dots.
    size_t length = text.size();
    while (length > 0 && schema.Find(text.substr(0, length)) < 0) {
      length = text.find_last_of(".[", length - 1);
      length = length == std::string_view::npos ? 0 : length;
    }
    if (length == 0) {
      length = std::min(text.size(), text.find_first_of(".["));
    }
    return Projection{std::string(text.substr(0, length)), 0,
                      internal::ParseSteps(text.substr(length))};
  });
}

std::string Projection::ToString() const {
  std::string text = column;
  for (const Step& step : steps) {
    if (!step.is_key) {
      text += "." + step.field;
    } else if (const auto* bytes = std::get_if<std::string>(&step.key)) {
      text += "['" + *bytes + "']";
    } else if (const auto* number = std::get_if<int64_t>(&step.key)) {
      text += "[" + std::to_string(*number) + "]";
    }
  }
  return text;
}

}  // namespace cif

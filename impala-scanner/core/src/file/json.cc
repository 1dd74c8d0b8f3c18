#include "file/json.h"

#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "util/failure.h"

namespace cif::internal {
namespace {

using Json = nlohmann::json;

/// Builds values from the events of a JSON parser. It rejects duplicate names in an object and too
/// deep nesting, since code that walks JSON needs stack for each level. It is much faster than a
/// parser callback that looks at every name. That matters with thousands of columns.
class JsonBuilder {
 public:
  JsonBuilder(size_t max_depth, const char* what) : max_depth_(max_depth), what_(what) {}

  Json Take() { return std::move(root_); }

  bool null() { return Add(nullptr); }
  bool boolean(bool value) { return Add(value); }
  bool number_integer(int64_t value) { return Add(value); }
  bool number_unsigned(uint64_t value) { return Add(value); }
  bool number_float(double value, const std::string&) { return Add(value); }
  bool string(std::string& value) { return Add(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(size_t) { return Open(Json::object()); }
  bool start_array(size_t) { return Open(Json::array()); }
  bool end_object() { return Close(); }
  bool end_array() { return Close(); }

  bool key(std::string& name) {
    auto [member, is_new] = open_.back()->emplace(std::move(name), nullptr);
    if (!is_new) {
      Bad("the member '" + member.key().substr(0, 200) + "' occurs twice");
    }
    member_ = &*member;
    return true;
  }

  bool parse_error(size_t, const std::string&, const Json::exception&) { return false; }

 private:
  [[noreturn]] void Bad(const std::string& why) const {
    Fail(ErrorCode::kCorrupt, std::string(what_) + " is not valid: " + why);
  }

  /// Puts a value in its place.
  Json* Put(Json value) {
    Json* place = open_.empty() ? &root_ : member_;
    if (!open_.empty() && open_.back()->is_array()) {
      open_.back()->push_back(nullptr);
      place = &open_.back()->back();
    }
    *place = std::move(value);
    return place;
  }

  bool Add(Json value) {
    Put(std::move(value));
    return true;
  }

  bool Open(Json value) {
    if (open_.size() == max_depth_) {
      Bad("JSON nested deeper than " + std::to_string(kMaxJsonDepth));
    }
    open_.push_back(Put(std::move(value)));
    return true;
  }

  bool Close() {
    open_.pop_back();
    return true;
  }

  const size_t max_depth_;
  const char* what_;
  Json root_;
  std::vector<Json*> open_;  ///< arrays and objects, from the outside in
  Json* member_ = nullptr;   ///< place of the next value in the innermost object
};

}  // namespace

Json ParseJson(std::string_view text, size_t max_depth, const char* what) {
  JsonBuilder builder(max_depth, what);
  return Json::sax_parse(text.begin(), text.end(), &builder) ? builder.Take() : Json();
}

void BadSchema(const std::string& why) {
  Fail(ErrorCode::kCorrupt, "the schema is not valid: " + why);
}

int64_t JsonNumber(const Json& json, const char* member, int64_t max) {
  auto found = json.find(member);
  if (found == json.end() || !found->is_number_unsigned() ||
      found->get<uint64_t>() > static_cast<uint64_t>(max)) {
    BadSchema(std::string("'") + member + "' is no number from 0 to " + std::to_string(max));
  }
  return static_cast<int64_t>(found->get<uint64_t>());
}

std::string JsonText(const Json& json, const char* member) {
  auto found = json.find(member);
  if (found == json.end() || !found->is_string()) {
    BadSchema(std::string("'") + member + "' is no text");
  }
  return found->get<std::string>();
}

uint32_t JsonCrc(const Json& json, const char* member, const std::string& column) {
  uint32_t crc = 0;
  if (!ParseHex(JsonText(json, member), &crc)) {
    BadSchema(std::string("'") + member + "' of column '" + column +
              "' is no number of eight hexadecimal digits");
  }
  return crc;
}

bool ParseHex(std::string_view text, uint32_t* value) {
  auto end = std::from_chars(text.data(), text.data() + text.size(), *value, 16);
  return text.size() == 8 && end.ec == std::errc() && end.ptr == text.data() + text.size();
}

}  // namespace cif::internal

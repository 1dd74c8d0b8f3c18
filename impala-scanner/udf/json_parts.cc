#include "json_parts.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cif::udf {
namespace {

using Json = nlohmann::json;

/// Value within a text.
struct Part {
  enum class Kind { kNull, kText, kOther };

  Kind kind = Kind::kNull;
  std::string text;

  std::optional<std::string> AsText() const {
    return kind == Kind::kNull ? std::nullopt : std::optional<std::string>(text);
  }

  std::string AsJson() const {
    return kind == Kind::kNull ? "null" : kind == Kind::kText ? Json(text).dump() : text;
  }
};

enum class Shape { kObject, kList };

/// Receiver of the members of an object, or of the elements of a list.
struct Members {
  /// Returns true if the value of a member is wanted: its name, or its number from 0 on.
  std::function<bool(std::string_view name, int64_t number)> is_wanted;
  /// Takes a wanted member. Returns false to end the walk.
  std::function<bool(std::string_view name, Part part)> take;
};

/// Walks through a text by the events of a JSON parser. Writes only values that are wanted.
class Walk {
 public:
  explicit Walk(const Members& members) : members_(members) {}

  std::optional<Shape> shape() const { return shape_; }

  bool null() { return Scalar(Part::Kind::kNull, "null"); }
  bool boolean(bool value) { return Scalar(Part::Kind::kOther, value ? "true" : "false"); }
  bool number_integer(int64_t value) { return Scalar(Part::Kind::kOther, std::to_string(value)); }
  bool number_unsigned(uint64_t value) { return Scalar(Part::Kind::kOther, std::to_string(value)); }
  // The digits as they stand: a DECIMAL keeps its scale.
  bool number_float(double, const std::string& digits) {
    return Scalar(Part::Kind::kOther, digits);
  }
  bool string(const std::string& value) { return Scalar(Part::Kind::kText, value); }
  bool binary(const Json::binary_t&) { return false; }
  bool start_object(size_t) { return Open(Shape::kObject); }
  bool start_array(size_t) { return Open(Shape::kList); }
  bool end_object() { return Close('}'); }
  bool end_array() { return Close(']'); }

  bool key(std::string& name) {
    if (depth_ == 1) {
      name_ = std::move(name);
    } else if (is_writing_) {
      Separate();
      written_ += Json(name).dump() + ":";
      is_first_ = true;
    }
    return true;
  }

  bool parse_error(size_t at, const std::string&, const Json::exception&) {
    throw std::invalid_argument("it is no JSON at byte " + std::to_string(at));
  }

 private:
  /// Begins a value at depth 1. Returns true if it is wanted.
  bool Begin() {
    is_writing_ = members_.is_wanted(name_, number_++);
    written_.clear();
    is_first_ = true;
    return is_writing_;
  }

  bool Take(Part::Kind kind) {
    is_writing_ = false;
    return members_.take(name_, Part{kind, std::move(written_)});
  }

  /// Writes the comma between two values.
  void Separate() {
    if (!is_first_) {
      written_ += ',';
    }
    is_first_ = false;
  }

  bool Scalar(Part::Kind kind, const std::string& text) {
    if (depth_ == 0) {
      return true;
    }
    if (depth_ == 1) {
      if (!Begin()) {
        return true;
      }
      written_ = text;
      return Take(kind);
    }
    if (is_writing_) {
      Separate();
      written_ += kind == Part::Kind::kText ? Json(text).dump() : text;
    }
    return true;
  }

  bool Open(Shape shape) {
    if (depth_ == 0) {
      shape_ = shape;
    } else {
      if (depth_ == 1) {
        Begin();
      }
      if (is_writing_) {
        Separate();
        written_ += shape == Shape::kObject ? '{' : '[';
        is_first_ = true;
      }
    }
    depth_++;
    return true;
  }

  bool Close(char end) {
    depth_--;
    if (is_writing_) {
      written_ += end;
      is_first_ = false;
    }
    return depth_ != 1 || !is_writing_ || Take(Part::Kind::kOther);
  }

  const Members& members_;
  std::optional<Shape> shape_;
  int64_t depth_ = 0;
  int64_t number_ = 0;
  std::string name_;
  bool is_writing_ = false;
  std::string written_;
  bool is_first_ = true;
};

/// Walks through a text.
Shape WalkThrough(std::string_view json, const Members& members) {
  Walk walk(members);
  Json::sax_parse(json.begin(), json.end(), &walk);
  if (!walk.shape()) {
    throw std::invalid_argument("it is no JSON of a map, list or struct");
  }
  return *walk.shape();
}

bool IsSameField(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

/// Returns the first member or element that is wanted; nullopt if there is none.
///
/// @throws std::invalid_argument with a message if the text has another shape
std::optional<Part> First(std::string_view json, Shape shape, const std::string& message,
                          std::function<bool(std::string_view name, int64_t number)> is_wanted) {
  std::optional<Part> found;
  Members members{std::move(is_wanted), [&](std::string_view, Part part) {
                    found = std::move(part);
                    return false;
                  }};
  if (WalkThrough(json, members) != shape) {
    throw std::invalid_argument(message);
  }
  return found;
}

/// Returns a member of an entry of a map whose keys are no texts.
Part OfEntry(const std::string& entry, std::string_view member) {
  std::string message = "it is no JSON of a map: an element lacks '" + std::string(member) + "'";
  std::optional<Part> found = First(entry, Shape::kObject, message,
                                    [&](std::string_view name, int64_t) { return name == member; });
  if (!found) {
    throw std::invalid_argument(message);
  }
  return *std::move(found);
}

/// Calls a function with each entry of a map whose keys are no texts.
void ForEntries(std::string_view json, const std::function<void(const std::string& entry)>& each) {
  Members members{[](std::string_view, int64_t) { return true; },
                  [&](std::string_view, Part part) {
                    each(part.text);
                    return true;
                  }};
  WalkThrough(json, members);
}

}  // namespace

std::optional<std::string> MapValue(std::string_view json, std::string_view key) {
  std::optional<std::string> value;
  Members members{[&](std::string_view name, int64_t) { return name == key; },
                  [&](std::string_view, Part part) {
                    value = part.AsText();
                    return true;
                  }};
  if (WalkThrough(json, members) == Shape::kList) {
    value = std::nullopt;
    ForEntries(json, [&](const std::string& entry) {
      if (OfEntry(entry, "key").AsText() == key) {
        value = OfEntry(entry, "value").AsText();
      }
    });
  }
  return value;
}

std::string MapKeys(std::string_view json) {
  std::string keys = "[";
  auto add = [&](const std::string& key) { keys += (keys.size() > 1 ? "," : "") + key; };
  Members members{[&](std::string_view name, int64_t) {
                    add(Json(name).dump());
                    return false;
                  },
                  [](std::string_view, const Part&) { return true; }};
  if (WalkThrough(json, members) == Shape::kList) {
    keys = "[";
    ForEntries(json, [&](const std::string& entry) { add(OfEntry(entry, "key").AsJson()); });
  }
  return keys + "]";
}

std::optional<std::string> ListElement(std::string_view json, int64_t index) {
  auto element = First(json, Shape::kList, "it is no JSON of a list",
                       [&](std::string_view, int64_t number) { return number == index; });
  return element ? element->AsText() : std::nullopt;
}

std::optional<std::string> StructField(std::string_view json, std::string_view field) {
  auto value = First(json, Shape::kObject, "it is no JSON of a struct",
                     [&](std::string_view name, int64_t) { return IsSameField(name, field); });
  return value ? value->AsText() : std::nullopt;
}

}  // namespace cif::udf

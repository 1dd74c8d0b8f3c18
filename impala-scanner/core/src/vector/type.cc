#include "cif/type.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "util/failure.h"

namespace cif {

using internal::Check;
using internal::Fail;
using internal::Guard;

namespace {

constexpr std::array<const char*, 19> kNames = {
    "boolean", "tinyint", "smallint", "int",       "bigint",
    "float",   "double",  "decimal",  "string",    "varchar",
    "char",    "binary",  "date",     "timestamp", "timestamp with local time zone",
    "array",   "map",     "struct",   "uniontype"};

Error NotAType(const std::string& why) {
  return Error{ErrorCode::kInvalidArgument, "", "", -1, why};
}

bool IsAsciiLetterOrDigit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Quotes a field name for a struct's text form if necessary. Non-ASCII bytes count as letters.
std::string Quote(const std::string& name) {
  bool plain = !name.empty();
  std::string quoted = "`";
  for (char c : name) {
    plain &= IsAsciiLetterOrDigit(c) || c == '_' || c == '$' || c == '.' || c == ' ' ||
             (static_cast<unsigned char>(c) & 0x80) != 0;
    quoted += c;
    if (c == '`') {
      quoted += c;
    }
  }
  return plain ? name : quoted + "`";
}

/// Parses the text form; raises Failure.
class TypeParser {
 public:
  explicit TypeParser(std::string_view text) : text_(text) {}

  Type Parse() {
    Type type = ParseType();
    if (pos_ != text_.size()) {
      Bad("unexpected text behind the type");
    }
    return type;
  }

 private:
  [[noreturn]] void Bad(const std::string& why) const {
    Fail(ErrorCode::kInvalidArgument, "not a type: '" + std::string(text_.substr(0, 200)) +
                                          "', at character " + std::to_string(pos_) + ": " + why);
  }

  Type ParseType() {
    if (++depth_ > Type::kMaxDepth) {
      Bad("types nested deeper than " + std::to_string(Type::kMaxDepth));
    }
    Type type = Named(Word());
    depth_--;
    return type;
  }

  Type Named(const std::string& word) {
    for (size_t k = 0; k < kNames.size(); k++) {
      if (word == kNames[k]) {
        return OfKind(static_cast<Kind>(k));
      }
    }
    Bad("unknown type '" + word + "'");
  }

  Type OfKind(Kind kind) {
    switch (kind) {
      case Kind::kDecimal: {
        if (pos_ == text_.size() || text_[pos_] != '(') {
          return Check(Type::Decimal(10, 0));
        }
        Expect('(');
        int precision = Number();
        Expect(',');
        int scale = Number();
        Expect(')');
        return Check(Type::Decimal(precision, scale));
      }
      case Kind::kVarchar:
      case Kind::kChar: {
        Expect('(');
        int length = Number();
        Expect(')');
        return Check(Type::Sized(kind, length));
      }
      case Kind::kArray: {
        std::vector<Type> children = Children();
        if (children.size() != 1) {
          Bad("an array needs one element type");
        }
        return Type::Array(children[0]);
      }
      case Kind::kMap: {
        std::vector<Type> children = Children();
        if (children.size() != 2) {
          Bad("a map needs a key and a value type");
        }
        return Check(Type::Map(children[0], children[1]));
      }
      case Kind::kUnion:
        return Check(Type::Union(Children()));
      case Kind::kStruct:
        return ParseStruct();
      default:
        return Type::Primitive(kind);
    }
  }

  std::string Word() {
    std::string word;
    while (pos_ < text_.size() && (IsAsciiLetterOrDigit(text_[pos_]) || text_[pos_] == ' ')) {
      word += Lower(text_[pos_++]);
    }
    size_t first = word.find_first_not_of(' ');
    return first == std::string::npos ? ""
                                      : word.substr(first, word.find_last_not_of(' ') + 1 - first);
  }

  int Number() {
    std::string word = Word();
    int value = 0;
    auto end = std::from_chars(word.data(), word.data() + word.size(), value);
    if (end.ec != std::errc() || end.ptr != word.data() + word.size()) {
      Bad("'" + word + "' is no number");
    }
    return value;
  }

  std::vector<Type> Children() {
    std::vector<Type> types;
    Expect('<');
    do {
      types.push_back(ParseType());
    } while (Accept(','));
    Expect('>');
    return types;
  }

  Type ParseStruct() {
    std::vector<std::string> names;
    std::vector<Type> types;
    Expect('<');
    do {
      names.push_back(FieldName());
      Expect(':');
      types.push_back(ParseType());
    } while (Accept(','));
    Expect('>');
    return Check(Type::Struct(std::move(names), std::move(types)));
  }

  std::string FieldName() {
    if (!Accept('`')) {
      size_t colon = text_.find(':', pos_);
      if (colon == std::string_view::npos) {
        Bad("a struct's field needs a name, ':' and a type");
      }
      std::string name(text_.substr(pos_, colon - pos_));
      pos_ = colon;
      return name;
    }
    std::string name;
    while (pos_ < text_.size()) {
      char c = text_[pos_++];
      if (c == '`' && !Accept('`')) {
        return name;
      }
      name += c;
    }
    Bad("a quoted name does not end");
  }

  bool Accept(char c) {
    if (pos_ < text_.size() && text_[pos_] == c) {
      pos_++;
      return true;
    }
    return false;
  }

  void Expect(char c) {
    if (!Accept(c)) {
      Bad(std::string("expected '") + c + "'");
    }
  }

  std::string_view text_;
  size_t pos_ = 0;
  int depth_ = 0;
};

}  // namespace

Result<Type> Type::Parse(std::string_view text) {
  return Guard("", "", [&]() -> Result<Type> { return TypeParser(text).Parse(); });
}

Class Type::type_class() const {
  switch (kind()) {
    case Kind::kFloat:
      return Class::kFloat;
    case Kind::kDouble:
      return Class::kDouble;
    case Kind::kDecimal:
      return Class::kDecimal;
    case Kind::kString:
    case Kind::kVarchar:
    case Kind::kChar:
    case Kind::kBinary:
      return Class::kBytes;
    case Kind::kTimestamp:
    case Kind::kTimestampLocal:
      return Class::kTimestamp;
    case Kind::kArray:
      return Class::kList;
    case Kind::kMap:
      return Class::kMap;
    case Kind::kStruct:
      return Class::kStruct;
    case Kind::kUnion:
      return Class::kUnion;
    case Kind::kBoolean:
    case Kind::kTinyint:
    case Kind::kSmallint:
    case Kind::kInt:
    case Kind::kBigint:
    case Kind::kDate:
      break;
  }
  return Class::kInt;
}

int Type::FindField(std::string_view name) const {
  const std::vector<std::string>& names = field_names();
  const auto exact = std::find(names.begin(), names.end(), name);
  if (exact != names.end()) {
    return static_cast<int>(exact - names.begin());
  }
  int found = -1;
  for (size_t i = 0; i < names.size(); i++) {
    if (EqualsIgnoreCase(names[i], name)) {
      if (found >= 0) {
        return kAmbiguous;
      }
      found = static_cast<int>(i);
    }
  }
  return found;
}

std::string Type::ToString() const {
  std::string text = kNames[static_cast<size_t>(kind())];
  if (kind() == Kind::kDecimal) {
    return text + "(" + std::to_string(precision()) + "," + std::to_string(scale()) + ")";
  }
  if (kind() == Kind::kVarchar || kind() == Kind::kChar) {
    return text + "(" + std::to_string(max_length()) + ")";
  }
  if (is_primitive()) {
    return text;
  }
  text += '<';
  for (size_t i = 0; i < children().size(); i++) {
    text += i == 0 ? "" : ",";
    text += kind() == Kind::kStruct ? Quote(field_names()[i]) + ":" : "";
    text += child(i).ToString();
  }
  return text + ">";
}

bool operator==(const Type& a, const Type& b) {
  const Type::Node& x = *a.node_;
  const Type::Node& y = *b.node_;
  return a.node_ == b.node_ ||
         (x.kind == y.kind && x.precision == y.precision && x.scale == y.scale &&
          x.names == y.names && x.children == y.children);
}

Type Type::Primitive(Kind kind) { return Type(Node{kind, 0, 0, {}, {}}); }

Result<Type> Type::Decimal(int precision, int scale) {
  if (precision < 1 || precision > 38 || scale < 0 || scale > precision) {
    return NotAType("not a type: decimal(" + std::to_string(precision) + "," +
                    std::to_string(scale) + ")");
  }
  return Type(Node{Kind::kDecimal, precision, scale, {}, {}});
}

Result<Type> Type::Sized(Kind kind, int length) {
  if (length < 1 || length > (kind == Kind::kChar ? 255 : 65535)) {
    return NotAType("not a type: " + std::string(kNames[static_cast<size_t>(kind)]) + "(" +
                    std::to_string(length) + ")");
  }
  return Type(Node{kind, length, 0, {}, {}});
}

Type Type::Array(Type element) { return Type(Node{Kind::kArray, 0, 0, {}, {std::move(element)}}); }

Result<Type> Type::Map(Type key, Type value) {
  if (!key.is_primitive()) {
    return NotAType("a map's key must be of a primitive type, not " + key.ToString());
  }
  return Type(Node{Kind::kMap, 0, 0, {}, {std::move(key), std::move(value)}});
}

Result<Type> Type::Struct(std::vector<std::string> names, std::vector<Type> types) {
  if (names.empty() || names.size() != types.size()) {
    return NotAType("a struct needs fields, each with a name and a type");
  }
  return Type(Node{Kind::kStruct, 0, 0, std::move(names), std::move(types)});
}

Result<Type> Type::Union(std::vector<Type> branches) {
  if (branches.empty() || branches.size() > 127) {
    return NotAType("a uniontype needs 1 to 127 branches, not " + std::to_string(branches.size()));
  }
  return Type(Node{Kind::kUnion, 0, 0, {}, std::move(branches)});
}

bool EqualsIgnoreCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) {
    return false;
  }
  for (size_t i = 0; i < a.size(); i++) {
    if (Lower(a[i]) != Lower(b[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace cif

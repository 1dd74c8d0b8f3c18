// Types of columns and of their parts: FORMAT.md section 4.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cif/export.h"
#include "cif/result.h"

namespace cif {

/// Kinds of types, as in Hive's type names.
enum class Kind {
  kBoolean,
  kTinyint,
  kSmallint,
  kInt,
  kBigint,
  kFloat,
  kDouble,
  kDecimal,
  kString,
  kVarchar,
  kChar,
  kBinary,
  kDate,
  kTimestamp,
  kTimestampLocal,  ///< timestamp with local time zone
  kArray,
  kMap,
  kStruct,
  kUnion,
};

/// Classes of types. The class decides how values are stored.
enum class Class {
  kInt,
  kFloat,
  kDouble,
  kDecimal,
  kBytes,
  kTimestamp,
  kList,
  kMap,
  kStruct,
  kUnion
};

/// Type of values. Immutable, cheap to copy, safe to share between threads.
class CIF_EXPORT Type {
 public:
  /// Maximum nesting depth. Deeper types are refused (FORMAT.md section 9).
  static constexpr int kMaxDepth = 64;

  /// Parses Hive's text form, for example `map<string,array<decimal(10,2)>>`. Field names of
  /// structs may be quoted with back-ticks.
  static Result<Type> Parse(std::string_view text);

  Kind kind() const { return node_->kind; }
  Class type_class() const;
  bool is_primitive() const { return kind() < Kind::kArray; }

  /// Total number of digits of a decimal.
  int precision() const { return node_->precision; }
  /// Number of digits behind the point of a decimal.
  int scale() const { return node_->scale; }
  /// Maximum length in characters of a varchar or char.
  int max_length() const { return node_->precision; }
  /// True for a decimal of at most 18 digits, which is stored as one 64-bit integer.
  bool is_decimal64() const { return kind() == Kind::kDecimal && precision() <= 18; }

  /// Array: the element. Map: key, value. Struct: the fields. Union: the branches. Empty for other
  /// kinds.
  const std::vector<Type>& children() const { return node_->children; }
  const Type& child(size_t i) const { return node_->children[i]; }
  /// Names of a struct's fields; empty for other kinds.
  const std::vector<std::string>& field_names() const { return node_->names; }

  /// The position of a struct's field (FORMAT.md section 4.1): of exactly that name, else of the
  /// only one whose name differs by the case of ASCII letters; -1 if there is none, kAmbiguous if
  /// there are several.
  int FindField(std::string_view name) const;
  static constexpr int kAmbiguous = -2;

  /// Returns the text form. Parsing it gives an equal type.
  std::string ToString() const;

  /// Compares the text forms, including the names of struct fields with their case.
  friend bool operator==(const Type& a, const Type& b);

  /// Makes a type without parameters.
  static Type Primitive(Kind kind);
  /// Makes a decimal type, 1 <= precision <= 38, 0 <= scale <= precision.
  static Result<Type> Decimal(int precision, int scale);
  /// Makes a varchar (length 1..65535) or char (1..255).
  static Result<Type> Sized(Kind kind, int length);
  static Type Array(Type element);
  /// Makes a map type. The key must be of a primitive type.
  static Result<Type> Map(Type key, Type value);
  /// Makes a struct type of at least one field, with as many names as types.
  static Result<Type> Struct(std::vector<std::string> names, std::vector<Type> types);
  /// Makes a union type of 1 to 127 branches.
  static Result<Type> Union(std::vector<Type> branches);

 private:
  struct Node {
    Kind kind;
    int precision = 0;
    int scale = 0;
    std::vector<std::string> names;
    std::vector<Type> children;
  };

  explicit Type(Node node) : node_(std::make_shared<const Node>(std::move(node))) {}

  std::shared_ptr<const Node> node_;
};

/// Returns true if two names are equal, ignoring the case of ASCII letters.
CIF_EXPORT bool EqualsIgnoreCase(std::string_view a, std::string_view b);

}  // namespace cif

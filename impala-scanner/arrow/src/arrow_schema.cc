// Types as Arrow schemas.

#include "arrow_schema.h"

#include <utility>

#include "failure.h"

namespace cif::arrow {
namespace {

/// Memory that a schema owns.
struct SchemaNode {
  std::string format;
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
  ArrowSchema dictionary{};
};

void Release(ArrowSchema* schema) {
  auto* node = static_cast<SchemaNode*>(schema->private_data);
  for (ArrowSchema& child : node->children) {
    if (child.release != nullptr) {
      child.release(&child);
    }
  }
  if (node->dictionary.release != nullptr) {
    node->dictionary.release(&node->dictionary);
  }
  delete node;
  schema->release = nullptr;
}

/// Owner of a schema until it is handed over.
struct Owner {
  ArrowSchema schema{};
  Owner() = default;
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    if (schema.release != nullptr) {
      schema.release(&schema);
    }
  }
  ArrowSchema Take() {
    ArrowSchema taken = schema;
    schema.release = nullptr;
    return taken;
  }
};

/// Starts a schema with room for children, which are added later.
SchemaNode* Start(std::string format, std::string name, bool nullable, size_t children,
                  Owner* owner) {
  if (name.find('\0') != std::string::npos) {
    const std::string shown =
        name.substr(0, name.find('\0')) + "\\0" + name.substr(name.find('\0') + 1);
    throw Failure(Error{ErrorCode::kUnsupported, "", shown, -1,
                        "the name holds a NUL, where names of Arrow end; give the column another "
                        "one in the result"});
  }
  auto node = std::make_unique<SchemaNode>();
  node->format = std::move(format);
  node->name = std::move(name);
  node->children.reserve(children);
  node->pointers.reserve(children);
  ArrowSchema& s = owner->schema;
  s = {};
  s.format = node->format.c_str();
  s.name = node->name.c_str();
  s.flags = nullable ? ARROW_FLAG_NULLABLE : 0;
  s.release = Release;
  s.private_data = node.get();
  return node.release();
}

void AddChild(ArrowSchema child, SchemaNode* node, ArrowSchema* parent) {
  node->children.push_back(child);
  node->pointers.push_back(&node->children.back());
  parent->children = node->pointers.data();
  parent->n_children = static_cast<int64_t>(node->children.size());
}

std::string TimestampFormat(const Type& type, const ArrowOptions& options) {
  std::string format = options.timestamp_unit == TimestampUnit::kNanoseconds ? "tsn:" : "tsu:";
  return type.kind() == Kind::kTimestampLocal ? format + "UTC" : format;
}

std::string UnionFormat(const Type& type) {
  std::string format = "+ud:";
  for (size_t i = 0; i < type.children().size(); i++) {
    format += (i == 0 ? "" : ",") + std::to_string(i);
  }
  return format;
}

/// Returns the format of strings, or of the values of their dictionary.
std::string StringFormat(const Type& type, const ArrowOptions& options) {
  const std::string form = options.strings == ArrowStrings::kViews ? "v" : "";
  return form + (type.kind() == Kind::kBinary || options.text_as_binary ? "z" : "u");
}

std::string FormatOf(const Type& type, const ArrowOptions& options) {
  switch (type.kind()) {
    case Kind::kBoolean:
      return "b";
    case Kind::kTinyint:
      return "c";
    case Kind::kSmallint:
      return "s";
    case Kind::kInt:
      return "i";
    case Kind::kBigint:
      return "l";
    case Kind::kFloat:
      return "f";
    case Kind::kDouble:
      return "g";
    case Kind::kDecimal:
      return "d:" + std::to_string(type.precision()) + "," + std::to_string(type.scale());
    case Kind::kString:
    case Kind::kVarchar:
    case Kind::kChar:
    case Kind::kBinary:
      return options.strings == ArrowStrings::kDictionaries ? "i" : StringFormat(type, options);
    case Kind::kDate:
      return "tdD";
    case Kind::kTimestamp:
    case Kind::kTimestampLocal:
      return TimestampFormat(type, options);
    case Kind::kArray:
      return "+l";
    case Kind::kMap:
      return "+m";
    case Kind::kStruct:
      return "+s";
    case Kind::kUnion:
      return UnionFormat(type);
  }
  return "";
}

ArrowSchema Build(const Type& type, std::string name, bool nullable, const ArrowOptions& options) {
  Owner owner;
  const std::vector<Type>& parts = type.children();
  SchemaNode* node =
      Start(FormatOf(type, options), std::move(name), nullable, parts.size(), &owner);
  if (type.type_class() == Class::kBytes && options.strings == ArrowStrings::kDictionaries) {
    Owner values;
    Start(StringFormat(type, options), "", true, 0, &values);
    node->dictionary = values.Take();
    owner.schema.dictionary = &node->dictionary;
  }
  if (type.kind() == Kind::kMap) {
    Owner entries;
    SchemaNode* inner = Start("+s", "entries", false, 2, &entries);
    AddChild(Build(parts[0], "key", false, options), inner, &entries.schema);
    AddChild(Build(parts[1], "value", true, options), inner, &entries.schema);
    AddChild(entries.Take(), node, &owner.schema);
    return owner.Take();
  }
  for (size_t i = 0; i < parts.size(); i++) {
    std::string part = type.kind() == Kind::kStruct  ? type.field_names()[i]
                       : type.kind() == Kind::kArray ? "item"
                                                     : std::to_string(i);
    AddChild(Build(parts[i], std::move(part), true, options), node, &owner.schema);
  }
  return owner.Take();
}

}  // namespace

ArrowSchema BuildSchema(const std::vector<Type>& types, const std::vector<std::string>& names,
                        const ArrowOptions& options) {
  Owner owner;
  SchemaNode* node = Start("+s", "", false, types.size(), &owner);
  for (size_t i = 0; i < types.size(); i++) {
    AddChild(Build(types[i], names[i], true, options), node, &owner.schema);
  }
  return owner.Take();
}

}  // namespace cif::arrow

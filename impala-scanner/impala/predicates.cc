#include "predicates.h"

#include <optional>
#include <string>
#include <utility>

#include "exprs/scalar-expr.h"
#include "runtime/date-value.h"
#include "runtime/string-value.h"

namespace cif::plugin {
namespace {

using impala::ScalarExpr;

/// Returns true if an expression is a built-in function of Impala. Users may give their functions
/// the same names.
struct Builtin : impala::Expr {
  static bool Is(const impala::Expr& e) {
    const impala::TFunction& function = e.*(&Builtin::fn_);
    return function.binary_type == impala::TFunctionBinaryType::BUILTIN;
  }
};

std::optional<Op> OpOf(const std::string& function) {
  constexpr std::pair<const char*, Op> kOps[] = {{"eq", Op::kEq}, {"ne", Op::kNe}, {"lt", Op::kLt},
                                                 {"le", Op::kLe}, {"gt", Op::kGt}, {"ge", Op::kGe}};
  for (const auto& [name, op] : kOps) {
    if (function == name) {
      return op;
    }
  }
  return std::nullopt;
}

/// Returns a literal of a type that both sides order in the same way.
std::optional<Literal> LiteralOf(const impala::ColumnType& type, const void* value) {
  switch (type.type) {
    case impala::TYPE_TINYINT:
      return Literal(int64_t{*static_cast<const int8_t*>(value)});
    case impala::TYPE_SMALLINT:
      return Literal(int64_t{*static_cast<const int16_t*>(value)});
    case impala::TYPE_INT:
      return Literal(int64_t{*static_cast<const int32_t*>(value)});
    case impala::TYPE_BIGINT:
      return Literal(*static_cast<const int64_t*>(value));
    case impala::TYPE_DATE:
      return Literal(int64_t{static_cast<const impala::DateValue*>(value)->Value()});
    case impala::TYPE_STRING: {
      const auto* text = static_cast<const impala::StringValue*>(value);
      const auto simple = text->ToSimpleString();
      return Literal(std::string(simple.ptr, simple.len));
    }
    default:
      return std::nullopt;
  }
}

/// Returns the text between the two '%' of a pattern that has no other special characters.
std::optional<std::string> ContainedText(const std::string& pattern) {
  const bool framed = pattern.size() > 2 && pattern.front() == '%' && pattern.back() == '%';
  if (!framed || pattern.find_first_of("%_\\", 1) != pattern.size() - 1) {
    return std::nullopt;
  }
  return pattern.substr(1, pattern.size() - 2);
}

bool SameClass(const impala::ColumnType& slot, const Type& stored) {
  switch (slot.type) {
    case impala::TYPE_STRING:
      return stored.type_class() == Class::kBytes;
    case impala::TYPE_DATE:
      return stored.kind() == Kind::kDate;
    default:
      return stored.kind() >= Kind::kTinyint && stored.kind() <= Kind::kBigint;
  }
}

/// Pushes a conjunct. Returns false if libcif cannot evaluate it.
bool Push(impala::ScalarExprEvaluator* conjunct, const std::vector<ScanColumn>& columns,
          const std::vector<Type>& types, Conjuncts* divided) {
  const ScalarExpr& root = conjunct->root();
  if (root.GetNumChildren() != 2 || !root.GetChild(0)->IsSlotRef() ||
      !root.GetChild(1)->IsLiteral() || !Builtin::Is(root)) {
    return false;
  }
  const ScalarExpr& value = *root.GetChild(1);
  std::vector<impala::SlotId> ids;
  if (root.GetChild(0)->GetSlotIds(&ids) != 1) {
    return false;
  }
  for (size_t c = 0; c < columns.size(); c++) {
    const impala::SlotDescriptor& slot = *columns[c].slot;
    if (slot.id() != ids[0] || slot.type().type != value.type().type) {
      continue;
    }
    const void* memory = conjunct->GetValue(value, nullptr);
    std::optional<Literal> literal =
        memory == nullptr ? std::nullopt : LiteralOf(value.type(), memory);
    std::optional<Op> op = OpOf(root.function_name());
    if (literal && root.function_name() == "like") {
      const auto* pattern = std::get_if<std::string>(&*literal);
      std::optional<std::string> text = pattern ? ContainedText(*pattern) : std::nullopt;
      op = text ? std::optional<Op>(Op::kContains) : std::nullopt;
      literal = text ? std::optional<Literal>(*text) : std::nullopt;
    }
    if (!op || !literal || !SameClass(slot.type(), types[c])) {
      return false;
    }
    divided->pushed.push_back(Predicate{columns[c].projection, *op, std::move(*literal)});
    divided->slots.push_back(&slot);
    return true;
  }
  return false;
}

}  // namespace

Conjuncts DivideConjuncts(const std::vector<impala::ScalarExprEvaluator*>& conjuncts,
                          const std::vector<ScanColumn>& columns, const std::vector<Type>& types) {
  Conjuncts divided;
  for (impala::ScalarExprEvaluator* conjunct : conjuncts) {
    if (!Push(conjunct, columns, types, &divided)) {
      divided.left.push_back(conjunct);
    }
  }
  return divided;
}

}  // namespace cif::plugin

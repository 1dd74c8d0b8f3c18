#include "filter.h"

#include <string>
#include <utility>
#include <vector>

#include "filter_tokens.h"

namespace cif::duckdb {
namespace {

/// Maximum nesting depth of conditions.
constexpr int kMaxDepth = 200;

/// Parses a filter from left to right. It keeps the first error and ignores everything after it.
class FilterParser {
 public:
  FilterParser(const Table& table, std::string_view text) : table_(table), tokens_(text) {}

  Result<Predicate> Parse() {
    Predicate condition = ParseOr(0);
    if (tokens_.token().kind != TokenKind::kEnd) {
      Expected("AND, OR or the end");
    }
    if (!error_.ok()) {
      return error_.error();
    }
    return condition;
  }

 private:
  Predicate ParseOr(int depth) {
    std::vector<Predicate> parts;
    do {
      parts.push_back(ParseAnd(depth));
    } while (error_.ok() && tokens_.TakeWord("OR"));
    return parts.size() == 1 ? std::move(parts[0]) : Or(std::move(parts));
  }

  Predicate ParseAnd(int depth) {
    std::vector<Predicate> parts;
    do {
      parts.push_back(ParseNot(depth));
    } while (error_.ok() && tokens_.TakeWord("AND"));
    return parts.size() == 1 ? std::move(parts[0]) : And(std::move(parts));
  }

  Predicate ParseNot(int depth) {
    if (depth > kMaxDepth) {
      Keep(Error{ErrorCode::kInvalidArgument, "", "", -1,
                 "the filter is nested deeper than " + std::to_string(kMaxDepth)});
      return {};
    }
    if (tokens_.TakeWord("NOT")) {
      return Not(ParseNot(depth + 1));
    }
    if (tokens_.TakeSymbol("(")) {
      Predicate inner = ParseOr(depth + 1);
      Take(")");
      return inner;
    }
    return ParsePredicate();
  }

  Predicate ParsePredicate() {
    const std::string target = ParseTarget();
    if (!error_.ok()) {
      return {};
    }
    for (const auto& [symbol, op] : kComparisons) {
      if (tokens_.TakeSymbol(symbol)) {
        return Compare(target, op, ParseValue());
      }
    }
    if (tokens_.TakeWord("IS")) {
      const bool is_not = tokens_.TakeWord("NOT");
      if (!tokens_.TakeWord("NULL")) {
        Expected("NULL");
      }
      return Compare(target, is_not ? Op::kIsNotNull : Op::kIsNull, "");
    }
    const bool is_not = tokens_.TakeWord("NOT");
    Predicate condition = ParseComparison(target);
    return is_not ? Not(std::move(condition)) : condition;
  }

  /// Parses a predicate that may stand behind NOT.
  Predicate ParseComparison(const std::string& target) {
    if (tokens_.TakeWord("IN")) {
      return ParseIn(target);
    }
    if (tokens_.TakeWord("BETWEEN")) {
      Predicate from = Compare(target, Op::kGe, ParseValue());
      if (!tokens_.TakeWord("AND")) {
        Expected("AND");
      }
      return And({std::move(from), Compare(target, Op::kLe, ParseValue())});
    }
    if (tokens_.TakeWord("LIKE")) {
      return Like(target, ParseValue());
    }
    if (tokens_.TakeWord("CONTAINS")) {
      return Compare(target, Op::kContains, ParseValue());
    }
    if (tokens_.TakeWord("STARTS") && tokens_.TakeWord("WITH")) {
      return Compare(target, Op::kStartsWith, ParseValue());
    }
    Expected("a comparison, IS, IN, BETWEEN, LIKE, CONTAINS or STARTS WITH");
    return {};
  }

  Predicate ParseIn(const std::string& target) {
    std::vector<std::string> values;
    Take("(");
    do {
      values.push_back(ParseValue());
    } while (error_.ok() && tokens_.TakeSymbol(","));
    Take(")");
    if (!error_.ok()) {
      return {};
    }
    return Checked(table_.ParseIn(target, {values.begin(), values.end()}));
  }

  Predicate Like(const std::string& target, std::string pattern) {
    const bool starts = pattern.size() > 1 && pattern.front() == '%';
    const bool ends = !pattern.empty() && pattern.back() == '%';
    std::string text = pattern.substr(starts ? 1 : 0);
    text.resize(text.size() - (ends ? 1 : 0));
    if ((starts && !ends) || text.find_first_of("%_\\") != std::string::npos) {
      Keep(Error{ErrorCode::kInvalidArgument, "", "", -1,
                 "LIKE '" + pattern + "' cannot be pushed down: 'text%', '%text%' and 'text' can"});
      return {};
    }
    return Compare(target, starts ? Op::kContains : ends ? Op::kStartsWith : Op::kEq, text);
  }

  /// Parses a target for Projection::Parse.
  std::string ParseTarget() {
    std::string target = TakeName();
    while (error_.ok()) {
      if (tokens_.TakeSymbol(".")) {
        target += "." + TakeName();
      } else if (tokens_.TakeSymbol("[")) {
        const bool is_text = tokens_.token().kind == TokenKind::kText;
        const std::string key = ParseValue();
        target += is_text ? "['" + key + "']" : "[" + key + "]";
        Take("]");
      } else {
        break;
      }
    }
    return target;
  }

  std::string TakeName() {
    if (tokens_.token().kind != TokenKind::kName && tokens_.token().kind != TokenKind::kWord) {
      Expected("a column");
      return "";
    }
    return tokens_.Take().text;
  }

  std::string ParseValue() {
    if (!tokens_.TakeWord("DATE")) {
      tokens_.TakeWord("TIMESTAMP");
    }
    const Token& token = tokens_.token();
    const bool is_boolean = tokens_.IsWord("TRUE") || tokens_.IsWord("FALSE");
    if (token.kind != TokenKind::kText && token.kind != TokenKind::kNumber && !is_boolean) {
      Expected("a value");
      return "";
    }
    std::string text = tokens_.Take().text;
    return !is_boolean ? text : EqualsIgnoreCase(text, "true") ? "true" : "false";
  }

  void Take(const char* symbol) {
    if (!tokens_.TakeSymbol(symbol)) {
      Expected(symbol);
    }
  }

  Predicate Compare(const std::string& target, Op op, const std::string& literal) {
    return error_.ok() ? Checked(table_.ParsePredicate(target, op, literal)) : Predicate();
  }

  Predicate Checked(Result<Predicate> condition) {
    if (!condition.ok()) {
      Keep(Error(condition.error()));
      return {};
    }
    return std::move(*condition);
  }

  void Expected(const std::string& what) {
    const Token& token = tokens_.token();
    const std::string found = token.kind == TokenKind::kEnd ? "its end" : "'" + token.text + "'";
    Keep(Error{ErrorCode::kInvalidArgument, "", "", -1,
               "filter, character " + std::to_string(token.at + 1) + ": " + found + " where " +
                   what + " is expected"});
  }

  void Keep(Error error) {
    if (error_.ok()) {
      error_ = Status(std::move(error));
    }
  }

  static constexpr std::pair<const char*, Op> kComparisons[] = {
      {"=", Op::kEq}, {"==", Op::kEq}, {"!=", Op::kNe}, {"<>", Op::kNe},
      {"<", Op::kLt}, {"<=", Op::kLe}, {">", Op::kGt},  {">=", Op::kGe}};

  const Table& table_;
  Tokens tokens_;
  Status error_;
};

}  // namespace

Result<Predicate> ParseFilter(const Table& table, std::string_view text) {
  return FilterParser(table, text).Parse();
}

}  // namespace cif::duckdb

// Words, names, values and symbols of a filter's text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cif::duckdb {

enum class TokenKind {
  kWord,    ///< letters and digits, which may be a keyword
  kName,    ///< what stood in double quotes
  kText,    ///< what stood in single quotes
  kNumber,
  kSymbol,
  kBad,     ///< a quote without an end
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;  ///< without quotes
  size_t at = 0;     ///< where it begins
};

/// The tokens of a text, one after the other.
class Tokens {
 public:
  /// @param text outlives it
  explicit Tokens(std::string_view text) : text_(text) { Advance(); }

  /// The token that is next.
  const Token& token() const { return token_; }
  /// Goes on, and returns what was next.
  Token Take();
  /// Whether a keyword is next, in letters of either case.
  bool IsWord(std::string_view keyword) const;
  bool TakeWord(std::string_view keyword);
  bool TakeSymbol(std::string_view symbol);

 private:
  void Advance();
  void TakeQuoted(char quote, TokenKind kind);

  std::string_view text_;
  size_t at_ = 0;
  Token token_;
};

}  // namespace cif::duckdb

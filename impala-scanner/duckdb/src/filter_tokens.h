// Tokens of a filter's text: words, names, values and symbols.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cif::duckdb {

enum class TokenKind {
  kWord,  ///< letters and digits, maybe a keyword
  kName,  ///< content of double quotes
  kText,  ///< content of single quotes
  kNumber,
  kSymbol,
  kBad,  ///< a quote without an end
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;  ///< without quotes
  size_t at = 0;     ///< offset in the text
};

/// Tokenizer of a text.
class Tokens {
 public:
  /// @param text text, which must outlive it
  explicit Tokens(std::string_view text) : text_(text) { Advance(); }

  /// Next token.
  const Token& token() const { return token_; }
  /// Moves on, and returns the token that was next.
  Token Take();
  /// Returns true if a keyword is next, in either case.
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

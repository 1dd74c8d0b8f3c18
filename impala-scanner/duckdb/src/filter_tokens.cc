#include "filter_tokens.h"

#include <algorithm>
#include <utility>

#include "cif/type.h"

namespace cif::duckdb {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

/// Letters are ASCII letters and all non-ASCII bytes.
bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

Token Tokens::Take() {
  Token taken = std::move(token_);
  Advance();
  return taken;
}

bool Tokens::IsWord(std::string_view keyword) const {
  return token_.kind == TokenKind::kWord && EqualsIgnoreCase(token_.text, keyword);
}

bool Tokens::TakeWord(std::string_view keyword) {
  if (!IsWord(keyword)) {
    return false;
  }
  Advance();
  return true;
}

bool Tokens::TakeSymbol(std::string_view symbol) {
  if (token_.kind != TokenKind::kSymbol || token_.text != symbol) {
    return false;
  }
  Advance();
  return true;
}

void Tokens::TakeQuoted(char quote, TokenKind kind) {
  token_.kind = kind;
  for (at_++; at_ < text_.size(); at_++) {
    if (text_[at_] == quote) {
      if (at_ + 1 == text_.size() || text_[at_ + 1] != quote) {
        at_++;
        return;
      }
      at_++;  // a doubled quote stands for one
    }
    token_.text += text_[at_];
  }
  token_.kind = TokenKind::kBad;
}

void Tokens::Advance() {
  at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
  token_ = {TokenKind::kEnd, "", at_};
  if (at_ == text_.size()) {
    return;
  }
  const char c = text_[at_];
  const auto next = [&](size_t ahead) {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : ' ';
  };
  if (c == '\'' || c == '"') {
    TakeQuoted(c, c == '"' ? TokenKind::kName : TokenKind::kText);
    return;
  }
  const size_t begin = at_;
  if (IsLetter(c)) {
    token_.kind = TokenKind::kWord;
    while (at_ < text_.size() && (IsLetter(text_[at_]) || IsDigit(text_[at_]))) {
      at_++;
    }
  } else if (IsDigit(c) || ((c == '-' || c == '+') && (IsDigit(next(1)) || next(1) == '.'))) {
    token_.kind = TokenKind::kNumber;
    for (at_++; at_ < text_.size(); at_++) {
      const bool is_sign = text_[at_] == '-' || text_[at_] == '+';
      const bool is_exponent = text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E';
      if (!IsDigit(text_[at_]) && !IsLetter(text_[at_]) && text_[at_] != '.' &&
          !(is_sign && is_exponent)) {
        break;
      }
    }
  } else {
    token_.kind = TokenKind::kSymbol;
    const bool is_pair = next(1) == '=' ? std::string_view("=!<>").find(c) != std::string_view::npos
                                        : c == '<' && next(1) == '>';
    at_ += is_pair ? 2 : 1;
  }
  token_.text = text_.substr(begin, at_ - begin);
}

}  // namespace cif::duckdb

#include "file/entry_scanner.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "file/filter_entry.h"
#include "file/footer.h"
#include "file/parts_entry.h"
#include "file/schema_file.h"

namespace cif::internal {
namespace {

constexpr size_t kMostDigits = 18;  // more might not fit 64 bits
constexpr size_t kCrcDigits = 8;

class EntryScanner {
 public:
  explicit EntryScanner(std::string_view json) : rest_(json) {}

  bool Entry(Column* column) {
    int64_t id = 0;
    if (!Is("{\"id\":") || !Number(&id) || id != column->id || !Is(",\"name\":\"") ||
        !Is(column->name) || !IsPlain(column->name) || !Is("\",\"file\":\"") || !File(column) ||
        !Is("\",\"length\":") || !Number(&column->file_length)) {
      return false;
    }
    const bool in_group = Is(",\"footerOffset\":");
    if (in_group && !Number(&column->footer_offset)) {
      return false;
    }
    return Is(",\"footerLength\":") && Number(&column->footer_length) &&
           column->footer_length <= kMaxFooter && (!in_group || HasFooter(*column)) &&
           Is(",\"footerCrc32c\":\"") && Crc(&column->footer_crc) && Is("\",\"rawBytes\":") &&
           Number(&column->raw_bytes) && Parts(column) && Filters(column) && Summary() && Is("}");
  }

  /// Returns true if these bytes are next, and moves behind them.
  bool Is(std::string_view bytes) {
    if (rest_.substr(0, bytes.size()) != bytes) {
      return false;
    }
    rest_.remove_prefix(bytes.size());
    return true;
  }

  size_t left() const { return rest_.size(); }

 private:
  /// Returns true if a byte stands for itself in a JSON text.
  static bool IsPlain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

  static bool IsPlain(const std::string& text) {
    for (char c : text) {
      if (!IsPlain(c)) {
        return false;
      }
    }
    return true;
  }

  /// Reads the name of a file, which mostly is that of the column before.
  bool File(Column* column) {
    if (file_.empty() || rest_.size() <= file_.size() || rest_[file_.size()] != '"' || !Is(file_)) {
      file_ = Text();
    }
    column->file = file_;
    return IsColumnFileName(file_);
  }

  std::string_view Text() {
    size_t length = 0;
    while (length < rest_.size() && IsPlain(rest_[length])) {
      length++;
    }
    std::string_view text = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return text;
  }

  bool Number(int64_t* number) {
    int64_t value = 0;
    size_t digits = 0;
    while (digits < rest_.size() && digits < kMostDigits && rest_[digits] >= '0' &&
           rest_[digits] <= '9') {
      value = 10 * value + (rest_[digits++] - '0');
    }
    const bool is_number = digits == 1 || (digits > 1 && rest_[0] != '0');
    rest_.remove_prefix(digits);
    *number = value;
    return is_number;
  }

  bool Crc(uint32_t* crc) {
    uint32_t value = 0;
    for (size_t i = 0; i < kCrcDigits; i++) {
      const char c = i < rest_.size() ? rest_[i] : ' ';
      const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
      if (digit < 0) {
        return false;
      }
      value = value << 4 | static_cast<uint32_t>(digit);
    }
    rest_.remove_prefix(kCrcDigits);
    *crc = value;
    return true;
  }

  bool Parts(Column* column) {
    PartsEntry& parts = column->parts;
    if (!Is(",\"parts\":{\"file\":\"")) {
      return true;
    }
    parts.file = Text();
    return Is("\",\"length\":") && Number(&parts.length) && Is(",\"crc32c\":\"") &&
           Crc(&parts.crc) && Is("\"}") && IsPossible(parts);
  }

  bool Filters(Column* column) {
    if (!Is(",\"filters\":[")) {
      return true;
    }
    do {
      FilterEntry entry;
      if (column->filters.size() == kMaxFilterFiles || !Filter(&entry) ||
          !IsPossible(entry, *column)) {
        return false;
      }
      column->filters.push_back(std::move(entry));
    } while (Is(","));
    return Is("]");
  }

  bool Filter(FilterEntry* entry) {
    const bool has_others = Is("{\"with\":[");
    if (has_others && (!With(entry) || !Is("],"))) {
      return false;
    }
    if (!Is(has_others ? "\"file\":\"" : "{\"file\":\"")) {
      return false;
    }
    entry->file = Text();
    return Is("\",\"length\":") && Number(&entry->length) && Is(",\"indexLength\":") &&
           Number(&entry->index_length) && Is(",\"indexCrc32c\":\"") && Crc(&entry->index_crc) &&
           Is("\"}");
  }

  /// Passes over the summary of values, which libcif does not use.
  bool Summary() {
    if (!Is(",\"summary\":{\"statistics\":\"")) {
      return true;
    }
    Text();
    if (!Is("\",\"hashes\":\"") && !Is("\",\"registers\":\"")) {
      return false;
    }
    Text();
    int64_t number = 0;
    return Is("\"") && (!Is(",\"longest\":") || Number(&number)) &&
           (!Is(",\"trues\":") || Number(&number)) && Is("}");
  }

  /// Reads the ids of a key's other columns.
  bool With(FilterEntry* entry) {
    do {
      int64_t id = 0;
      if (!Number(&id) || id > INT32_MAX || entry->with.size() == kMaxKeyColumns) {
        return false;
      }
      entry->with.push_back(static_cast<int32_t>(id));
    } while (Is(","));
    return true;
  }

  std::string_view rest_;
  std::string_view file_;  ///< last file name read
};

}  // namespace

size_t ScanEntries(std::string_view json, std::vector<Column>* columns) {
  EntryScanner scanner(json);
  for (size_t i = 0; i < columns->size(); i++) {
    if ((i > 0 && !scanner.Is(",")) || !scanner.Entry(&(*columns)[i])) {
      return 0;
    }
  }
  return scanner.Is("]") ? json.size() - scanner.left() : 0;
}

}  // namespace cif::internal

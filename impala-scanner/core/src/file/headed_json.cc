#include "file/headed_json.h"

#include <charconv>
#include <string>

#include "file/json.h"
#include "util/crc32c.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

[[noreturn]] void Bad(const std::string& why, int64_t offset,
                      ErrorCode code = ErrorCode::kCorrupt) {
  throw Failure(Error{code, "", "", offset, why});
}

[[noreturn]] void BadHeader(const HeadedJson& kind) {
  Bad("not a CIF " + std::string(kind.name) + " file, or its header is damaged", 0);
}

/// Takes a decimal number of at most 10 digits without leading zeros, and moves behind it.
int64_t HeaderNumber(const HeadedJson& kind, std::string_view* text) {
  int64_t value = 0;
  auto end = std::from_chars(text->data(), text->data() + text->size(), value);
  auto digits = static_cast<size_t>(end.ptr - text->data());
  if (end.ec != std::errc() || digits > 10 || value < 0 || (digits > 1 && text->front() == '0') ||
      text->front() == '-') {
    BadHeader(kind);
  }
  text->remove_prefix(digits);
  return value;
}

void Expect(const HeadedJson& kind, std::string_view* text, std::string_view what) {
  if (text->substr(0, what.size()) != what) {
    BadHeader(kind);
  }
  text->remove_prefix(what.size());
}

}  // namespace

JsonHeader ParseJsonHeader(const HeadedJson& kind, std::string_view bytes) {
  std::string_view rest = bytes;
  Expect(kind, &rest, kind.magic);
  int64_t version = HeaderNumber(kind, &rest);
  Expect(kind, &rest, " ");
  if (version != 1) {
    Bad("format version " + std::to_string(version) +
            " is not known here (this reader knows version 1); read it with the release of CIF that"
            " wrote it, or a newer one",
        0, ErrorCode::kUnsupported);
  }
  JsonHeader header;
  header.length = HeaderNumber(kind, &rest);
  Expect(kind, &rest, " ");
  std::string_view hex = rest.substr(0, 8);
  if (!ParseHex(hex, &header.crc) || hex.find_first_of("ABCDEF") != std::string_view::npos) {
    BadHeader(kind);
  }
  rest.remove_prefix(8);
  Expect(kind, &rest, "\n");
  header.start = bytes.size() - rest.size();
  return header;
}

std::string_view CheckedJson(const HeadedJson& kind, std::string_view bytes) {
  const JsonHeader header = ParseJsonHeader(kind, bytes);
  std::string_view rest = bytes.substr(header.start);
  const auto head = static_cast<int64_t>(header.start);
  const std::string name(kind.name);
  if (static_cast<int64_t>(rest.size()) != header.length + 1 || rest.back() != '\n') {
    Bad("the header promises " + std::to_string(header.length) + " bytes of " + name + ", " +
            std::to_string(rest.size()) + " follow: the file is truncated or damaged",
        head);
  }
  rest.remove_suffix(1);
  if (Crc32c(reinterpret_cast<const uint8_t*>(rest.data()), rest.size()) != header.crc) {
    Bad("the checksum of the " + name + " does not match", head);
  }
  return rest;
}

}  // namespace cif::internal

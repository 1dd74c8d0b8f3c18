#include "file/file_header.h"

#include <cstring>

namespace cif::internal {
namespace {

constexpr uint8_t kVersion = 1;

}  // namespace

Status CheckFileHeader(const uint8_t* header, const char* magic, const std::string& kind) {
  if (std::memcmp(header, magic, 4) != 0) {
    return Error{ErrorCode::kCorrupt, "", "", 0,
                 "not a CIF " + kind + ": it does not start with " + magic};
  }
  if (header[4] != kVersion) {
    return Error{
        ErrorCode::kUnsupported, "", "", 4,
        "format version " + std::to_string(header[4]) +
            " is not known here (this reader knows 1); read it with the release of CIF that"
            " wrote it, or a newer one"};
  }
  if (header[5] != 0 || header[6] != 0 || header[7] != 0) {
    return Error{ErrorCode::kCorrupt, "", "", 5, "reserved bytes of the header are not zero"};
  }
  return {};
}

}  // namespace cif::internal

#include "cif/io.h"
#include "file/inside.h"

namespace cif {

Status StoredFile::Read(uint64_t offset, size_t length, Bytes* out) {
  Status inside = internal::CheckInside(path_, size_, offset, length);
  if (!inside.ok()) {
    return inside;
  }
  uint8_t* to = out->Allocate(length);
  for (size_t done = 0; done < length;) {
    const uint64_t at = offset + done;
    const Result<size_t> read = ReadSome(at, length - done, to + done);
    if (!read.ok()) {
      return read.error();
    }
    if (*read > length - done) {
      return Error{ErrorCode::kIo, path_, "", static_cast<int64_t>(at),
                   "the store says that it has read " + std::to_string(*read) + " bytes of " +
                       std::to_string(length - done) + ": its answer is wrong"};
    }
    if (*read == 0) {
      return Error{ErrorCode::kCorrupt, path_, "", static_cast<int64_t>(at),
                   "the file ends here, but its length was " + std::to_string(size_) +
                       " when it was opened: it was truncated, or the length is stale"};
    }
    done += *read;
  }
  return {};
}

}  // namespace cif

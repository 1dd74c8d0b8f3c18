// The ids of a dictionary, and the codes of symbols: numbers that are checked to be below how many there are.
#pragma once

#include <string>
#include <utility>

#include "encoding/ints.h"

namespace cif::internal {

/// A dictionary is decoded to a table if it is small or its bytes are there to fill it;
/// else values are looked up in the stream, so that memory does not follow a false claim.
inline bool IsTableAllowed(int64_t entries, int64_t bytes) {
  return entries <= 4096 || entries <= 8 * bytes;
}

/// What an error says of a number, and of how many there are.
struct IdWords {
  const char* before;
  const char* between;
  const char* behind;
};

inline constexpr IdWords kIdOfDictionary = {"id ", " in a dictionary of ", ""};

class Ids {
 public:
  Ids(IntsPtr ids, int64_t limit, int64_t offset, const IdWords& words = kIdOfDictionary)
      : ids_(std::move(ids)), limit_(limit), offset_(offset), words_(words) {}

  int64_t size() const { return ids_->size(); }
  int64_t limit() const { return limit_; }

  void Read(int64_t from, int64_t count, int32_t* out) {
    ids_->Read32(from, count, out);
    CheckAll(count, out);
  }

  void Get(const Rows& rows, int32_t* out) {
    ids_->Get32(rows, out);
    CheckAll(rows.count, out);
  }

  int32_t At(int64_t i) {
    int64_t id = ids_->At(i);
    if (id < 0 || id >= limit_) {
      Bad(id);
    }
    return static_cast<int32_t>(id);
  }

 private:
  void CheckAll(int64_t count, const int32_t* ids) const {
    uint32_t most = 0;
    for (int64_t i = 0; i < count; i++) {
      uint32_t id = static_cast<uint32_t>(ids[i]);
      most = most < id ? id : most;
    }
    if (most >= static_cast<uint64_t>(limit_)) {
      Bad(static_cast<int32_t>(most));
    }
  }

  [[noreturn]] void Bad(int64_t id) const {
    throw CorruptData(offset_, words_.before + std::to_string(id) + words_.between +
                                   std::to_string(limit_) + words_.behind);
  }

  IntsPtr ids_;
  int64_t limit_;
  int64_t offset_;
  IdWords words_;
};

}  // namespace cif::internal

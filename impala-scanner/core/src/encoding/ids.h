// Ids of a dictionary and codes of symbols, checked to be below their number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "encoding/ints.h"

namespace cif::internal {

/// Returns true if a dictionary may be decoded to a table: it is small, or has enough bytes to fill
/// the table. Other dictionaries are read from the stream, so that a false size cannot make memory
/// grow.
inline bool IsTableAllowed(int64_t entries, int64_t bytes) {
  return entries <= 4096 || entries <= 8 * bytes;
}

/// Words of the error about a number that is out of range.
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
  /// Looks at signs alone: a wrong id is negative, or exceeds the last id, so that their difference
  /// is negative. The maximum of unsigned numbers, which SSE2 lacks, took longer.
  void CheckAll(int64_t count, const int32_t* ids) const {
    const auto last = static_cast<int32_t>(std::min<int64_t>(limit_ - 1, INT32_MAX));
    int32_t signs = 0;
    for (int64_t i = 0; i < count; i++) {
      // The difference overflows only if the id itself is negative.
      const auto left = static_cast<uint32_t>(last) - static_cast<uint32_t>(ids[i]);
      signs |= ids[i] | static_cast<int32_t>(left);
    }
    if (signs < 0) {
      Bad(*std::max_element(ids, ids + count, [](int32_t a, int32_t b) {
        return static_cast<uint32_t>(a) < static_cast<uint32_t>(b);
      }));
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

// Matchers that are applied once to each value of a dictionary.
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <utility>
#include <vector>

#include "encoding/ids.h"
#include "util/bits.h"

namespace cif::internal {

/// Returns true if matching all `entries` values of a dictionary pays for the `wanted` rows.
inline bool IsWorthMatching(int64_t entries, const Rows& wanted) {
  return wanted.index == nullptr || entries <= 4 * wanted.count;
}

/// Ids of a dictionary that match. Keeps the answers for the last few matchers.
class IdMatches {
 public:
  /// Returns an array with an entry for each id, which is 1 if its value matches.
  /// @param match appends the matching ids; called only if the answer is not kept
  template <typename F>
  const uint8_t* Of(uint64_t matcher, int64_t entries, F match) {
    for (const Known& one : known_) {
      if (one.matcher == matcher) {
        return one.matches.data();
      }
    }
    std::vector<int32_t> found;
    match(&found);
    std::vector<uint8_t> matches(static_cast<size_t>(entries));
    for (int32_t id : found) {
      matches[static_cast<size_t>(id)] = 1;
    }
    if (known_.size() == kMostKnown) {
      known_.pop_front();
    }
    return known_.emplace_back(Known{matcher, std::move(matches)}).matches.data();
  }

 private:
  static constexpr size_t kMostKnown = 8;

  struct Known {
    uint64_t matcher;
    std::vector<uint8_t> matches;
  };

  std::list<Known> known_;
};

/// Appends `slot` + k for each of `count` ids k that matches.
template <typename Id>
void SelectMatches(const Id* ids, int64_t count, const uint8_t* matches, int64_t slot,
                   std::vector<int32_t>* slots) {
  size_t at = slots->size();
  slots->resize(at + static_cast<size_t>(count));
  int32_t* out = slots->data();
  for (int64_t k = 0; k < count; k++) {
    out[at] = static_cast<int32_t>(slot + k);
    at += matches[ids[k]];
  }
  slots->resize(at);
}

/// Appends the slots of the rows whose ids match.
inline void SelectIds(Ids* ids, const Rows& rows, const uint8_t* matches,
                      std::vector<int32_t>* slots) {
  int32_t scratch[kVector];
  ForEachPiece(rows, [&](const Rows& piece, int64_t count, int64_t first) {
    ids->Get(piece, scratch);
    SelectMatches(scratch, count, matches, first, slots);
  });
}

}  // namespace cif::internal

#include "auto/presence.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "encoding/ints.h"
#include "util/bits.h"

namespace cif::internal {

Presence Presence::All(int64_t n) {
  Presence presence(n);
  presence.present_ = n;
  return presence;
}

Presence Presence::Of(int64_t n, std::vector<uint64_t> words) {
  Presence presence(n);
  presence.words_ = std::move(words);
  presence.Count();
  return presence;
}

Presence Presence::Read(Input* in, int64_t n, Budget* budget) {
  Presence presence(n);
  const uint8_t kind = in->U8();
  switch (static_cast<PresenceKind>(kind)) {
    case PresenceKind::kAll:
      presence.present_ = n;
      return presence;
    case PresenceKind::kNone:
      return presence;
    case PresenceKind::kBitmap:
      presence.ReadBitmap(in);
      return presence;
    case PresenceKind::kRuns:
      // Few bytes can stand for many runs. The budget pays for the bitmap and its ranks.
      budget->Charge(n / 4);
      presence.ReadRuns(in, budget);
      return presence;
  }
  in->Corrupt("unknown presence " + std::to_string(kind));
}

void Presence::ReadBitmap(Input* in) {
  const int64_t bytes = (size_ + 7) / 8;
  const uint8_t* p = in->Skip(bytes);
  words_.assign(static_cast<size_t>(size_ / 64 + 1), 0);
  if (bytes > 0) {
    std::memcpy(words_.data(), p, static_cast<size_t>(bytes));
  }
  if (words_.back() >> (size_ & 63) != 0) {
    in->Corrupt("bits behind the last value are set");
  }
  Count();
}

void Presence::ReadRuns(Input* in, Budget* budget) {
  const int64_t r = in->Count("the number of runs", size_ + 1);
  if (r < 1) {
    in->Corrupt("no runs");
  }
  IntsPtr runs = OpenInts(in, r, Nesting(budget));
  words_.assign(static_cast<size_t>(size_ / 64 + 1), 0);
  int64_t lengths[kVector];
  int64_t row = 0;
  for (int64_t from = 0; from < r; from += kVector) {
    int64_t count = std::min(kVector, r - from);
    runs->Read(from, count, lengths);
    for (int64_t k = 0; k < count; k++) {
      if (lengths[k] < 0 || lengths[k] > size_ - row || (lengths[k] == 0 && from + k > 0)) {
        in->Corrupt("a run of " + std::to_string(lengths[k]) + " values");
      }
      int64_t end = row + lengths[k];
      while ((from + k) % 2 == 0 && row < end) {
        int64_t bit = row & 63;
        int64_t set = std::min(64 - bit, end - row);
        words_[static_cast<size_t>(row >> 6)] |= (~uint64_t{0} >> (64 - set)) << bit;
        row += set;
      }
      row = end;
    }
  }
  if (row != size_) {
    in->Corrupt("runs of " + std::to_string(row) + " values, " + std::to_string(size_) +
                " are wanted");
  }
  Count();
}

void Presence::Count() {
  ranks_.reserve(words_.size());
  for (uint64_t word : words_) {
    ranks_.push_back(static_cast<int32_t>(present_));
    present_ += std::popcount(word);
  }
}

int64_t Presence::Rank(int64_t i) const {
  auto word = static_cast<size_t>(i >> 6);
  return ranks_[word] + std::popcount(words_[word] & ((uint64_t{1} << (i & 63)) - 1));
}

void Presence::Select(const Rows& rows, DenseRows* out) const {
  out->bits.assign(static_cast<size_t>(rows.count / 64 + 1), 0);
  if (rows.index == nullptr) {
    auto shift = rows.from & 63;
    auto first = static_cast<size_t>(rows.from >> 6);
    auto needed = static_cast<size_t>((rows.count + 63) / 64);
    for (size_t w = 0; w < needed; w++) {
      uint64_t word = words_[first + w] >> shift;
      if (shift != 0 && first + w + 1 < words_.size()) {
        word |= words_[first + w + 1] << (64 - shift);
      }
      out->bits[w] = word;
    }
    out->bits[static_cast<size_t>(rows.count / 64)] &= (uint64_t{1} << (rows.count & 63)) - 1;
    int64_t start = Rank(rows.from);
    out->rows = Rows::Range(start, Rank(rows.from + rows.count) - start);
    return;
  }
  out->index.clear();
  for (int64_t k = 0; k < rows.count; k++) {
    int64_t i = rows.index[k];
    if (IsPresent(i)) {
      out->bits[static_cast<size_t>(k >> 6)] |= uint64_t{1} << (k & 63);
      out->index.push_back(static_cast<int32_t>(Rank(i)));
    }
  }
  out->rows = Rows::List(out->index.data(), static_cast<int64_t>(out->index.size()));
}

}  // namespace cif::internal

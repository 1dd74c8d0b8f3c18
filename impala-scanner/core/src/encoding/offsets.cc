#include "encoding/offsets.h"

#include <algorithm>
#include <string>
#include <utility>

#include "util/sums.h"

namespace cif::internal {
namespace {

/// Returns the sum of the lengths; -1 if one is negative.
int64_t SumOf(const int32_t* lengths, int64_t count) {
  int64_t sum = 0;
  int32_t signs = 0;
  for (int64_t i = 0; i < count; i++) {
    sum += lengths[i];
    signs |= lengths[i];
  }
  return signs < 0 ? -1 : sum;
}

}  // namespace

Offsets::Offsets(IntsPtr lengths, int64_t most, int64_t offset) : lengths_(std::move(lengths)) {
  const int64_t n = lengths_->size();
  if (const int64_t* each = lengths_->constant()) {
    if (*each < 0 || *each > most || *each > most / n) {
      throw CorruptData(offset, std::to_string(n) + " parts of length " + std::to_string(*each) +
                                    " where " + std::to_string(most) + " in all can be");
    }
    each_ = *each;
    total_ = each_ * n;
    return;
  }
  group_starts_.reserve(static_cast<size_t>(VectorCount(n)));
  int32_t scratch[kVector];
  for (int64_t from = 0; from < n; from += kVector) {
    group_starts_.push_back(static_cast<int32_t>(total_));
    int64_t count = std::min(kVector, n - from);
    lengths_->Read32(from, count, scratch);
    int64_t sum = SumOf(scratch, count);
    if (sum < 0) {
      throw CorruptData(offset,
                        "a negative length among parts " + std::to_string(from) + " and following");
    }
    total_ += sum;
    if (total_ > most) {
      throw CorruptData(offset, "lengths of " + std::to_string(total_) + " in all where " +
                                    std::to_string(most) + " can be");
    }
  }
}

void Offsets::LoadGroup(int64_t group) {
  group_ = -1;
  const int64_t from = group * kVector;
  const int64_t count = std::min(kVector, size() - from);
  lengths_->Read32(from, count, within_.data() + 1);
  int32_t sum = group_starts_[static_cast<size_t>(group)];
  within_[0] = sum;
  for (int64_t i = 1; i <= count; i++) {
    sum += within_[static_cast<size_t>(i)];
    within_[static_cast<size_t>(i)] = sum;
  }
  group_ = group;
}

int64_t Offsets::Start(int64_t i) {
  if (each_ >= 0) {
    return each_ * i;
  }
  if (i == size()) {
    return total_;
  }
  const int64_t group = i / kVector;
  if (i == group * kVector) {
    return group_starts_[static_cast<size_t>(group)];
  }
  if (group != group_) {
    LoadGroup(group);
  }
  return within_[static_cast<size_t>(i % kVector)];
}

int64_t Offsets::Ends(const Rows& rows, int64_t base, int32_t* out) {
  int64_t sum = base;
  if (each_ >= 0) {
    for (int64_t k = 0; k < rows.count; k++) {
      sum += each_;
      out[k] = static_cast<int32_t>(sum);
    }
    return sum;
  }
  lengths_->Get32(rows, out);
  return SumUp(out, rows.count, static_cast<int32_t>(base));
}

int64_t Offsets::Sum(const Rows& rows) {
  if (each_ >= 0) {
    return each_ * rows.count;
  }
  if (rows.index == nullptr) {
    return Start(rows.from + rows.count) - Start(rows.from);
  }
  int64_t sum = 0;
  for (int64_t k = 0; k < rows.count; k++) {
    sum += Length(rows.index[k]);
  }
  return sum;
}

}  // namespace cif::internal

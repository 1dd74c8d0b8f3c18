#include "scan/row_values.h"

#include <cstdint>
#include <utility>

#include "util/budget.h"
#include "util/failure.h"
#include "vector/gather.h"

namespace cif::internal {
namespace {

/// Appends chosen values from decoded ones.
void Copy(const Vector& known, const int32_t* index, int64_t count, Vector* out) {
  // The values fitted a batch's limit before and are not more now, but they may be added to others.
  Budget budget;
  budget.Set(INT64_MAX);
  try {
    Gather(known, index, count, out, &budget);
  } catch (const TooLarge& e) {
    Fail(ErrorCode::kTooLarge, e.what());
  }
}

}  // namespace

void RowValues::Start(int64_t first, const int32_t* index, int64_t count) {
  first_ = first;
  index_ = index;
  count_ = count;
  for (Values& one : all_) {
    one.are_read = false;
  }
}

void RowValues::Select(const Source& source, const ValueMatcher& matcher,
                       std::vector<int32_t>* slots) {
  const Values* known = Find(source);
  const bool is_known = (known != nullptr && known->are_read) || IsKnownOfWhole(source);
  if (!is_known && count_ > 0 && source.stored == source.type && PaysEncoded(source, matcher)) {
    sources_->Select(source, first_, index_, count_, matcher, slots);
  } else {
    matcher.Select(Of(source), slots);
  }
}

const Vector& RowValues::Of(const Source& source) {
  Values* found = Find(source);
  if (found == nullptr) {
    found = &all_.emplace_back(Values{source.reader, Vector(source.type, strings_)});
  }
  if (!found->are_read) {
    found->values.Clear();
    if (IsKnownOfWhole(source)) {
      Copy(whole_->Find(source)->values, index_, count_, &found->values);
    } else {
      sources_->Read(source, first_, index_, count_, &found->values);
    }
    found->are_read = true;
  }
  return found->values;
}

void RowValues::Append(const Source& source, const int32_t* index, int64_t count, Vector* out) {
  Values* known = Find(source);
  if (known == nullptr || !known->are_read || (index == nullptr && out->length > 0)) {
    sources_->Read(source, first_, index, count, out);
  } else if (index == nullptr) {
    std::swap(known->values, *out);
    known->are_read = false;
  } else {
    Copy(known->values, index, count, out);
  }
}

bool RowValues::PaysEncoded(const Source& source, const ValueMatcher& matcher) const {
  const bool is_enough = !sources_->IsProjected(source) &&
                         (sources_->IsComparedOnce(source) || matcher.range() != nullptr);
  return is_enough ||
         sources_->HasFewValues(source, first_ + (index_ == nullptr ? 0 : int64_t{index_[0]}));
}

bool RowValues::IsKnownOfWhole(const Source& source) const {
  const Values* known = whole_ == nullptr ? nullptr : whole_->Find(source);
  return known != nullptr && known->are_read;
}

const RowValues::Values* RowValues::Find(const Source& source) const {
  for (const Values& one : all_) {
    if (one.reader == source.reader && one.values.type == source.type) {
      return &one;
    }
  }
  return nullptr;
}

}  // namespace cif::internal

#include "scan/row_selection.h"

#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

/// Returns true if values have a fixed width in memory.
bool IsCheap(const Type& type, StringForm strings) {
  const Class of = type.type_class();
  return of < Class::kList && (of != Class::kBytes || strings == StringForm::kViews);
}

}  // namespace

void RowSelection::Select(int64_t first, int64_t count) {
  first_ = first;
  count_ = count;
  all_ = true;
  selected_.clear();
  every_.Start(first, nullptr, count);
  has_deleted_ = deleted_ != nullptr && deleted_->HasWithin(first, first + count);
  bool are_left_out = !has_deleted_;
  if (has_deleted_) {
    live_.clear();
    deleted_->AppendLive(first, count, &live_);
    const bool are_few = 2 * static_cast<int64_t>(live_.size()) < count;
    if (conditions_.empty() || are_few) {
      KeepLive();
      are_left_out = true;
    }
  }
  for (size_t c = 0; c < conditions_.size() && rows() > 0; c++) {
    if (!all_) {
      left_.Start(first, selected_.data(), rows());
    }
    slots_.clear();
    conditions_[c].Select(all_ ? &every_ : &left_, &slots_);
    Narrow();
    if (!are_left_out) {
      // The first condition has looked at whole vectors, which is quicker than most of their
      // values.
      KeepLive();
      are_left_out = true;
    }
  }
  if (!disjunction_.empty() && rows() > 0) {
    SelectByDisjunction();
  }
}

void RowSelection::KeepLive() {
  if (all_) {
    selected_.swap(live_);
    all_ = false;
    return;
  }
  auto live = live_.begin();
  std::erase_if(selected_, [&](int32_t row) {
    while (live != live_.end() && *live < row) {
      ++live;
    }
    return live == live_.end() || *live != row;
  });
}

void RowSelection::SelectByDisjunction() {
  slots_.clear();
  disjunction_.Select(
      rows(),
      [&](const Source& source, Vector* out) {
        sources_->Read(source, first_, all_ ? nullptr : selected_.data(), rows(), out);
      },
      &slots_);
  Narrow();
}

void RowSelection::Narrow() {
  if (static_cast<int64_t>(slots_.size()) == rows()) {
    return;
  }
  if (all_) {
    selected_.swap(slots_);
    all_ = false;
    return;
  }
  for (size_t k = 0; k < slots_.size(); k++) {
    selected_[k] = selected_[static_cast<size_t>(slots_[k])];
  }
  selected_.resize(slots_.size());
}

void RowSelection::Append(const Source& source, Vector* out) {
  if (source.is_missing()) {
    AppendNulls(out, rows());
  } else {
    // Most values of a vector are read sooner with all of them than one run after the other, if to
    // choose from them is cheap.
    if (has_deleted_ && 2 * rows() > count_ && IsCheap(source.type, out->strings)) {
      every_.Of(source);
    }
    every_.Append(source, all_ ? nullptr : selected_.data(), rows(), out);
  }
}

}  // namespace cif::internal

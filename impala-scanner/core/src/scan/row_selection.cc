#include "scan/row_selection.h"

#include "vector/vector_ops.h"

namespace cif::internal {

void RowSelection::Select(int64_t first, int64_t count) {
  first_ = first;
  count_ = count;
  all_ = true;
  selected_.clear();
  every_.Start(first, nullptr, count);
  for (size_t c = 0; c < conditions_.size() && rows() > 0; c++) {
    if (!all_) {
      left_.Start(first, selected_.data(), rows());
    }
    slots_.clear();
    conditions_[c].Select(all_ ? &every_ : &left_, &slots_);
    Narrow();
  }
  if (!disjunction_.empty() && rows() > 0) {
    SelectByDisjunction();
  }
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
    every_.Append(source, all_ ? nullptr : selected_.data(), rows(), out);
  }
}

}  // namespace cif::internal

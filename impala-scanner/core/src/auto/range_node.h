// Common base of lists and maps: values that are ranges of values of child nodes.
#pragma once

#include <utility>
#include <vector>

#include "auto/node.h"
#include "encoding/offsets.h"
#include "vector/vector_ops.h"

namespace cif::internal {

class RangeNode : public Node {
 protected:
  RangeNode(const Type& type, Presence presence, Budget* budget, IntsPtr lengths, int64_t offset)
      : Node(std::move(presence), budget), offsets_(std::move(lengths), kMaxNodeValues, offset) {
    for (const Type& child : type.children()) {
      entry_bytes_ += SlotBytes(child);
    }
  }

  Offsets& offsets() { return offsets_; }

  /// Appends the ranges of the wanted lists or maps. Their entries will stand at the end of a child
  /// with `base` entries so far. Returns the rows of the entries. Call it before AppendValid.
  Rows AppendRanges(const Rows& rows, int64_t base, Vector* out) {
    const int64_t entries = offsets_.Sum(rows);
    if (entries > INT32_MAX - base) {
      throw TooLarge();
    }
    ChargeEntries(entries);
    int32_t* ends = GrowOffsets(out, rows.count);
    offsets_.Ends(rows, base, ends + 1);
    if (rows.index == nullptr) {
      return Rows::Range(offsets_.Start(rows.from), entries);
    }
    index_.clear();
    ForEachRun(rows, [&](int64_t from, int64_t count, int64_t) {
      auto start = static_cast<int32_t>(offsets_.Start(from));
      auto end = static_cast<int32_t>(offsets_.Start(from + count));
      for (int32_t e = start; e < end; e++) {
        index_.push_back(e);
      }
    });
    return Rows::List(index_.data(), entries);
  }

  /// Charges the budget for the memory of `entries` entries.
  void ChargeEntries(int64_t entries) { budget()->Charge(entries * entry_bytes_); }

 private:
  Offsets offsets_;
  int64_t entry_bytes_ = 0;
  std::vector<int32_t> index_;
};

}  // namespace cif::internal

#include <algorithm>
#include <new>
#include <utility>

#include "plan.h"

namespace cif {

using internal::FillContext;
using internal::SlotPlan;
using internal::Store;
using internal::Target;

namespace {

/// Adjacent tuples and their values.
struct Rows {
  const Vector* columns;
  int64_t first;
  int64_t count;
  const uint8_t* nulls;  ///< a byte per row of the struct that contains the values; may be nullptr
  uint8_t* tuples;
  int64_t stride;
};

/// Target of pointers that must not be null but point to no data.
uint8_t kNowhere[1];

void AddNulls(const Vector& values, int64_t first, int64_t count, uint8_t* nulls) {
  const uint8_t* bits = values.validity.data();
  for (int64_t i = 0; i < count; i++) {
    const int64_t bit = first + i;
    const int missing = ~(bits[bit >> 3] >> (bit & 7)) & 1;
    nulls[i] = static_cast<uint8_t>(nulls[i] | missing);
  }
}

/// Returns the values of a slot. Sets `nulls` to a byte per row, or to nullptr if none is NULL.
const Vector& FindValues(const Rows& rows, SlotPlan* plan, uint8_t** nulls) {
  *nulls = nullptr;
  auto want_nulls = [&] {
    if (*nulls == nullptr) {
      if (rows.nulls == nullptr) {
        plan->nulls.assign(static_cast<size_t>(rows.count), 0);
      } else {
        plan->nulls.assign(rows.nulls, rows.nulls + rows.count);
      }
      *nulls = plan->nulls.data();
    }
  };
  if (plan->makes_nulls || rows.nulls != nullptr) {
    want_nulls();
  }
  const Vector* values = nullptr;
  const Vector* columns = rows.columns;
  for (int32_t step : plan->slot.path) {
    values = &columns[step];
    columns = values->children.data();
    if (values->null_count > 0) {
      want_nulls();
      AddNulls(*values, rows.first, rows.count, *nulls);
    }
  }
  return *values;
}

Status SetNullBits(const Rows& rows, const Slot& slot, const uint8_t* nulls) {
  if (slot.null_bit < 0) {
    for (int64_t i = 0; i < rows.count; i++) {
      if (nulls[i] != 0) {
        return Error{ErrorCode::kInvalidArgument, "", slot.name, -1,
                     "a value is NULL, but the slot has no null bit"};
      }
    }
    return {};
  }
  uint8_t* out = rows.tuples + slot.null_byte;
  for (int64_t i = 0; i < rows.count; i++, out += rows.stride) {
    *out = static_cast<uint8_t>(*out | nulls[i] << slot.null_bit);
  }
  return {};
}

/// Makes collections empty: Impala reads their count even if they are NULL.
void ClearCollections(const Rows& rows, const Slot& slot) {
  uint8_t* out = rows.tuples + slot.offset;
  for (int64_t i = 0; i < rows.count; i++, out += rows.stride) {
    std::memset(out, 0, static_cast<size_t>(internal::SlotSize(slot)));
  }
}

/// Sets a slot and its content to NULL in all tuples.
void SetMissing(const Rows& rows, const SlotPlan& plan) {
  uint8_t* out = rows.tuples + plan.slot.null_byte;
  const int mask = 1 << plan.slot.null_bit;
  for (int64_t i = 0; i < rows.count; i++, out += rows.stride) {
    *out = static_cast<uint8_t>(*out | mask);
  }
  if (plan.slot.type == SlotType::kStruct) {
    for (const SlotPlan& field : plan.children) {
      SetMissing(rows, field);
    }
  } else if (plan.slot.type == SlotType::kArray || plan.slot.type == SlotType::kMap) {
    ClearCollections(rows, plan.slot);
  }
}

/// Adjacent collections of a vector.
struct Collections {
  const Vector* values;
  int64_t first;
  int64_t count;

  const int32_t* offsets() const { return values->offsets.as<int32_t>() + first; }
  int64_t first_item() const { return count == 0 ? 0 : offsets()[0]; }
  int64_t items() const { return count == 0 ? 0 : int64_t{offsets()[count]} - offsets()[0]; }
};

/// Follows a path to the collections within adjacent rows, or items. Those of a row lie one behind
/// the other; where a row has none, their range is empty.
Collections FindCollections(const std::vector<Vector>& roots, int64_t first, int64_t count,
                            const std::vector<int32_t>& path) {
  Collections found{nullptr, first, count};
  const std::vector<Vector>* columns = &roots;
  for (const int32_t step : path) {
    if (found.values != nullptr && found.values->type.kind() != Kind::kStruct) {
      found = {nullptr, found.first_item(), found.items()};
    }
    found.values = &(*columns)[static_cast<size_t>(step)];
    columns = &found.values->children;
  }
  return found;
}

/// Returns where the items of a collection's items begin: an item's number, and a path from it to
/// collections.
int64_t FirstItem(const Vector& outer, const std::vector<int32_t>& path, int64_t item) {
  const Vector* values = &outer;
  for (const int32_t step : path) {
    if (values != &outer && values->type.kind() != Kind::kStruct) {
      item = values->offsets.as<int32_t>()[item];
    }
    values = &values->children[static_cast<size_t>(step)];
  }
  return path.empty() ? item : values->offsets.as<int32_t>()[item];
}

/// Writes the positions of items `first` to `first + count - 1` of some collections.
void WritePositions(const Collections& collections, int64_t first, int64_t count, uint8_t* out,
                    int64_t stride) {
  const int32_t* offsets = collections.offsets();
  const int64_t start = offsets[0] + first;
  const int64_t end = start + count;
  // The last collection that begins at the item or before it: empty ones in front have no item.
  const int32_t* at = std::upper_bound(offsets, offsets + collections.count, start) - 1;
  for (int64_t item = start; item < end; at++) {
    for (const int64_t stop = std::min<int64_t>(end, at[1]); item < stop; item++, out += stride) {
      Store(out, item - at[0]);
    }
  }
}

}  // namespace

class TupleWriter::Impl {
 public:
  Impl(TupleLayout layout, std::vector<SlotPlan> plans, size_t columns, const TupleOptions& options)
      : layout_(std::move(layout)),
        plans_(std::move(plans)),
        columns_(columns),
        options_(options) {}

  int64_t CountTuples(const Batch& batch) const {
    if (layout_.collection.empty()) {
      return batch.rows;
    }
    return IsMissing() || batch.columns.size() != columns_ ? 0 : FindItems(batch).items();
  }

  Status Write(const Batch& batch, int64_t first, int64_t count, uint8_t* tuples,
               VarlenPool* pool) {
    const int64_t all = CountTuples(batch);
    if (first < 0 || count < 0 || first > all || count > all - first ||
        batch.columns.size() != columns_) {
      return Error{ErrorCode::kInvalidArgument, "", "", -1,
                   "tuples " + std::to_string(first) + " + " + std::to_string(count) + " of " +
                       std::to_string(batch.columns.size()) + " columns, from a batch of " +
                       std::to_string(all) + " of " + std::to_string(columns_)};
    }
    pool_ = pool;
    if (layout_.collection.empty()) {
      return WriteSlots({batch.columns.data(), first, count, nullptr, tuples, layout_.size},
                        &plans_);
    }
    return count == 0 ? Status()
                      : WriteItems(FindItems(batch), first, count, tuples, layout_.size, &plans_);
  }

 private:
  bool IsMissing() const {
    const std::vector<int32_t>& path = layout_.collection;
    return std::find(path.begin(), path.end(), Slot::kMissing) != path.end();
  }

  Collections FindItems(const Batch& batch) const {
    return FindCollections(batch.columns, 0, batch.rows, layout_.collection);
  }

  Status WriteSlots(const Rows& rows, std::vector<SlotPlan>* plans) {
    if (rows.count == 0) {
      return {};
    }
    for (SlotPlan& plan : *plans) {
      if (Status s = WriteSlot(rows, &plan); !s.ok()) {
        Error error = s.error();
        error.column = error.column.empty() ? plan.slot.name : error.column;
        return error;
      }
    }
    return {};
  }

  Status WriteSlot(const Rows& rows, SlotPlan* plan) {
    if (plan->is_position) {
      return {};  // written with the array
    }
    if (plan->is_missing) {
      SetMissing(rows, *plan);
      return {};
    }
    uint8_t* nulls;
    const Vector& values = FindValues(rows, plan, &nulls);
    Status status;
    const bool is_collection =
        plan->slot.type == SlotType::kArray || plan->slot.type == SlotType::kMap;
    if (plan->slot.type == SlotType::kStruct) {
      status = WriteSlots(
          {values.children.data(), rows.first, rows.count, nulls, rows.tuples, rows.stride},
          &plan->children);
    } else if (values.null_count == values.length) {
      if (is_collection) {
        ClearCollections(rows, plan->slot);
      }
    } else if (is_collection) {
      status = WriteCollection(rows, values, plan);
    } else {
      Target target{rows.tuples + plan->slot.offset, rows.stride, rows.count, nulls};
      status = plan->fill(values, rows.first, target, FillContext{*plan, options_, pool_});
    }
    if (!status.ok() || nulls == nullptr) {
      return status;
    }
    return SetNullBits(rows, plan->slot, nulls);
  }

  /// Writes the items of all rows as one run of tuples, since they lie in one piece.
  Status WriteCollection(const Rows& rows, const Vector& values, SlotPlan* plan) {
    const Collections outer{&values, rows.first, rows.count};
    const Collections inner = plan->slot.collection.empty()
                                  ? outer
                                  : FindCollections(values.children, outer.first_item(),
                                                    outer.items(), plan->slot.collection);
    const int64_t item_size = plan->slot.item_size;
    const int64_t items = inner.items();
    uint8_t* memory = kNowhere;
    if (items * item_size > 0) {
      if (Status s = pool_->Allocate(items * item_size, &memory); !s.ok()) {
        return s;
      }
      std::memset(memory, 0, static_cast<size_t>(items * item_size));
    }
    if (items > 0) {
      if (Status s = WriteItems(inner, 0, items, memory, item_size, &plan->children); !s.ok()) {
        return s;
      }
    }
    const int32_t* ends = outer.offsets();
    uint8_t* out = rows.tuples + plan->slot.offset;
    uint8_t* item = memory;
    for (int64_t i = 0; i < rows.count; i++, out += rows.stride) {
      const int64_t count = items == 0 ? 0
                                       : FirstItem(values, plan->slot.collection, ends[i + 1]) -
                                             FirstItem(values, plan->slot.collection, ends[i]);
      Store(out, item);
      Store(out + 8, static_cast<int32_t>(KeepItems(plan->slot, count, item)));
      item += count * item_size;
    }
    return {};
  }

  /// Writes items `first` to `first + count - 1` of some collections. There is one.
  Status WriteItems(const Collections& collections, int64_t first, int64_t count, uint8_t* tuples,
                    int64_t size, std::vector<SlotPlan>* plans) {
    for (const SlotPlan& plan : *plans) {
      if (plan.is_position) {
        WritePositions(collections, first, count, tuples + plan.slot.offset, size);
      }
    }
    return WriteSlots({collections.values->children.data(), collections.first_item() + first, count,
                       nullptr, tuples, size},
                      plans);
  }

  /// Moves the items that the slot's condition keeps to the front. Returns how many they are.
  static int64_t KeepItems(const Slot& slot, int64_t count, uint8_t* items) {
    if (!slot.keeps) {
      return count;
    }
    uint8_t* to = items;
    int64_t kept = 0;
    for (int64_t i = 0; i < count; i++, items += slot.item_size) {
      if (!slot.keeps(items)) {
        continue;
      }
      if (to != items) {
        std::memcpy(to, items, static_cast<size_t>(slot.item_size));
      }
      to += slot.item_size;
      kept++;
    }
    return kept;
  }

  TupleLayout layout_;
  std::vector<SlotPlan> plans_;
  size_t columns_;
  TupleOptions options_;
  VarlenPool* pool_ = nullptr;
};

TupleWriter::TupleWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TupleWriter::~TupleWriter() = default;

Result<std::unique_ptr<TupleWriter>> TupleWriter::Make(TupleLayout layout,
                                                       const std::vector<Type>& types,
                                                       const TupleOptions& options) try {
  if (layout.size < 0) {
    return Error{ErrorCode::kInvalidArgument, "", "", -1,
                 "a tuple of " + std::to_string(layout.size) + " bytes"};
  }
  Result<std::vector<SlotPlan>> plans = internal::PlanTuple(layout, types);
  if (!plans.ok()) {
    return plans.error();
  }
  return std::unique_ptr<TupleWriter>(new TupleWriter(
      std::make_unique<Impl>(std::move(layout), std::move(*plans), types.size(), options)));
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kTooLarge, "", "", -1, "no memory for the layout of a tuple"};
}

int64_t TupleWriter::CountTuples(const Batch& batch) const { return impl_->CountTuples(batch); }

Status TupleWriter::Write(const Batch& batch, int64_t first, int64_t count, uint8_t* tuples,
                          VarlenPool* pool) try {
  return impl_->Write(batch, first, count, tuples, pool);
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kTooLarge, "", "", -1, "no memory to write tuples"};
}

}  // namespace cif

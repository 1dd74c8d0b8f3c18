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

}  // namespace

class TupleWriter::Impl {
 public:
  Impl(std::vector<SlotPlan> plans, int32_t size, size_t columns, const TupleOptions& options)
      : plans_(std::move(plans)), size_(size), columns_(columns), options_(options) {}

  Status Write(const Batch& batch, int64_t first, int64_t count, uint8_t* tuples,
               VarlenPool* pool) {
    if (first < 0 || count < 0 || first > batch.rows || count > batch.rows - first ||
        batch.columns.size() != columns_) {
      return Error{ErrorCode::kInvalidArgument, "", "", -1,
                   "rows " + std::to_string(first) + " + " + std::to_string(count) + " of " +
                       std::to_string(batch.columns.size()) + " columns, from a batch of " +
                       std::to_string(batch.rows) + " rows of " + std::to_string(columns_)};
    }
    pool_ = pool;
    return WriteSlots({batch.columns.data(), first, count, nullptr, tuples, size_}, &plans_);
  }

 private:
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
    const int32_t* offsets = values.offsets.as<int32_t>() + rows.first;
    const int64_t first = offsets[0];
    const int64_t items = offsets[rows.count] - first;
    const int64_t item_size = plan->slot.item_size;
    uint8_t* memory = kNowhere;
    if (items * item_size > 0) {
      if (Status s = pool_->Allocate(items * item_size, &memory); !s.ok()) {
        return s;
      }
      std::memset(memory, 0, static_cast<size_t>(items * item_size));
    }
    uint8_t* out = rows.tuples + plan->slot.offset;
    for (int64_t i = 0; i < rows.count; i++, out += rows.stride) {
      Store(out, memory + (offsets[i] - first) * item_size);
      Store(out + 8, offsets[i + 1] - offsets[i]);
    }
    for (const SlotPlan& child : plan->children) {
      if (child.is_position && items > 0) {
        WritePositions(offsets, rows.count, memory + child.slot.offset, item_size);
      }
    }
    return WriteSlots({values.children.data(), first, items, nullptr, memory, item_size},
                      &plan->children);
  }

  static void WritePositions(const int32_t* offsets, int64_t rows, uint8_t* out, int64_t stride) {
    for (int64_t i = 0; i < rows; i++) {
      const int64_t length = int64_t{offsets[i + 1]} - offsets[i];
      for (int64_t k = 0; k < length; k++, out += stride) {
        Store(out, k);
      }
    }
  }

  std::vector<SlotPlan> plans_;
  int32_t size_;
  size_t columns_;
  TupleOptions options_;
  VarlenPool* pool_ = nullptr;
};

TupleWriter::TupleWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TupleWriter::~TupleWriter() = default;

Result<std::unique_ptr<TupleWriter>> TupleWriter::Make(TupleLayout layout,
                                                       const std::vector<Type>& types,
                                                       const TupleOptions& options) try {
  const int32_t size = layout.size;
  if (size < 0) {
    return Error{ErrorCode::kInvalidArgument, "", "", -1,
                 "a tuple of " + std::to_string(size) + " bytes"};
  }
  Result<std::vector<SlotPlan>> plans = internal::PlanTuple(std::move(layout), types);
  if (!plans.ok()) {
    return plans.error();
  }
  return std::unique_ptr<TupleWriter>(
      new TupleWriter(std::make_unique<Impl>(std::move(*plans), size, types.size(), options)));
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kTooLarge, "", "", -1, "no memory for the layout of a tuple"};
}

Status TupleWriter::Write(const Batch& batch, int64_t first, int64_t count, uint8_t* tuples,
                          VarlenPool* pool) try {
  return impl_->Write(batch, first, count, tuples, pool);
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kTooLarge, "", "", -1, "no memory to write tuples"};
}

}  // namespace cif

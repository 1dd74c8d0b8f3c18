// Impala's tuples of decoded values. Input: the type, the rows, changes to the layout for the type,
// then the body of a block of layout auto. A layout is either refused, or nothing is written beside
// its tuples.

#include <cstring>

#include "cif/tuples.h"
#include "read_block.h"

namespace cif::fuzz {
namespace {

/// Number of bytes for null bits before the slots.
constexpr int32_t kNullBytes = 8;

/// Layout that is built slot by slot.
class LayoutOf {
 public:
  Slot Add(const Type& type, std::vector<int32_t> path) {
    Slot slot;
    slot.path = std::move(path);
    slot.null_byte = bits_ / 8;
    slot.null_bit = bits_ % 8;
    bits_++;
    slot.offset = size_;
    slot.length = type.max_length();
    slot.precision = type.precision();
    slot.scale = type.scale();
    size_ += Describe(type, &slot);
    return slot;
  }

  int32_t size() const { return size_; }

 private:
  /// Sets the fields that depend on the type. Returns the slot's own bytes.
  int32_t Describe(const Type& type, Slot* slot) {
    switch (type.kind()) {
      case Kind::kBoolean:
        return Plain(slot, SlotType::kBoolean, 1);
      case Kind::kTinyint:
        return Plain(slot, SlotType::kTinyint, 1);
      case Kind::kSmallint:
        return Plain(slot, SlotType::kSmallint, 2);
      case Kind::kInt:
        return Plain(slot, SlotType::kInt, 4);
      case Kind::kBigint:
        return Plain(slot, SlotType::kBigint, 8);
      case Kind::kFloat:
        return Plain(slot, SlotType::kFloat, 4);
      case Kind::kDouble:
        return Plain(slot, SlotType::kDouble, 8);
      case Kind::kDecimal:
        return Plain(slot, SlotType::kDecimal,
                     type.precision() <= 9    ? 4
                     : type.precision() <= 18 ? 8
                                              : 16);
      case Kind::kVarchar:
        return Plain(slot, SlotType::kVarchar, 12);
      case Kind::kChar:
        return Plain(slot, SlotType::kChar, type.max_length());
      case Kind::kDate:
        return Plain(slot, SlotType::kDate, 4);
      case Kind::kTimestamp:
      case Kind::kTimestampLocal:
        return Plain(slot, SlotType::kTimestamp, 16);
      case Kind::kArray:
      case Kind::kMap:
        return Items(type, slot);
      case Kind::kStruct:
        slot->type = SlotType::kStruct;
        for (size_t i = 0; i < type.children().size(); i++) {
          slot->children.push_back(Add(type.child(i), {static_cast<int32_t>(i)}));
        }
        return 0;
      case Kind::kUnion:
        slot->path = {Slot::kMissing};
        return Plain(slot, SlotType::kInt, 4);
      default:
        return Plain(slot, SlotType::kString, 12);
    }
  }

  static int32_t Plain(Slot* slot, SlotType type, int32_t bytes) {
    slot->type = type;
    return bytes;
  }

  static int32_t Items(const Type& type, Slot* slot) {
    slot->type = type.kind() == Kind::kMap ? SlotType::kMap : SlotType::kArray;
    LayoutOf item;
    for (size_t i = 0; i < type.children().size(); i++) {
      slot->children.push_back(item.Add(type.child(i), {static_cast<int32_t>(i)}));
    }
    slot->item_size = item.size();
    return 12;
  }

  int32_t bits_ = 0;
  int32_t size_ = kNullBytes;
};

/// Changes a slot of the layout, or one below it.
void Change(FuzzInput* input, TupleLayout* layout) {
  Slot* slot = &layout->slots[0];
  for (int64_t depth = input->Number(3); depth > 0 && !slot->children.empty(); depth--) {
    slot = &slot->children[static_cast<size_t>(
        input->Number(static_cast<int64_t>(slot->children.size()) - 1))];
  }
  const int64_t what = input->Number(10);
  const auto value = static_cast<int32_t>(input->Number(300) - 20);
  int32_t* const numbers[] = {&slot->offset,    &slot->null_byte, &slot->null_bit,  &slot->length,
                              &slot->precision, &slot->scale,     &slot->item_size, &layout->size};
  if (what < 8) {
    *numbers[what] = value;
  } else if (what == 8) {
    slot->type = static_cast<SlotType>(value & 15);
  } else {
    // A step into a collection: of the slot's values, or of those that have a tuple each.
    (what == 9 ? slot->collection : layout->collection).push_back((value & 3) - (value > 250));
  }
}

/// Memory in pieces of the exact size.
class Pool final : public VarlenPool {
 public:
  Status Allocate(int64_t bytes, uint8_t** out) override {
    left_ -= bytes;
    if (left_ < 0) {
      return Error{ErrorCode::kTooLarge, "", "", -1, "a limit"};
    }
    pieces_.push_back(std::make_unique<uint8_t[]>(static_cast<size_t>(bytes)));
    *out = pieces_.back().get();
    return {};
  }

 private:
  int64_t left_ = kBudget;
  std::vector<std::unique_ptr<uint8_t[]>> pieces_;
};

void WriteTuples(const Type& type, const TupleLayout& layout, const TupleOptions& options,
                 const Batch& batch) {
  auto writer = TupleWriter::Make(layout, {type}, options);
  if (!writer.ok()) {
    Require(!writer.error().message.empty(), "errors say what is wrong");
    return;
  }
  const int64_t all = (*writer)->CountTuples(batch);
  const int64_t first = all / 3;
  const int64_t count = all - first;
  std::vector<uint8_t> tuples(static_cast<size_t>(count * layout.size));
  Pool pool;
  Status status = (*writer)->Write(batch, first, count, tuples.data(), &pool);
  Require(status.ok() || !status.error().message.empty(), "errors say what is wrong");
}

}  // namespace
}  // namespace cif::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using cif::fuzz::LayoutOf;
  cif::fuzz::FuzzInput input(data, size);
  const auto& types = cif::fuzz::Types();
  const auto& type =
      types[static_cast<size_t>(input.Number(static_cast<int64_t>(types.size()) - 1))];
  const int64_t rows = 1 + input.Number(cif::fuzz::kMostValues);
  LayoutOf slots;
  cif::TupleLayout layout;
  layout.slots = {slots.Add(type, {0})};
  layout.size = slots.size();
  cif::TupleOptions options;
  const int64_t strings = input.Number(3);
  options.strings = (strings & 1) == 0 ? cif::StringLayout::kSmall : cif::StringLayout::kPointer;
  const cif::StringForm form =
      (strings & 2) == 0 ? cif::StringForm::kViews : cif::StringForm::kOffsets;
  for (int64_t changes = input.Number(3); changes > 0; changes--) {
    cif::fuzz::Change(&input, &layout);
  }
  std::optional<cif::Batch> batch = cif::fuzz::DecodeBatch(type, rows, form, input.Rest());
  if (batch) {
    cif::fuzz::WriteTuples(type, layout, options, *batch);
  }
  return 0;
}

#include <optional>

#include "encoding/strings.h"
#include "util/slots.h"
#include "util/utf8.h"
#include "vector/vector_ops.h"
#include "vector/views.h"

namespace cif::internal {
namespace {

/// Encoding 0: one value for all.
class ConstantStrings final : public Strings {
 public:
  ConstantStrings(int64_t n, StringView value, SharedMemory* memory)
      : Strings(n), value_(value), shared_memory_(memory) {}

  bool Equals(int64_t, std::string_view bytes) override { return value_.view() == bytes; }

  void Views(std::vector<StringView>* out) override {
    out->assign(static_cast<size_t>(size()), value_);
  }

  SharedMemory* shared_memory() override { return shared_memory_; }

  bool has_few_values() override { return true; }

  bool Select(const Rows& rows, const ValueMatcher& matcher, std::vector<int32_t>* slots) override {
    std::vector<int32_t> found;
    if (!SelectAmong(this, 1, matcher, &found)) {
      return false;
    }
    if (!found.empty()) {
      AppendSlots(0, rows.count, slots);
    }
    return true;
  }

  bool IsUtf8() override {
    if (!is_utf8_) {
      is_utf8_ = internal::IsUtf8(value_.data, value_.length);
    }
    return *is_utf8_;
  }

 protected:
  void AppendBytes(const Rows& rows, Vector* out, Budget* budget) override {
    uint8_t* bytes = GrowBytes(out, value_.length * rows.count, budget);
    int32_t* offsets = GrowOffsets(out, rows.count);
    for (int64_t k = 0; k < rows.count; k++) {
      CopyString(value_, bytes);
      bytes += value_.length;
      offsets[k + 1] = offsets[k] + value_.length;
    }
  }

  void AppendViews(const Rows& rows, Vector* out, Budget* budget) override {
    AppendSameViews(out, value_, rows.count, budget);
  }

 private:
  StringView value_;
  SharedMemory* shared_memory_;
  std::optional<bool> is_utf8_;
};

}  // namespace

StringsPtr OpenConstantStrings(Input in, int64_t n) {
  Input value = in.Sized("the length of a constant");
  in.ExpectEnd("a constant");
  return std::make_unique<ConstantStrings>(
      n, StringView{value.position(), static_cast<int32_t>(value.remaining())},
      value.shared_memory());
}

}  // namespace cif::internal

#include "encoding/strings.h"
#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

/// Encoding 0: one value for all.
class ConstantStrings final : public Strings {
 public:
  ConstantStrings(int64_t n, StringView value) : Strings(n), value_(value) {}

  void Append(const Rows& rows, Vector* out, Budget* budget) override {
    uint8_t* bytes = GrowBytes(out, value_.length * rows.count, budget);
    int32_t* offsets = GrowOffsets(out, rows.count);
    for (int64_t k = 0; k < rows.count; k++) {
      CopyString(value_, bytes);
      bytes += value_.length;
      offsets[k + 1] = offsets[k] + value_.length;
    }
  }

  bool Equals(int64_t, std::string_view bytes) override { return value_.view() == bytes; }

  void Views(std::vector<StringView>* out) override {
    out->assign(static_cast<size_t>(size()), value_);
  }

 private:
  StringView value_;
};

}  // namespace

StringsPtr OpenConstantStrings(Input in, int64_t n) {
  Input value = in.Sized("the length of a constant");
  in.ExpectEnd("a constant");
  return std::make_unique<ConstantStrings>(
      n, StringView{value.position(), static_cast<int32_t>(value.remaining())});
}

}  // namespace cif::internal

#include <utility>

#include "encoding/compressed.h"
#include "encoding/ints.h"

namespace cif::internal {
namespace {

/// Encoding 7: another encoding, compressed. Decompressed at first use.
class CompressedInts final : public Ints {
 public:
  CompressedInts(int64_t n, Compressed compressed) : Ints(n), compressed_(std::move(compressed)) {}

  void Read(int64_t from, int64_t count, int64_t* out) override {
    Content()->Read(from, count, out);
  }
  void Read32(int64_t from, int64_t count, int32_t* out) override {
    Content()->Read32(from, count, out);
  }
  int64_t At(int64_t i) override { return Content()->At(i); }
  bool has_few_values() override { return Content()->has_few_values(); }
  bool Select(const Rows& rows, const IntsMatcher& matcher, std::vector<int32_t>* slots) override {
    return Content()->Select(rows, matcher, slots);
  }

 private:
  Ints* Content() {
    if (content_ == nullptr) {
      content_ = OpenIntsContent(compressed_.Content(), size(), compressed_.nesting());
    }
    return content_.get();
  }

  Compressed compressed_;
  IntsPtr content_;
};

}  // namespace

IntsPtr OpenCompressedInts(Input in, int64_t n, const Nesting& nesting) {
  return std::make_unique<CompressedInts>(n, Compressed(in, nesting));
}

}  // namespace cif::internal

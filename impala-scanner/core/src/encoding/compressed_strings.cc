#include <utility>

#include "encoding/compressed.h"
#include "encoding/strings.h"

namespace cif::internal {
namespace {

/// Encoding 4: another encoding, compressed; decompressed at first use.
class CompressedStrings final : public Strings {
 public:
  CompressedStrings(int64_t n, Compressed compressed)
      : Strings(n), compressed_(std::move(compressed)) {}

  bool Equals(int64_t i, std::string_view bytes) override { return Content()->Equals(i, bytes); }
  void Views(std::vector<StringView>* out) override { Content()->Views(out); }
  void Dictionary(std::vector<StringView>* out) override { Content()->Dictionary(out); }
  Ids* ids() override { return Content()->ids(); }
  int32_t IdOf(std::string_view bytes) override { return Content()->IdOf(bytes); }
  Home* home() override { return Content()->home(); }
  bool has_few_values() override { return Content()->has_few_values(); }
  bool Select(const Rows& rows, const ValueMatcher& matcher, std::vector<int32_t>* slots) override {
    return Content()->Select(rows, matcher, slots);
  }

 protected:
  void AppendBytes(const Rows& rows, Vector* out, Budget* budget) override {
    Content()->Append(rows, out, budget);
  }
  void AppendViews(const Rows& rows, Vector* out, Budget* budget) override {
    Content()->Append(rows, out, budget);
  }

 private:
  Strings* Content() {
    if (content_ == nullptr) {
      content_ = OpenStringsContent(compressed_.Content(), size(), compressed_.nesting());
    }
    return content_.get();
  }

  Compressed compressed_;
  StringsPtr content_;
};

}  // namespace

StringsPtr OpenCompressedStrings(Input in, int64_t n, const Nesting& nesting) {
  return std::make_unique<CompressedStrings>(n, Compressed(in, nesting));
}

}  // namespace cif::internal

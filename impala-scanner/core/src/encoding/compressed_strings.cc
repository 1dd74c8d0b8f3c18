#include <utility>

#include "encoding/compressed.h"
#include "encoding/content_strings.h"

namespace cif::internal {
namespace {

/// Encoding 4: another encoding, compressed.
class CompressedStrings final : public ContentStrings {
 public:
  CompressedStrings(int64_t n, Compressed compressed)
      : ContentStrings(n), compressed_(std::move(compressed)) {}

 protected:
  StringsPtr OpenContent() override {
    return OpenStringsContent(compressed_.Content(), size(), compressed_.nesting());
  }

 private:
  Compressed compressed_;
};

}  // namespace

StringsPtr OpenCompressedStrings(Input in, int64_t n, const Nesting& nesting) {
  return std::make_unique<CompressedStrings>(n, Compressed(in, nesting));
}

}  // namespace cif::internal

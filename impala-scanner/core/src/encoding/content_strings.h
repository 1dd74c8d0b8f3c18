// Strings with decoded content, such as those of a compressed stream.
#pragma once

#include <vector>

#include "encoding/strings.h"

namespace cif::internal {

/// Strings whose content is decoded at first use, all at once.
class ContentStrings : public Strings {
 public:
  using Strings::Strings;

  bool Equals(int64_t i, std::string_view bytes) override { return Content()->Equals(i, bytes); }
  void Views(std::vector<StringView>* out) override { Content()->Views(out); }
  void Dictionary(std::vector<StringView>* out) override { Content()->Dictionary(out); }
  Ids* ids() override { return Content()->ids(); }
  int32_t IdOf(std::string_view bytes) override { return Content()->IdOf(bytes); }
  bool IsUtf8() override { return Content()->IsUtf8(); }
  SharedMemory* shared_memory() override { return Content()->shared_memory(); }
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

  /// Decodes the values. An exception is thrown again at the next use.
  virtual StringsPtr OpenContent() = 0;

 private:
  Strings* Content() {
    if (content_ == nullptr) {
      content_ = OpenContent();
    }
    return content_.get();
  }

  StringsPtr content_;
};

}  // namespace cif::internal

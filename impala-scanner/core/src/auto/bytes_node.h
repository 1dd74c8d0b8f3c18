// Class BYTES: one stream of strings.
#pragma once

#include <utility>

#include "auto/node.h"
#include "encoding/strings.h"

namespace cif::internal {

class BytesNode final : public Node {
 public:
  BytesNode(Presence presence, Budget* budget, StringsPtr strings)
      : Node(std::move(presence), budget), strings_(std::move(strings)) {}

  Strings* strings() { return strings_.get(); }

 protected:
  void ReadDense(const Rows& rows, Path path, Vector* out) override;
  bool HasFewDense(Path) override { return strings_->has_few_values(); }
  void SelectDense(const Rows& rows, Path path, const ValueMatcher& matcher,
                   std::vector<int32_t>* slots) override;

 private:
  StringsPtr strings_;
};

}  // namespace cif::internal

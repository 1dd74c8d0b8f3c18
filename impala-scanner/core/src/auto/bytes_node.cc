#include "auto/bytes_node.h"

#include "vector/vector_ops.h"

namespace cif::internal {

void BytesNode::ReadDense(const Rows& rows, Path, Vector* out) {
  strings_->Append(rows, out, budget());
  AppendValid(out, rows.count);
}

void BytesNode::SelectDense(const Rows& rows, Path path, const ValueMatcher& matcher,
                            std::vector<int32_t>* slots) {
  if (!strings_->Select(rows, matcher, slots)) {
    Node::SelectDense(rows, path, matcher, slots);
  }
}

NodePtr OpenBytesNode(Input* in, Presence presence, Budget* budget) {
  StringsPtr strings = OpenStrings(in, presence.present(), Nesting(budget));
  return std::make_unique<BytesNode>(std::move(presence), budget, std::move(strings));
}

}  // namespace cif::internal

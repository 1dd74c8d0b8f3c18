#include <utility>

#include "auto/range_node.h"

namespace cif::internal {
namespace {

class ListNode final : public RangeNode {
 public:
  ListNode(Input* in, const Type& type, Presence presence, Budget* budget, IntsPtr lengths,
           int64_t offset)
      : RangeNode(type, std::move(presence), budget, std::move(lengths), offset),
        elements_(OpenNode(in, type.child(0), offsets().total(), budget)) {}

 protected:
  void ReadDense(const Rows& rows, Path, Vector* out) override {
    Vector* elements = &out->children[0];
    Rows parts = AppendRanges(rows, elements->length, out);
    elements_->Read(parts, {}, elements);
    AppendValid(out, rows.count);
  }

 private:
  NodePtr elements_;
};

}  // namespace

NodePtr OpenListNode(Input* in, const Type& type, Presence presence, Budget* budget) {
  int64_t offset = in->offset();
  IntsPtr lengths = OpenInts(in, presence.present(), Nesting(budget));
  return std::make_unique<ListNode>(in, type, std::move(presence), budget, std::move(lengths),
                                    offset);
}

}  // namespace cif::internal

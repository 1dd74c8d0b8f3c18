#include <utility>
#include <vector>

#include "auto/inline_parts.h"
#include "auto/node.h"
#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

/// Node of class STRUCT. A field is opened when it is first read.
class StructNode final : public Node {
 public:
  StructNode(Input* in, const Type& type, Presence presence, Budget* budget, Parts* divided)
      : Node(std::move(presence), budget),
        type_(type),
        parts_(in, type.children().size(), 1, divided),
        fields_(type.children().size()) {}

 protected:
  void ReadDense(const Rows& rows, Path path, Vector* out) override {
    if (!path.empty()) {
      Field(path.step->field)->Read(rows, path.Rest(), out);
      return;
    }
    for (size_t i = 0; i < fields_.size(); i++) {
      Field(i)->Read(rows, {}, &out->children[i]);
    }
    AppendValid(out, rows.count);
  }

  void SelectDense(const Rows& rows, Path path, const ValueMatcher& matcher,
                   std::vector<int32_t>* slots) override {
    if (path.empty()) {
      Node::SelectDense(rows, path, matcher, slots);
    } else {
      Field(path.step->field)->Select(rows, path.Rest(), matcher, slots);
    }
  }

  bool HasFewDense(Path path) override {
    return !path.empty() && Field(path.step->field)->HasFewValues(path.Rest());
  }

 private:
  Node* Field(size_t i) {
    if (fields_[i] == nullptr) {
      fields_[i] = OpenPart(parts_.get(), i, type_.child(i), presence().present(), budget());
    }
    return fields_[i].get();
  }

  Type type_;
  NodeParts parts_;
  std::vector<NodePtr> fields_;
};

}  // namespace

NodePtr OpenStructNode(Input* in, const Type& type, Presence presence, Budget* budget,
                       Parts* divided) {
  return std::make_unique<StructNode>(in, type, std::move(presence), budget, divided);
}

}  // namespace cif::internal

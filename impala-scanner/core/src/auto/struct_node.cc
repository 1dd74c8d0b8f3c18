#include <utility>
#include <vector>

#include "auto/node.h"
#include "read/vector_ops.h"

namespace cif::internal {
namespace {

/// Class STRUCT. A field is opened when it is first read.
class StructNode final : public Node {
 public:
  StructNode(Input* in, const Type& type, Presence presence, Budget* budget)
      : Node(std::move(presence), budget), type_(type) {
    for (size_t i = 0; i < type.children().size(); i++) {
      Input start = *in;
      in->Sized("the length of a field's node");
      inputs_.push_back(start);
    }
    fields_.resize(inputs_.size());
  }

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

 private:
  Node* Field(size_t i) {
    if (fields_[i] == nullptr) {
      Input in = inputs_[i];
      fields_[i] = OpenNode(&in, type_.child(i), presence().present(), budget());
    }
    return fields_[i].get();
  }

  Type type_;
  std::vector<Input> inputs_;
  std::vector<NodePtr> fields_;
};

}  // namespace

NodePtr OpenStructNode(Input* in, const Type& type, Presence presence, Budget* budget) {
  return std::make_unique<StructNode>(in, type, std::move(presence), budget);
}

}  // namespace cif::internal

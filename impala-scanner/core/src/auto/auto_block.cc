#include <utility>

#include "auto/node.h"
#include "file/block.h"

namespace cif::internal {
namespace {

/// Block of layout auto: one node.
class AutoBlock final : public Block {
 public:
  AutoBlock(NodePtr root, Path path) : root_(std::move(root)), path_(path) {}

  void Read(const Rows& rows, Vector* out) override { root_->Read(rows, path_, out); }

  void Select(const Rows& rows, const ValueMatcher& matcher, std::vector<int32_t>* slots) override {
    root_->Select(rows, path_, matcher, slots);
  }

  bool HasFewValues() override { return root_->HasFewValues(path_); }

 private:
  NodePtr root_;
  Path path_;
};

}  // namespace

BlockPtr OpenAutoBlock(BlockSource source) {
  if (source.parts != nullptr) {
    NodePtr divided =
        OpenDividedNode(&source.body, source.type, source.rows, source.budget, source.parts);
    return std::make_unique<AutoBlock>(std::move(divided), source.path);
  }
  NodePtr root = OpenNode(&source.body, source.type, source.rows, source.budget);
  source.body.ExpectEnd("the block");
  return std::make_unique<AutoBlock>(std::move(root), source.path);
}

}  // namespace cif::internal

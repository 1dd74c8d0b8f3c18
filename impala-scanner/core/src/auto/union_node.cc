#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "auto/node.h"
#include "encoding/ints.h"
#include "util/bits.h"
#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

/// Node of class UNION: tags, and one node per branch. Keeps the number of values of each branch
/// before every 1,024th value.
class UnionNode final : public Node {
 public:
  UnionNode(Input* in, const Type& type, Presence presence, Budget* budget)
      : Node(std::move(presence), budget), branch_count_(type.children().size()) {
    tags_ = OpenInts(in, this->presence().present(), Nesting(budget));
    std::vector<int32_t> running(branch_count_, 0);
    int32_t tags[kVector];
    for (int64_t from = 0; from < tags_->size(); from += kVector) {
      groups_.insert(groups_.end(), running.begin(), running.end());
      int64_t count = std::min(kVector, tags_->size() - from);
      tags_->Read32(from, count, tags);
      for (int64_t i = 0; i < count; i++) {
        if (tags[i] < 0 || static_cast<size_t>(tags[i]) >= branch_count_) {
          in->Corrupt("tag " + std::to_string(tags[i]) + " in a union of " +
                      std::to_string(branch_count_) + " branches");
        }
        running[static_cast<size_t>(tags[i])]++;
      }
    }
    for (size_t b = 0; b < branch_count_; b++) {
      branches_.push_back(OpenNode(in, type.child(b), running[b], budget));
    }
  }

 protected:
  void ReadDense(const Rows& rows, Path, Vector* out) override {
    std::vector<std::vector<int32_t>> wanted(branch_count_);
    int8_t* tags = GrowValues<int8_t>(out, rows.count);
    out->offsets.Resize(static_cast<size_t>(out->length + rows.count) * sizeof(int32_t));
    int32_t* places = out->offsets.as<int32_t>() + out->length;
    std::vector<int32_t> before(branch_count_);
    int32_t group_tags[kVector];
    for (int64_t k = 0; k < rows.count;) {
      // Takes all wanted values of one group. Branches are counted from the group's start.
      const int64_t group = rows[k] / kVector;
      const int64_t start = group * kVector;
      tags_->Read32(start, std::min(kVector, tags_->size() - start), group_tags);
      for (size_t b = 0; b < branch_count_; b++) {
        before[b] = groups_[static_cast<size_t>(group) * branch_count_ + b];
      }
      for (int64_t i = start; k < rows.count && rows[k] / kVector == group; i++) {
        auto tag = static_cast<size_t>(group_tags[i - start]);
        if (rows[k] == i) {
          tags[k] = static_cast<int8_t>(tag);
          places[k] = static_cast<int32_t>(out->children[tag].length +
                                           static_cast<int64_t>(wanted[tag].size()));
          wanted[tag].push_back(before[tag]);
          k++;
        }
        before[tag]++;
      }
    }
    for (size_t b = 0; b < branch_count_; b++) {
      Rows list = Rows::List(wanted[b].data(), static_cast<int64_t>(wanted[b].size()));
      branches_[b]->Read(list, {}, &out->children[b]);
    }
    AppendValid(out, rows.count);
  }

 private:
  size_t branch_count_;
  IntsPtr tags_;
  std::vector<int32_t> groups_;
  std::vector<NodePtr> branches_;
};

}  // namespace

NodePtr OpenUnionNode(Input* in, const Type& type, Presence presence, Budget* budget) {
  return std::make_unique<UnionNode>(in, type, std::move(presence), budget);
}

}  // namespace cif::internal

// Nodes that follow each other in the input. They are opened on demand.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "file/block.h"
#include "util/input.h"

namespace cif::internal {

class InlineParts final : public Parts {
 public:
  /// Takes the next nodes, one per part, and `in_last` nodes for the last part. Moves behind them.
  InlineParts(Input* in, size_t count, int in_last) {
    for (size_t part = 0; part < count; part++) {
      const uint8_t* start = in->position();
      for (int k = part + 1 == count ? in_last : 1; k > 0; k--) {
        in->Sized("the length of a part of a node");
      }
      inputs_.push_back(in->Since(start));
    }
  }

  size_t count() const override { return inputs_.size(); }

  int64_t length() const override {
    int64_t length = 0;
    for (const Input& input : inputs_) {
      length += input.remaining();
    }
    return length;
  }

  Input Read(size_t part) override { return inputs_[part]; }

 private:
  std::vector<Input> inputs_;
};

/// Source of a node's parts: those of the divided block, else the input with `in_last` nodes in the
/// last part.
class NodeParts {
 public:
  NodeParts(Input* in, size_t count, int in_last, Parts* divided) : parts_(divided) {
    if (divided == nullptr) {
      inline_ = std::make_unique<InlineParts>(in, count, in_last);
      parts_ = inline_.get();
    } else if (divided->count() != count) {
      in->Corrupt(std::to_string(divided->count()) + " parts of a block whose node has " +
                  std::to_string(count));
    }
  }

  Parts* get() const { return parts_; }

 private:
  std::unique_ptr<InlineParts> inline_;
  Parts* parts_;
};

}  // namespace cif::internal

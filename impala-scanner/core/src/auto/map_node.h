// Class MAP, form entries. A look-up compares ids if the keys have a dictionary. It decodes only
// the values that it finds.
#pragma once

#include <string>
#include <vector>

#include "auto/range_node.h"
#include "encoding/ids.h"

namespace cif::internal {

class MapNode final : public RangeNode {
 public:
  /// The input stands at the node of the keys. `lengths` has an entry for each present map.
  MapNode(Input* in, const Type& type, Presence presence, Budget* budget, IntsPtr lengths,
          int64_t offset);

  /// Number of entries in all maps.
  int64_t entries() { return offsets().total(); }
  Node* keys() { return keys_.get(); }
  Node* values() { return values_.get(); }

 protected:
  void ReadDense(const Rows& rows, Path path, Vector* out) override;

 private:
  void ReadKey(const Rows& rows, Path path, Vector* out);
  void FindAll(const Rows& rows, const Key& key);
  void FindId(const Rows& rows, Ids* ids, int32_t id);
  void FindNumber(const Rows& rows, int64_t number);
  void FindString(const Rows& rows, const std::string& key);
  template <typename LoadKeys, typename IsKey>
  void FindIn(const Rows& rows, LoadKeys load, IsKey is_key);
  void ReadKeys(const Rows& part);
  void Note(int64_t k, int64_t e);

  Vector scratch_;
  NodePtr keys_;
  NodePtr values_;
  std::vector<int32_t> found_;
  std::vector<uint64_t> bits_;
  std::vector<int32_t> ends_;
};

}  // namespace cif::internal

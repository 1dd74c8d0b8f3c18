// Layout auto: `node(T, n)` of FORMAT.md section 6. Each class of types has its file, all of one
// shape.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "auto/presence.h"
#include "cif/vector.h"
#include "file/block.h"
#include "file/path.h"
#include "util/budget.h"
#include "util/input.h"
#include "vector/rows.h"
#include "vector/value_matcher.h"

namespace cif::internal {

/// Maximum number of values in one node (FORMAT.md section 9).
inline constexpr int64_t kMaxNodeValues = int64_t{1} << 24;

/// Values of one type in a block. Opening reads the headers; values are decoded on demand.
class Node {
 public:
  virtual ~Node() = default;

  const Presence& presence() const { return presence_; }
  int64_t size() const { return presence_.size(); }

  /// Appends the wanted values, or the parts of them that the path names.
  void Read(const Rows& rows, Path path, Vector* out);

  /// Does the same as Read, but the values are those of the present rows. Other rows are NULL.
  void ReadPresent(const Presence& presence, const Rows& rows, Path path, Vector* out);

  /// Appends the slots of the wanted rows whose value, or the part of it that the path names, the
  /// matcher takes. Values are not decoded if their encoding or their presence decides.
  void Select(const Rows& rows, Path path, const ValueMatcher& matcher,
              std::vector<int32_t>* slots);

  /// Does the same as Select, but the values are those of the present rows. Other rows are NULL.
  void SelectPresent(const Presence& presence, const Rows& rows, Path path,
                     const ValueMatcher& matcher, std::vector<int32_t>* slots);

  /// Returns true if the values that the path names have few distinct ones, so that Select looks at
  /// few.
  bool HasFewValues(Path path) { return presence_.present() == 0 || HasFewDense(path); }

 protected:
  Node(Presence presence, Budget* budget) : presence_(std::move(presence)), budget_(budget) {}

  /// Reads rows, given by their positions among the present values.
  virtual void ReadDense(const Rows& rows, Path path, Vector* out) = 0;

  /// Selects rows, given by their positions among the present values. The default decodes them.
  virtual void SelectDense(const Rows& rows, Path path, const ValueMatcher& matcher,
                           std::vector<int32_t>* slots);

  virtual bool HasFewDense(Path) { return false; }

  Budget* budget() const { return budget_; }

 private:
  Presence presence_;
  Budget* budget_;
};

/// Forms of maps, in the order of their numbers in files: FORMAT.md section 6.3.
enum class MapForm : uint8_t { kEntries, kColumns };

inline constexpr std::array<const char*, 2> kMapForms = {"entries", "columns"};

using NodePtr = std::unique_ptr<Node>;

/// Opens the sized node at the input's position and moves behind it.
NodePtr OpenNode(Input* in, const Type& type, int64_t n, Budget* budget);

/// Opens the node of a divided block from its head. Its parts are read on demand.
NodePtr OpenDividedNode(Input* head, const Type& type, int64_t n, Budget* budget, Parts* parts);

/// Opens the node that fills a part.
NodePtr OpenPart(Parts* parts, size_t part, const Type& type, int64_t n, Budget* budget);

/// Openers of a node's body. The input stands at the body, and presence().present() > 0.
NodePtr OpenScalarNode(Input* in, const Type& type, Presence presence, Budget* budget);
NodePtr OpenBytesNode(Input* in, Presence presence, Budget* budget);
NodePtr OpenListNode(Input* in, const Type& type, Presence presence, Budget* budget);
NodePtr OpenMapNode(Input* in, const Type& type, Presence presence, Budget* budget);
NodePtr OpenMapColumns(Input* in, const Type& type, Presence presence, Budget* budget,
                       Parts* divided = nullptr);
NodePtr OpenStructNode(Input* in, const Type& type, Presence presence, Budget* budget,
                       Parts* divided = nullptr);
NodePtr OpenUnionNode(Input* in, const Type& type, Presence presence, Budget* budget);

}  // namespace cif::internal

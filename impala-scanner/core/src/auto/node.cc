#include "auto/node.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "util/slots.h"
#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

/// Node without a present value.
class EmptyNode final : public Node {
 public:
  EmptyNode(Presence presence, Budget* budget) : Node(std::move(presence), budget) {}

 protected:
  void ReadDense(const Rows&, Path, Vector*) override {}
};

NodePtr OpenBody(Input* in, const Type& type, Presence presence, Budget* budget) {
  switch (type.type_class()) {
    case Class::kBytes:
      return OpenBytesNode(in, std::move(presence), budget);
    case Class::kList:
      return OpenListNode(in, type, std::move(presence), budget);
    case Class::kMap:
      return OpenMapNode(in, type, std::move(presence), budget);
    case Class::kStruct:
      return OpenStructNode(in, type, std::move(presence), budget);
    case Class::kUnion:
      return OpenUnionNode(in, type, std::move(presence), budget);
    case Class::kInt:
    case Class::kFloat:
    case Class::kDouble:
    case Class::kDecimal:
    case Class::kTimestamp:
      break;
  }
  return OpenScalarNode(in, type, std::move(presence), budget);
}

}  // namespace

NodePtr OpenNode(Input* in, const Type& type, int64_t n, Budget* budget) {
  if (n > kMaxNodeValues) {
    in->Corrupt("a node of " + std::to_string(n) + " values");
  }
  Input node = in->Sized("the length of a node");
  Presence presence = Presence::Read(&node, n, budget);
  NodePtr opened;
  if (presence.present() == 0) {
    opened = std::make_unique<EmptyNode>(std::move(presence), budget);
  } else {
    opened = OpenBody(&node, type, std::move(presence), budget);
  }
  node.ExpectEnd("a node");
  return opened;
}

NodePtr OpenDividedNode(Input* head, const Type& type, int64_t n, Budget* budget, Parts* parts) {
  const int64_t length = head->Count("the length of a node", INT32_MAX);
  if (length != head->remaining() + parts->length()) {
    head->Corrupt("a node of " + std::to_string(length) + " bytes in a block with parts");
  }
  Presence presence = Presence::Read(head, n, budget);
  NodePtr opened;
  if (presence.present() > 0 && type.type_class() == Class::kStruct) {
    opened = OpenStructNode(head, type, std::move(presence), budget, parts);
  } else if (presence.present() > 0 && static_cast<MapForm>(head->U8()) == MapForm::kColumns) {
    opened = OpenMapColumns(head, type, std::move(presence), budget, parts);
  } else {
    head->Corrupt("a block with parts whose node has none");
  }
  head->ExpectEnd("the head of a block");
  return opened;
}

NodePtr OpenPart(Parts* parts, size_t part, const Type& type, int64_t n, Budget* budget) {
  Input in = parts->Read(part);
  NodePtr opened = OpenNode(&in, type, n, budget);
  in.ExpectEnd("a part of a block");
  return opened;
}

namespace {

/// Calls read(rows among the present values) and puts NULLs between the values that it appended.
template <typename F>
void ReadAndSpread(const Presence& presence, const Rows& rows, Vector* out, F read) {
  if (presence.all()) {
    if (rows.count > 0) {
      read(rows);
    }
    return;
  }
  if (presence.present() == 0) {
    AppendNulls(out, rows.count);
    return;
  }
  DenseRows dense;
  presence.Select(rows, &dense);
  if (dense.rows.count == 0) {
    AppendNulls(out, rows.count);
    return;
  }
  read(dense.rows);
  Spread(out, dense.rows.count, rows.count, dense.bits.data());
}

}  // namespace

void Node::Read(const Rows& rows, Path path, Vector* out) {
  ReadAndSpread(presence_, rows, out, [&](const Rows& dense) { ReadDense(dense, path, out); });
}

void Node::ReadPresent(const Presence& presence, const Rows& rows, Path path, Vector* out) {
  ReadAndSpread(presence, rows, out, [&](const Rows& dense) { Read(dense, path, out); });
}

namespace {

/// Calls select(rows among the present values, slots) and maps its slots to slots among all wanted
/// rows.
template <typename F>
void SelectAndSpread(const Presence& presence, const Rows& rows, bool takes_nulls,
                     std::vector<int32_t>* slots, F select) {
  if (presence.all()) {
    if (rows.count > 0) {
      select(rows, slots);
    }
    return;
  }
  if (presence.present() == 0) {
    AppendSlots(0, takes_nulls ? rows.count : 0, slots);
    return;
  }
  DenseRows dense;
  presence.Select(rows, &dense);
  std::vector<int32_t> found;
  if (dense.rows.count > 0) {
    select(dense.rows, &found);
  }
  auto next = found.begin();
  int32_t place = 0;  // position among the present values
  for (int64_t from = 0; from < rows.count; from += 64) {
    const uint64_t present = dense.bits[static_cast<size_t>(from >> 6)];
    const int32_t end = place + std::popcount(present);
    if (!takes_nulls && (next == found.end() || *next >= end)) {
      place = end;
      continue;
    }
    const int64_t count = std::min<int64_t>(64, rows.count - from);
    for (int64_t k = 0; k < count; k++) {
      const bool is_present = (present >> k & 1) != 0;
      const bool is_found = is_present && next != found.end() && *next == place;
      if (is_found || (takes_nulls && !is_present)) {
        slots->push_back(static_cast<int32_t>(from + k));
      }
      next += is_found ? 1 : 0;
      place += is_present ? 1 : 0;
    }
  }
}

}  // namespace

void Node::Select(const Rows& rows, Path path, const ValueMatcher& matcher,
                  std::vector<int32_t>* slots) {
  SelectAndSpread(presence_, rows, matcher.takes_nulls(), slots,
                  [&](const Rows& dense, std::vector<int32_t>* to) {
                    if (path.empty() && matcher.takes_others()) {
                      AppendSlots(0, *matcher.takes_others() ? dense.count : 0, to);
                    } else {
                      SelectDense(dense, path, matcher, to);
                    }
                  });
}

void Node::SelectPresent(const Presence& presence, const Rows& rows, Path path,
                         const ValueMatcher& matcher, std::vector<int32_t>* slots) {
  SelectAndSpread(
      presence, rows, matcher.takes_nulls(), slots,
      [&](const Rows& dense, std::vector<int32_t>* to) { Select(dense, path, matcher, to); });
}

void Node::SelectDense(const Rows& rows, Path path, const ValueMatcher& matcher,
                       std::vector<int32_t>* slots) {
  Vector values(matcher.type(), StringForm::kViews);
  ReadDense(rows, path, &values);
  matcher.Select(values, slots);
}

}  // namespace cif::internal

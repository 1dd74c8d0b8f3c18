#include "cif/predicate.h"

#include <utility>

namespace cif {
namespace {

Condition Combined(Op op, std::vector<Condition> conditions) {
  Condition combined;
  combined.op = op;
  combined.conditions = std::move(conditions);
  return combined;
}

}  // namespace

Condition And(std::vector<Condition> conditions) {
  return Combined(Op::kAnd, std::move(conditions));
}

Condition Or(std::vector<Condition> conditions) { return Combined(Op::kOr, std::move(conditions)); }

Condition Not(Condition condition) {
  std::vector<Condition> one;
  one.push_back(std::move(condition));
  return Combined(Op::kNot, std::move(one));
}

}  // namespace cif

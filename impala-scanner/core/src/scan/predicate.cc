#include "cif/predicate.h"

#include <utility>

namespace cif {
namespace {

Predicate Combined(Op op, std::vector<Predicate> conditions) {
  Predicate combined;
  combined.op = op;
  combined.conditions = std::move(conditions);
  return combined;
}

}  // namespace

Predicate And(std::vector<Predicate> conditions) {
  return Combined(Op::kAnd, std::move(conditions));
}

Predicate Or(std::vector<Predicate> conditions) { return Combined(Op::kOr, std::move(conditions)); }

Predicate Not(Predicate condition) {
  std::vector<Predicate> one;
  one.push_back(std::move(condition));
  return Combined(Op::kNot, std::move(one));
}

}  // namespace cif

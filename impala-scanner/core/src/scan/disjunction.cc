#include "scan/disjunction.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "file/footer.h"
#include "scan/leaf.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

/// Conjunction with its conditions on partition columns first.
struct Ordered {
  Conjunction conditions;
  std::vector<Disjunction::Target> targets;
};

Ordered PartitionsFirst(Conjunction conditions,
                        const std::function<int(const Projection&)>& partition_of) {
  std::vector<std::pair<Predicate, Disjunction::Target>> all;
  for (Predicate& one : conditions) {
    if (!IsLeaf(one.op) || one.op == Op::kIn) {
      Fail(ErrorCode::kInvalidArgument, "an alternative that is no single comparison");
    }
    Disjunction::Target target{one.target, one.op, one.type, partition_of(one.target)};
    all.emplace_back(std::move(one), std::move(target));
  }
  std::stable_partition(all.begin(), all.end(),
                        [](const auto& one) { return one.second.partition >= 0; });
  Ordered ordered;
  for (auto& [condition, target] : all) {
    ordered.conditions.push_back(std::move(condition));
    ordered.targets.push_back(std::move(target));
  }
  return ordered;
}

/// Returns a text that is equal for targets of one group and different for all others.
std::string ShapeOf(const std::vector<Disjunction::Target>& targets) {
  std::string shape;
  for (const Disjunction::Target& target : targets) {
    shape +=
        target.projection.steps.empty() ? target.projection.column : target.projection.ToString();
    shape += '\0';
    shape += std::to_string(target.projection.id) + ' ' +
             std::to_string(static_cast<int>(target.op)) + ' ' +
             std::to_string(target.projection.steps.size());
    shape += '\0';
    if (target.type) {
      shape += target.type->ToString();
    }
    shape += '\0';
  }
  return shape;
}

int CompareKeys(const Conjunction& a, const Conjunction& b) {
  for (size_t i = 0; i < a.size(); i++) {
    const Literal& x = a[i].literal;
    const Literal& y = b[i].literal;
    const int order = x.index() == y.index()
                          ? CompareKeyValues(x, y)
                          : static_cast<int>(x.index()) - static_cast<int>(y.index());
    if (order != 0) {
      return order;
    }
  }
  return 0;
}

/// Returns the members of a group of keys that match the values of a split's partition columns.
std::vector<const Conjunction*> WithFolders(const Disjunction::Group& group, size_t partitions,
                                            const std::vector<std::optional<Literal>>& partition) {
  auto first = group.members.begin();
  auto last = group.members.end();
  for (size_t i = 0; i < partitions; i++) {
    const std::optional<Literal>& value =
        partition[static_cast<size_t>(group.targets[i].partition)];
    if (!value) {
      return {};
    }
    first = std::partition_point(first, last, [&](const Conjunction* member) {
      return CompareKeyValues((*member)[i].literal, *value) < 0;
    });
    last = std::partition_point(first, last, [&](const Conjunction* member) {
      return CompareKeyValues((*member)[i].literal, *value) == 0;
    });
  }
  return {first, last};
}

std::vector<const Conjunction*> MembersIn(const Disjunction::Group& group, size_t partitions,
                                          const std::vector<std::optional<Literal>>& partition) {
  if (group.is_of_keys) {
    return WithFolders(group, partitions, partition);
  }
  std::vector<const Conjunction*> left;
  for (const Conjunction* member : group.members) {
    bool holds = true;
    for (size_t i = 0; holds && i < partitions; i++) {
      holds = Holds((*member)[i], true, *group.targets[i].type,
                    partition[static_cast<size_t>(group.targets[i].partition)]);
    }
    if (holds) {
      left.push_back(member);
    }
  }
  return left;
}

/// Returns true if a condition of a group's member holds for the value of a constant column.
bool HoldsFor(const Predicate& condition, const Disjunction::Group& group, size_t target,
              const std::optional<Literal>& value) {
  return group.is_of_keys ? value && CompareKeyValues(condition.literal, *value) == 0
                          : Holds(condition, true, *group.targets[target].type, value);
}

}  // namespace

int CompareKeyValues(const Literal& a, const Literal& b) {
  if (const auto* x = std::get_if<double>(&a)) {
    const double y = std::get<double>(b);
    if (IsNan(a) || IsNan(b)) {
      return static_cast<int>(IsNan(a)) - static_cast<int>(IsNan(b));
    }
    return *x < y ? -1 : *x > y ? 1 : 0;
  }
  return CompareLiterals(a, b);
}

size_t Disjunction::Group::partitions() const {
  size_t count = 0;
  while (count < targets.size() && targets[count].partition >= 0) {
    count++;
  }
  return count;
}

Disjunction::Disjunction(std::vector<Conjunction> any_of,
                         const std::function<int(const Projection&)>& partition_of)
    : any_of_(std::move(any_of)) {
  std::unordered_map<std::string, size_t> known;
  for (size_t a = 0; a < any_of_.size(); a++) {
    Ordered ordered = PartitionsFirst(std::move(any_of_[a]), partition_of);
    any_of_[a] = std::move(ordered.conditions);
    const auto [at, is_new] = known.emplace(ShapeOf(ordered.targets), groups_.size());
    if (is_new) {
      Group& group = groups_.emplace_back();
      group.targets = std::move(ordered.targets);
      group.is_of_keys =
          std::all_of(group.targets.begin(), group.targets.end(), [](const Target& target) {
            return target.op == Op::kEq && target.projection.steps.empty();
          });
    }
    groups_[at->second].members.push_back(&any_of_[a]);
  }
  for (Group& group : groups_) {
    if (group.is_of_keys) {
      std::sort(group.members.begin(), group.members.end(),
                [](const Conjunction* a, const Conjunction* b) { return CompareKeys(*a, *b) < 0; });
      group.members.erase(std::unique(group.members.begin(), group.members.end(),
                                      [](const Conjunction* a, const Conjunction* b) {
                                        return CompareKeys(*a, *b) == 0;
                                      }),
                          group.members.end());
    }
  }
}

bool Disjunction::has_partitions() const {
  return std::any_of(groups_.begin(), groups_.end(),
                     [](const Group& group) { return group.partitions() > 0; });
}

size_t DisjunctsLeft::count() const {
  size_t count = 0;
  for (const std::vector<const Conjunction*>& some : members) {
    count += some.size();
  }
  return count;
}

bool TakeSingle(const DisjunctsLeft& left, Conjunction* predicate) {
  if (left.has_all || left.count() != 1) {
    return false;
  }
  size_t g = 0;
  while (left.members[g].empty()) {
    g++;
  }
  const Disjunction::Group& group = left.of->groups()[g];
  const Conjunction& single = *left.members[g].front();
  // NaN equals NaN only in keys.
  if (group.is_of_keys && std::any_of(single.begin(), single.end(),
                                      [](const Predicate& one) { return IsNan(one.literal); })) {
    return false;
  }
  for (size_t i = group.partitions(); i < group.targets.size(); i++) {
    if (!left.IsDecided(g, i)) {
      predicate->push_back(single[i]);
    }
  }
  return true;
}

void Decide(DisjunctsLeft* left,
            const std::function<const std::optional<Literal>*(const Projection&)>& constant) {
  const std::vector<Disjunction::Group>& groups = left->of->groups();
  std::vector<std::vector<bool>> decided;
  for (size_t g = 0; g < groups.size(); g++) {
    const Disjunction::Group& group = groups[g];
    std::vector<const Conjunction*>& members = left->members[g];
    std::vector<bool>& here = decided.emplace_back(group.targets.size(), false);
    bool are_all = true;
    for (size_t i = group.partitions(); i < group.targets.size(); i++) {
      const std::optional<Literal>* value = constant(group.targets[i].projection);
      here[i] = value != nullptr;
      are_all = are_all && here[i];
      if (here[i]) {
        members.erase(std::remove_if(members.begin(), members.end(),
                                     [&](const Conjunction* member) {
                                       return !HoldsFor((*member)[i], group, i, *value);
                                     }),
                      members.end());
      }
    }
    left->has_all = left->has_all || (are_all && !members.empty());
  }
  left->decided = std::move(decided);
}

DisjunctsLeft AllOf(std::shared_ptr<const Disjunction> disjunction) {
  return InFolders(std::move(disjunction), {});
}

DisjunctsLeft InFolders(std::shared_ptr<const Disjunction> disjunction,
                        const std::vector<std::optional<Literal>>& partition) {
  DisjunctsLeft left{std::move(disjunction), {}, false, {}};
  for (const Disjunction::Group& group : left.of->groups()) {
    const size_t partitions = group.partitions();
    left.members.push_back(MembersIn(group, partitions, partition));
    left.has_all =
        left.has_all || (partitions == group.targets.size() && !left.members.back().empty());
  }
  return left;
}

}  // namespace cif::internal

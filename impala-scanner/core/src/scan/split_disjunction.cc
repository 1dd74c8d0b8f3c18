#include "scan/split_disjunction.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "scan/leaf.h"

namespace cif::internal {
namespace {

/// Member of a group, and the rows that may satisfy it.
struct Candidate {
  const Conjunction* member;
  RowRanges rows;
};

/// Finds the rows of the members of one group. For one call.
class GroupPruner {
 public:
  GroupPruner(const SplitDisjunction::Group& group, BlockPruner* pruner)
      : group_(group), pruner_(pruner) {}

  /// Returns the members that may hold by statistics.
  std::vector<Candidate> MayBeTrue(const RowRanges& rows) const {
    if (group_.members.empty() || !MayHold()) {
      return {};
    }
    size_t first = group_.of->partitions();
    while (first < group_.stored.size() && group_.decided[first]) {
      first++;
    }
    if (!group_.of->is_of_keys || first == group_.stored.size() ||
        !PredicateOn((*group_.members[0])[first], group_.stored[first]).has_same_literals) {
      return Each(group_.members, rows, first);
    }
    return Each(ByFirst(first, rows), first + 1);
  }

  /// Returns the conditions of a member, resolved against the split.
  std::vector<SplitPredicate> PredicatesOf(const Conjunction& member, size_t first) const {
    std::vector<SplitPredicate> conditions;
    for (size_t i = first; i < member.size(); i++) {
      if (group_.IsRead(i)) {
        conditions.push_back(PredicateOn(member[i], group_.stored[i]));
      }
    }
    return conditions;
  }

 private:
  /// Returns false if a column that the split lacks must have a value.
  bool MayHold() const {
    for (size_t i = group_.of->partitions(); i < group_.stored.size(); i++) {
      if (!group_.IsRead(i) && !group_.decided[i] && group_.of->targets[i].op != Op::kIsNull) {
        return false;
      }
    }
    return true;
  }

  /// Looks up each block's bounds among the keys, which are in the order of their first column.
  std::vector<Candidate> ByFirst(size_t first, const RowRanges& rows) const {
    const std::vector<const Conjunction*>& members = group_.members;
    auto at = [&](auto from, const Literal& value, int below) {
      return std::partition_point(from, members.end(), [&](const Conjunction* member) {
        return CompareKeyValues((*member)[first].literal, value) < below;
      });
    };
    std::vector<RowRanges> found(members.size());
    size_t span = 0;
    for (const BlockInfo& block : pruner_->FooterOf(group_.stored[first].column).blocks) {
      const int64_t end = block.first_row + block.rows;
      while (span < rows.size() && rows[span].end <= block.first_row) {
        span++;
      }
      if (span == rows.size()) {
        break;
      }
      if (rows[span].first >= end || block.statistics.nulls == block.rows) {
        continue;
      }
      auto from = members.begin();
      auto to = members.end();
      if (block.statistics.has_bounds) {
        from = at(members.begin(), block.statistics.min, 0);
        to = at(from, block.statistics.max, 1);
      }
      for (auto member = from; member != to; member++) {
        found[static_cast<size_t>(member - members.begin())].Add(block.first_row, end);
      }
      if (block.statistics.has_bounds) {
        AddNan(first, block, &found);
      }
    }
    std::vector<Candidate> left;
    for (size_t i = 0; i < members.size(); i++) {
      if (!found[i].empty()) {
        left.push_back({members[i], found[i].Intersect(rows)});
      }
    }
    return left;
  }

  /// Adds a block to NaN keys, which are behind all other keys. Bounds cover numbers only, so any
  /// block may have NaN.
  void AddNan(size_t first, const BlockInfo& block, std::vector<RowRanges>* found) const {
    for (size_t i = found->size(); i > 0 && IsNan((*group_.members[i - 1])[first].literal); i--) {
      (*found)[i - 1].Add(block.first_row, block.first_row + block.rows);
    }
  }

  std::vector<Candidate> Each(const std::vector<const Conjunction*>& members, const RowRanges& rows,
                              size_t first) const {
    std::vector<Candidate> all;
    all.reserve(members.size());
    for (const Conjunction* member : members) {
      all.push_back({member, rows});
    }
    return Each(std::move(all), first);
  }

  /// Keeps the candidates whose conditions from `first` on may hold.
  std::vector<Candidate> Each(std::vector<Candidate> all, size_t first) const {
    std::vector<Candidate> left;
    for (Candidate& one : all) {
      const std::vector<SplitPredicate> conditions = PredicatesOf(*one.member, first);
      SplitConjunction pointers;
      for (const SplitPredicate& condition : conditions) {
        pointers.push_back(&condition);
      }
      one.rows = pruner_->MayBeTrue(pointers, std::move(one.rows));
      if (!one.rows.empty()) {
        left.push_back(std::move(one));
      }
    }
    return left;
  }

  const SplitDisjunction::Group& group_;
  BlockPruner* pruner_;
};

/// Returns the rows of all candidates, in their order.
RowRanges UnionOf(const std::vector<PrunedRows>& all) {
  std::vector<RowSpan> spans;
  for (const PrunedRows& one : all) {
    spans.insert(spans.end(), one.rows.spans().begin(), one.rows.spans().end());
  }
  std::sort(spans.begin(), spans.end(),
            [](const RowSpan& a, const RowSpan& b) { return a.first < b.first; });
  RowRanges rows;
  for (const RowSpan& span : spans) {
    rows.Add(span.first, span.end);
  }
  return rows;
}

}  // namespace

SplitDisjunction::SplitDisjunction(const Split& split, DisjunctsLeft left)
    : left_(std::move(left)) {
  if (left_.of == nullptr || left_.has_all) {
    return;
  }
  for (size_t g = 0; g < left_.of->groups().size(); g++) {
    const Disjunction::Group& of = left_.of->groups()[g];
    Group group{&of, {}, left_.members[g], {}};
    for (size_t i = 0; i < of.targets.size(); i++) {
      const Disjunction::Target& target = of.targets[i];
      group.decided.push_back(left_.IsDecided(g, i));
      const Type* type = target.type ? &*target.type : nullptr;
      group.stored.push_back(target.partition < 0 ? FindStoredColumn(split, target.projection, type)
                                                  : StoredColumn{-1, *type, *type});
    }
    for (const Conjunction* member : group.members) {
      for (size_t i = 0; i < member->size(); i++) {
        if (group.IsRead(i)) {
          CheckLeaf((*member)[i], group.stored[i].type);
        }
      }
    }
    groups_.push_back(std::move(group));
  }
}

DisjunctsLeft SplitDisjunction::Prune(BlockPruner* by_blocks, FilterPruner* by_filters,
                                      const SplitConjunction& predicate,
                                      const RowRanges& rows) const {
  DisjunctsLeft left{left_.of,
                     std::vector<std::vector<const Conjunction*>>(groups_.size()),
                     false,
                     {},
                     left_.decided};
  std::vector<PrunedRows> all;
  std::vector<std::pair<size_t, const Conjunction*>> members;
  std::deque<std::vector<SplitPredicate>> conditions;
  for (size_t g = 0; g < groups_.size(); g++) {
    const GroupPruner group(groups_[g], by_blocks);
    for (Candidate& one : group.MayBeTrue(rows)) {
      PrunedRows& pruned = all.emplace_back();
      pruned.rows = std::move(one.rows);
      members.emplace_back(g, one.member);
      if (by_filters->has_filters()) {
        conditions.push_back(group.PredicatesOf(*one.member, groups_[g].of->partitions()));
        for (const SplitPredicate& condition : conditions.back()) {
          pruned.conditions.push_back(&condition);
        }
        pruned.conditions.insert(pruned.conditions.end(), predicate.begin(), predicate.end());
      }
    }
  }
  by_filters->Prune(&all);
  for (size_t i = 0; i < all.size(); i++) {
    if (!all[i].rows.empty()) {
      left.members[members[i].first].push_back(members[i].second);
    }
  }
  left.rows = UnionOf(all);
  return left;
}

}  // namespace cif::internal

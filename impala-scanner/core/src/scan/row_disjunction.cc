#include "scan/row_disjunction.h"

#include <algorithm>
#include <utility>

namespace cif::internal {

void RowDisjunction::Start(const SplitDisjunction& disjunction, Sources* sources) {
  for (const SplitDisjunction::Group& group : disjunction.groups()) {
    DisjunctionMatcher::Group compared;
    compared.is_of_keys = group.of->is_of_keys;
    for (size_t i = 0; i < group.stored.size(); i++) {
      if (group.IsRead(i)) {
        const Disjunction::Target& target = group.of->targets[i];
        compared.sources.push_back(
            NumberOf(sources->Find(target.projection, &group.stored[i].type)));
        compared.conditions.push_back(i);
      }
    }
    groups_.push_back(std::move(compared));
  }
}

size_t RowDisjunction::NumberOf(const Source& source) {
  const auto known = std::find_if(sources_.begin(), sources_.end(), [&](const Source& one) {
    return one.reader == source.reader && one.type == source.type;
  });
  if (known != sources_.end()) {
    return static_cast<size_t>(known - sources_.begin());
  }
  sources_.push_back(source);
  values_.emplace_back(source.type);
  return sources_.size() - 1;
}

void RowDisjunction::Choose(const DisjunctsLeft& left) {
  any_of_ = DisjunctionMatcher();
  for (size_t g = 0; g < groups_.size(); g++) {
    if (!left.members[g].empty()) {
      DisjunctionMatcher::Group group = groups_[g];
      group.conjunctions = left.members[g];
      any_of_.Add(std::move(group));
    }
  }
}

}  // namespace cif::internal

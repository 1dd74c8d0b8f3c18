// Conjunctions of which a row has to satisfy one, as all splits of a table have them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cif/predicate.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// The order of values of one type that keys are looked up by: -0.0 equals 0.0, NaN equals NaN and is
/// above all other numbers.
int CompareKeyValues(const Literal& a, const Literal& b);

/// Alternatives. Those that compare the same targets by the same operators are a group, so that a split
/// looks for targets once a group. Immutable, shared between splits and threads.
class Alternatives {
 public:
  /// What condition i of each member of a group compares, and how.
  struct Target {
    Projection projection;
    Op op = Op::kEq;
    std::optional<Type> type;  ///< as which it is read, if that is known
    int partition = -1;        ///< which partition column it is; -1: none, it is in files
  };

  struct Group {
    std::vector<Target> targets;  ///< partition columns first
    bool is_of_keys = false;      ///< all compare whole columns for equality
    /// Of keys each once, in the order of their values, target by target.
    std::vector<const Predicate*> members;

    /// How many of the targets are partition columns.
    size_t partitions() const;
  };

  /// @param partition_of which partition column a projection names; -1: none
  /// @throws Failure (kInvalidArgument) if a condition is no single comparison
  Alternatives(std::vector<Predicate> any_of,
               const std::function<int(const Projection&)>& partition_of);
  Alternatives(const Alternatives&) = delete;
  Alternatives& operator=(const Alternatives&) = delete;

  const std::vector<Group>& groups() const { return groups_; }

  /// How many there are.
  size_t count() const { return any_of_.size(); }

  /// Whether one is on a partition column.
  bool has_partitions() const;

 private:
  std::vector<Predicate> any_of_;
  std::vector<Group> groups_;
};

/// The alternatives that rows of a split may satisfy.
struct AlternativesLeft {
  std::shared_ptr<const Alternatives> of;
  std::vector<std::vector<const Predicate*>> members;  ///< of each group
  bool has_all = false;  ///< one holds in every row, so that the others don't matter
  /// Rows that may satisfy one; none: it was not looked for.
  std::optional<RowRanges> rows;

  size_t count() const;
};

/// Adds the conditions on columns in files of the one alternative that is left to a predicate. False, and nothing is
/// added, if more are left or none, or if NaN is part of a key.
bool TakeSingle(const AlternativesLeft& left, Predicate* predicate);

/// All of some alternatives, for a split without partition columns.
AlternativesLeft AllOf(std::shared_ptr<const Alternatives> alternatives);

/// Those that may hold in a split whose partition columns have some values.
AlternativesLeft InFolders(std::shared_ptr<const Alternatives> alternatives,
                           const std::vector<std::optional<Literal>>& partition);

}  // namespace cif::internal

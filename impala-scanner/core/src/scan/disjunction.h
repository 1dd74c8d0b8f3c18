// Disjuncts of a table's scan: conjunctions of which a row has to satisfy one.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cif/predicate.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// Compares values of one type for key look-ups: -0.0 equals 0.0, and NaN equals NaN and is above
/// all other numbers.
int CompareKeyValues(const Literal& a, const Literal& b);

/// Disjuncts of a scan. Those that compare the same targets with the same operators form a
/// group, so that a split looks up its targets once per group. Immutable, shared between splits and
/// threads.
class Disjunction {
 public:
  /// Left side of condition i of each member of a group.
  struct Target {
    Projection projection;
    Op op = Op::kEq;
    std::optional<Type> type;  ///< type that it is read as, if known
    int partition = -1;        ///< position among the partition columns; -1: column in files
  };

  struct Group {
    std::vector<Target> targets;  ///< partition columns first
    bool is_of_keys = false;      ///< true if all compare whole columns for equality
    /// Members of the group. Keys are unique and ordered by their values, target by target.
    std::vector<const Conjunction*> members;

    /// Returns the number of targets that are partition columns.
    size_t partitions() const;
  };

  /// @param partition_of returns the position of a projection among the partition columns; -1: none
  /// @throws Failure (kInvalidArgument) if a condition is not a single comparison
  Disjunction(std::vector<Conjunction> any_of,
              const std::function<int(const Projection&)>& partition_of);
  Disjunction(const Disjunction&) = delete;
  Disjunction& operator=(const Disjunction&) = delete;

  const std::vector<Group>& groups() const { return groups_; }

  /// Number of disjuncts.
  size_t count() const { return any_of_.size(); }

  /// True if a disjunct compares a partition column.
  bool has_partitions() const;

 private:
  std::vector<Conjunction> any_of_;
  std::vector<Group> groups_;
};

/// Disjuncts that rows of a split may satisfy.
struct DisjunctsLeft {
  std::shared_ptr<const Disjunction> of;
  std::vector<std::vector<const Conjunction*>> members;  ///< members by group
  /// True if a disjunct holds in every row, so that others do not matter.
  bool has_all = false;
  /// Rows that may satisfy a disjunct; empty optional if they are not known.
  std::optional<RowRanges> rows;
  /// Targets by group that are constant in the split, besides those on partition columns: all
  /// members hold for them. Empty if there are none.
  std::vector<std::vector<bool>> decided = {};

  /// Returns true if a target of a group is one of these.
  bool IsDecided(size_t group, size_t target) const {
    return !decided.empty() && decided[group][target];
  }

  size_t count() const;
};

/// Takes the one remaining disjunct and adds its conditions on columns in files to a predicate.
/// Returns false and adds nothing if there are more or none, or if NaN is part of a key.
bool TakeSingle(const DisjunctsLeft& left, Conjunction* predicate);

/// Takes away the disjuncts that cannot hold with the defaults of columns that a split lacks.
/// @param constant returns the value of a column in every row of the split; nullptr: it varies
void Decide(DisjunctsLeft* left,
            const std::function<const std::optional<Literal>*(const Projection&)>& constant);

/// Returns all disjuncts, for a split without partition columns.
DisjunctsLeft AllOf(std::shared_ptr<const Disjunction> disjunction);

/// Returns the disjuncts that may hold in a split with these values of the partition columns.
DisjunctsLeft InFolders(std::shared_ptr<const Disjunction> disjunction,
                        const std::vector<std::optional<Literal>>& partition);

}  // namespace cif::internal

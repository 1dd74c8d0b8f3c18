// Alternatives of a table's scan: conjunctions of which a row has to satisfy one.
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

/// Alternatives of a scan. Those that compare the same targets with the same operators form a
/// group, so that a split looks up its targets once per group. Immutable, shared between splits and
/// threads.
class Alternatives {
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
    std::vector<const Predicate*> members;

    /// Returns the number of targets that are partition columns.
    size_t partitions() const;
  };

  /// @param partition_of returns the position of a projection among the partition columns; -1: none
  /// @throws Failure (kInvalidArgument) if a condition is not a single comparison
  Alternatives(std::vector<Predicate> any_of,
               const std::function<int(const Projection&)>& partition_of);
  Alternatives(const Alternatives&) = delete;
  Alternatives& operator=(const Alternatives&) = delete;

  const std::vector<Group>& groups() const { return groups_; }

  /// Number of alternatives.
  size_t count() const { return any_of_.size(); }

  /// True if an alternative compares a partition column.
  bool has_partitions() const;

 private:
  std::vector<Predicate> any_of_;
  std::vector<Group> groups_;
};

/// Alternatives that rows of a split may satisfy.
struct AlternativesLeft {
  std::shared_ptr<const Alternatives> of;
  std::vector<std::vector<const Predicate*>> members;  ///< members by group
  /// True if an alternative holds in every row, so that others do not matter.
  bool has_all = false;
  /// Rows that may satisfy an alternative; empty optional if they are not known.
  std::optional<RowRanges> rows;

  size_t count() const;
};

/// Takes the one remaining alternative and adds its conditions on columns in files to a predicate.
/// Returns false and adds nothing if there are more or none, or if NaN is part of a key.
bool TakeSingle(const AlternativesLeft& left, Predicate* predicate);

/// Returns all alternatives, for a split without partition columns.
AlternativesLeft AllOf(std::shared_ptr<const Alternatives> alternatives);

/// Returns the alternatives that may hold in a split with these values of the partition columns.
AlternativesLeft InFolders(std::shared_ptr<const Alternatives> alternatives,
                           const std::vector<std::optional<Literal>>& partition);

}  // namespace cif::internal

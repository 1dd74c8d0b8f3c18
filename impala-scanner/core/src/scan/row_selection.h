// Selection of the rows of a split that satisfy the conditions of a scan.
#pragma once

#include <cstdint>
#include <vector>

#include "file/deleted_rows.h"
#include "scan/row_disjunction.h"
#include "scan/row_filter.h"
#include "scan/row_values.h"
#include "scan/sources.h"

namespace cif::internal {

/// Finds the rows that satisfy all conditions, some consecutive rows at a time, and appends their
/// values. Values that a condition has read are not decoded again. For one thread. Raises Failure.
class RowSelection {
 public:
  /// @param strings form of the strings that are appended
  RowSelection(Sources* sources, StringForm strings)
      : sources_(sources), every_(sources, strings), left_(sources, strings, &every_) {}
  RowSelection(const RowSelection&) = delete;
  RowSelection& operator=(const RowSelection&) = delete;

  /// Adds a condition, which must outlive this object.
  void Add(const Predicate& condition) { conditions_.emplace_back(condition, sources_); }

  const std::vector<RowFilter>& conditions() const { return conditions_; }

  /// Disjuncts, of which each row has to satisfy one, too.
  RowDisjunction* disjunction() { return &disjunction_; }

  /// Leaves out deleted rows from now on; nullptr: none. They must outlive this object's use.
  void LeaveOut(const DeletedRows* deleted) { deleted_ = deleted; }

  /// Goes to other rows, and keeps those that satisfy the conditions.
  void Select(int64_t first, int64_t count);

  /// Returns the number of rows that are left.
  int64_t rows() const { return all_ ? count_ : static_cast<int64_t>(selected_.size()); }

  /// Appends the values of a source for the rows that are left. It must be the last use of these
  /// values.
  void Append(const Source& source, Vector* out);

 private:
  /// Keeps the rows that satisfy one of the disjuncts.
  void SelectByDisjunction();
  /// Keeps the rows in live_.
  void KeepLive();
  /// Keeps the rows in slots_, which count from the rows left before.
  void Narrow();

  Sources* sources_;
  std::vector<RowFilter> conditions_;
  RowDisjunction disjunction_;
  const DeletedRows* deleted_ = nullptr;
  RowValues every_;  ///< values of all rows
  RowValues left_;   ///< values of the rows left by earlier conditions
  int64_t first_ = 0;
  int64_t count_ = 0;
  bool has_deleted_ = false;       ///< true if some of the rows are deleted
  bool all_ = true;                ///< true if all rows are left; selected_ is empty then
  std::vector<int32_t> selected_;  ///< rows that are left, counted from first_
  std::vector<int32_t> live_;      ///< rows that are not deleted, counted from first_
  std::vector<int32_t> slots_;
};

}  // namespace cif::internal

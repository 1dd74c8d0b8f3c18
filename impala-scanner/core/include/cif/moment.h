// State of tables at one time, for readers that open split-directories one by one.
#pragma once

#include <memory>

#include "cif/export.h"

namespace cif {

/// State of tables at one time: their table files, and which changes count (FORMAT.md section 2.1).
/// The first Table::Open of a table with a moment sets the table's state, and later ones go by it.
/// Thus split-directories that are opened one by one show a change of many all, or none of it.
/// Changes that are committed later do not count, as long as nobody tidies them away. Thread-safe:
/// while one thread reads a state, others wait for it.
class CIF_EXPORT Moment {
 public:
  Moment();
  ~Moment();
  Moment(const Moment&) = delete;
  Moment& operator=(const Moment&) = delete;

  class Impl;

  /// For the library.
  CIF_HIDDEN Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cif

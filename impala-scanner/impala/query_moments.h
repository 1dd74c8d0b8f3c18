// Moments of the queries that run in a daemon.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "cif/moment.h"

namespace cif::plugin {

/// Both halves of a query's id.
using QueryId = std::pair<int64_t, int64_t>;

/// One moment for each query, so that all its scan ranges of a table see one state. Whoever keeps a
/// moment decides how long it lives: nothing here does. Thread-safe.
class QueryMoments {
 public:
  struct Found {
    std::shared_ptr<Moment> moment;
    /// True if the caller has to keep the moment until the query ends: nobody else does.
    bool is_new = false;
  };

  /// Returns the moment of a query, or a new one if it has none.
  Found Of(QueryId query);

  /// Number of queries that are known: those that run, and those that ended since the last new one.
  size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::map<QueryId, std::weak_ptr<Moment>> moments_;
};

}  // namespace cif::plugin

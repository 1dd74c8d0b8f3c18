// Inside of a Moment.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>

#include "cif/io.h"
#include "cif/moment.h"

namespace cif {

/// Files that a moment has read. After an error nothing is kept, and the next call reads again.
class Moment::Impl {
 public:
  /// Returns the bytes of the table file of a folder; empty if there is none. @throws Failure
  std::string TableFile(const FileSystem& fs, const std::string& folder);

  /// Returns true if a change was committed when its state was set.
  /// @param statuses folder of the change's status file, `_cif_changes` of the table
  /// @throws Failure
  bool Counts(const FileSystem& fs, const std::string& statuses, const std::string& id);

  /// Sets the state of changes by their folder of status files. @throws Failure
  void Look(const FileSystem& fs, const std::string& statuses);

 private:
  /// Returns the ids of the committed changes. The caller holds the lock.
  const std::set<std::string>& Committed(const FileSystem& fs, const std::string& statuses);

  std::mutex mutex_;
  std::map<std::string, std::string> table_files_;          ///< by folder
  std::map<std::string, std::set<std::string>> committed_;  ///< by folder of status files
};

}  // namespace cif

#include "file/moment.h"

#include <string_view>
#include <vector>

#include "file/table_file.h"
#include "util/failure.h"

namespace cif {

using internal::Check;

Moment::Moment() : impl_(std::make_unique<Impl>()) {}
Moment::~Moment() = default;

std::string Moment::Impl::TableFile(const FileSystem& fs, const std::string& folder) {
  const std::lock_guard lock(mutex_);
  const auto known = table_files_.find(folder);
  if (known != table_files_.end()) {
    return known->second;
  }
  return table_files_.emplace(folder, internal::ReadTableFile(fs, folder)).first->second;
}

bool Moment::Impl::Counts(const FileSystem& fs, const std::string& statuses,
                          const std::string& id) {
  const std::lock_guard lock(mutex_);
  return Committed(fs, statuses).count(id) != 0;
}

void Moment::Impl::Look(const FileSystem& fs, const std::string& statuses) {
  const std::lock_guard lock(mutex_);
  Committed(fs, statuses);
}

const std::set<std::string>& Moment::Impl::Committed(const FileSystem& fs,
                                                     const std::string& statuses) {
  const auto known = committed_.find(statuses);
  if (known != committed_.end()) {
    return known->second;
  }
  constexpr std::string_view kEnd = ".committed";
  std::set<std::string> ids;
  const auto entries = fs.List(statuses);
  if (entries.ok()) {
    for (const DirectoryEntry& entry : *entries) {
      if (entry.name.ends_with(kEnd)) {
        ids.insert(entry.name.substr(0, entry.name.size() - kEnd.size()));
      }
    }
  } else if (entries.error().code != ErrorCode::kNotFound) {
    throw internal::Failure(entries.error());
  }
  return committed_.emplace(statuses, std::move(ids)).first->second;
}

}  // namespace cif

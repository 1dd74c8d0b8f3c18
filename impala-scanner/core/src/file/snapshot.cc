#include "file/snapshot.h"

#include <algorithm>
#include <set>
#include <utility>

#include "file/moment.h"
#include "file/opened_split.h"
#include "file/schema_file.h"
#include "util/failure.h"
#include "util/parallel.h"

namespace cif::internal {
namespace {

/// Returns the parent folder. If there is none, the result ends in "..", which may not exist.
std::string Parent(std::string path) {
  while (path.size() > 1 && path.back() == '/') {
    path.pop_back();
  }
  size_t slash = path.rfind('/');
  std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  if (name.empty() || name == "." || name == ".." ||
      (slash != std::string::npos && slash > 0 && path[slash - 1] == '/')) {
    return path + "/..";
  }
  if (slash == std::string::npos) {
    return ".";
  }
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string StatusFolder(const std::string& split, const Change& change) {
  std::string table = split;
  for (int i = 0; i < change.up; i++) {
    table = Parent(table);
  }
  return internal::StatusFolder(table);
}

bool Exists(const FileSystem& fs, const std::string& path) {
  auto file = fs.Open(path);
  if (!file.ok() && file.error().code != ErrorCode::kNotFound) {
    throw Failure(file.error());
  }
  return file.ok();
}

enum class Status { kCommitted, kNot, kUnknown };

Status StatusOf(const FileSystem& fs, const std::string& file) {
  // Between the two look-ups the change may be committed, but not taken back.
  if (Exists(fs, file + ".committed")) {
    return Status::kCommitted;
  }
  if (Exists(fs, file + ".pending") || Exists(fs, file + ".aborted")) {
    return Status::kNot;
  }
  return Exists(fs, file + ".committed") ? Status::kCommitted : Status::kUnknown;
}

bool Has(const SchemaFile& file, const std::string& id) {
  for (const Change& change : file.changes) {
    if (change.id == id) {
      return true;
    }
  }
  return false;
}

[[noreturn]] void Unknown(const std::string& folder, const Change& change,
                          const std::string& status) {
  const std::string of = change.columns.empty()
                             ? ", which deletes or inserts rows,"
                             : " of column '" + change.columns.front().name + "'";
  throw Failure(Error{
      ErrorCode::kCorrupt, folder + "/" + kSchemaFile, "", -1,
      "nothing says whether change " + change.id + of + " was committed: there is no " + status +
          ".committed, .pending or .aborted. The split-directory was copied or moved"
          " without its table: copy the folder _cif_changes, too, or run 'bin/cif"
          " vacuum' on the table before you copy it"});
}

/// Status of the changes of some split-directories.
class Changes {
 public:
  Changes(const FileSystem& fs, Moment* moment) : fs_(fs), moment_(moment) {}

  /// Looks up the changes of a split-directory. Reads it again if a change was tidied away
  /// meanwhile.
  void Look(OpenedSplit* split) {
    for (size_t i = 0; i < split->file.changes.size(); i++) {
      const Change change = split->file.changes[i];
      const std::string statuses = StatusFolder(split->folder, change);
      const std::string file = statuses + "/" + change.id;
      if (known_.count(file) != 0) {
        continue;
      }
      const Status status = StatusAt(statuses, change.id);
      if (status == Status::kUnknown) {
        OpenedSplit again = ReadSplit(fs_, split->folder, {});
        if (Has(again.file, change.id)) {
          Unknown(split->folder, change, file);
        }
        *split = std::move(again);
        return Look(split);
      }
      known_.insert(file);
      if (status == Status::kCommitted) {
        committed_.insert(change.id);
        has_inserts_ = has_inserts_ || change.inserts != Inserts::kNone;
      }
    }
  }

  const std::set<std::string>& committed() const { return committed_; }

  /// Returns true if a change that counts inserts split-directories.
  bool has_inserts() const { return has_inserts_; }

 private:
  /// Status of a change at the moment, or by now.
  Status StatusAt(const std::string& statuses, const std::string& id) const {
    const std::string file = statuses + "/" + id;
    if (moment_ == nullptr) {
      return StatusOf(fs_, file);
    }
    if (moment_->impl().Counts(fs_, statuses, id)) {
      return Status::kCommitted;
    }
    return StatusOf(fs_, file) == Status::kUnknown ? Status::kUnknown : Status::kNot;
  }

  const FileSystem& fs_;
  Moment* moment_;
  std::set<std::string> known_;
  std::set<std::string> committed_;
  bool has_inserts_ = false;
};

/// Adds the split-directories that changes which count have inserted after the first listing.
void AddInserted(const FileSystem& fs, const std::vector<std::string>& folders,
                 const std::set<std::string>& committed, const WantedColumns& columns,
                 std::vector<OpenedSplit>* splits) {
  std::set<std::string> known;
  for (const OpenedSplit& split : *splits) {
    known.insert(split.folder);
  }
  for (const std::string& folder : folders) {
    if (known.count(folder) != 0) {
      continue;
    }
    OpenedSplit split = ReadSplit(fs, folder, columns);
    if (!split.file.changes.empty() && split.file.changes[0].inserts == Inserts::kHere &&
        committed.count(split.file.changes[0].id) != 0) {
      splits->push_back(std::move(split));
    }
  }
}

std::shared_ptr<const Split> Open(const FileSystem& fs, OpenedSplit split,
                                  const std::set<std::string>& committed,
                                  const ColumnMatch* match) {
  return Check(
      Guard(split.folder + "/" + kSchemaFile, "", [&]() -> Result<std::shared_ptr<const Split>> {
        Schema schema = After(std::move(split.file), [&](const Change& change) {
          return committed.count(change.id) != 0;
        });
        if (match != nullptr) {
          match->Apply(&schema);
        }
        return MakeSplit(fs, split, std::move(schema));
      }));
}

}  // namespace

std::string StatusFolder(const std::string& table) {
  return table + (table.ends_with('/') ? "" : "/") + "_cif_changes";
}

std::vector<std::shared_ptr<const Split>> OpenSplits(const FileSystem& fs, const ListFolders& list,
                                                     const WantedColumns& columns,
                                                     const ColumnMatch* match, Moment* moment) {
  const std::vector<std::string> folders = list();
  const int requests = fs.costs().requests;
  std::vector<OpenedSplit> splits(folders.size());
  InParallel(folders.size(), requests,
             [&](size_t i) { splits[i] = ReadSplit(fs, folders[i], columns); });
  Changes changes(fs, moment);
  for (OpenedSplit& split : splits) {
    changes.Look(&split);
  }
  // A split without a committed change may have been read before that change was made. It is read
  // again, now that the change is known to be committed. Later changes do not apply.
  const std::set<std::string>& committed = changes.committed();
  if (folders.size() > 1) {
    InParallel(splits.size(), requests, [&](size_t i) {
      if (std::any_of(committed.begin(), committed.end(),
                      [&](const std::string& id) { return !Has(splits[i].file, id); })) {
        splits[i] = ReadSplit(fs, folders[i], columns);
      }
    });
  }
  if (changes.has_inserts()) {
    AddInserted(fs, list(), committed, columns, &splits);
  }
  std::vector<std::shared_ptr<const Split>> opened;
  opened.reserve(splits.size());
  for (OpenedSplit& split : splits) {
    opened.push_back(Open(fs, std::move(split), committed, match));
  }
  return opened;
}

}  // namespace cif::internal

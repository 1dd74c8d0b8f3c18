#include "file/column_match.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "util/failure.h"

namespace cif::internal {
namespace {

std::string Lower(std::string text) {
  for (char& c : text) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

[[noreturn]] void FailOfNames(const std::string& one, const std::string& other) {
  Fail(ErrorCode::kInvalidArgument,
       "it has the columns '" + one + "' and '" + other +
           "', and the table had one column by both names, one after the other; write the split "
           "again, or move it out of the table");
}

}  // namespace

ColumnMatch::ColumnMatch(const TableFile& table) : key_table_(table.key_table) {
  for (const TableFile::Column& column : table.columns) {
    const int position = static_cast<int>(names_.size());
    names_.push_back(column.name);
    by_name_.emplace(Lower(column.name), position);
    entry_of_.push_back(column.number > 0 ? static_cast<int>(entries_.size()) : kNone);
    if (column.number > 0) {
      entries_.push_back({column.number, position, column.stored_as});
    }
  }
  for (const TableFile::Dropped& dropped : table.dropped) {
    entries_.push_back({dropped.number, kNone, dropped.stored_as});
  }
  for (size_t e = 0; e < entries_.size(); e++) {
    by_number_.emplace(entries_[e].number, e);
    for (const std::string& name : entries_[e].stored_as) {
      by_stored_.emplace(name, e);
    }
  }
}

WantedColumns ColumnMatch::Wanted(const std::vector<std::string>& names) const {
  std::unordered_set<std::string> stored;
  std::vector<int> asked;
  for (const std::string& name : names) {
    const std::string lower = Lower(name);
    stored.insert(lower);
    const auto column = by_name_.find(lower);
    const int entry =
        column == by_name_.end() ? kNone : entry_of_[static_cast<size_t>(column->second)];
    if (entry != kNone) {
      asked.push_back(entry);
    }
  }
  for (const int entry : asked) {
    const std::vector<std::string>& had = entries_[static_cast<size_t>(entry)].stored_as;
    stored.insert(had.begin(), had.end());
  }
  std::unordered_set<size_t> all(asked.begin(), asked.end());
  for (const std::string& name : stored) {
    if (const auto entry = by_stored_.find(name); entry != by_stored_.end()) {
      all.insert(entry->second);
    }
  }
  WantedColumns wanted;
  for (const size_t entry : all) {
    stored.insert(entries_[entry].stored_as.begin(), entries_[entry].stored_as.end());
    wanted.keys.push_back(key_table_ + "/" + std::to_string(entries_[entry].number));
  }
  wanted.names.assign(stored.begin(), stored.end());
  return wanted;
}

std::vector<int> ColumnMatch::Match(const Schema& split) const {
  const size_t count = split.columns.size();
  std::vector<int> found(count, kNone);
  std::vector<bool> is_taken(count, false);
  std::vector<int> stored(entries_.size(), kNone);  // column of the split, by entry
  for (size_t i = 0; i < count && !key_table_.empty(); i++) {
    const Column& column = split.columns[i];
    is_taken[i] = column.key_number > 0 && column.key_table == key_table_;
    const auto entry = is_taken[i] ? by_number_.find(column.key_number) : by_number_.end();
    if (entry != by_number_.end()) {
      stored[entry->second] = static_cast<int>(i);
    }
  }
  const std::vector<int> by_key = stored;
  std::vector<std::string> names(count);
  for (size_t i = 0; i < count; i++) {
    if (is_taken[i]) {
      continue;
    }
    names[i] = Lower(split.columns[i].name);
    const auto entry = by_stored_.find(names[i]);
    if (entry == by_stored_.end() || by_key[entry->second] != kNone) {
      continue;
    }
    int& at = stored[entry->second];
    if (at != kNone) {
      FailOfNames(split.columns[static_cast<size_t>(at)].name, split.columns[i].name);
    }
    at = static_cast<int>(i);
    is_taken[i] = true;
  }
  std::vector<bool> is_found(names_.size(), false);
  for (size_t e = 0; e < entries_.size(); e++) {
    const int column = entries_[e].column;
    if (column != kNone && stored[e] != kNone) {
      found[static_cast<size_t>(stored[e])] = column;
      is_found[static_cast<size_t>(column)] = true;
    }
  }
  for (size_t i = 0; i < count; i++) {
    const auto column = is_taken[i] ? by_name_.end() : by_name_.find(names[i]);
    if (column != by_name_.end() && !is_found[static_cast<size_t>(column->second)]) {
      found[i] = column->second;
    }
  }
  return found;
}

void ColumnMatch::Apply(Schema* split) const {
  const std::vector<int> found = Match(*split);
  bool is_changed = false;
  size_t kept = 0;
  for (size_t i = 0; i < found.size(); i++) {
    if (found[i] == kNone) {
      is_changed = true;
      continue;
    }
    Column& column = split->columns[kept];
    if (kept != i) {
      column = std::move(split->columns[i]);
    }
    const std::string& name = names_[static_cast<size_t>(found[i])];
    if (column.name != name) {
      column.name = name;
      is_changed = true;
    }
    kept++;
  }
  split->columns.resize(kept);
  if (is_changed) {
    split->Index();
  }
}

}  // namespace cif::internal

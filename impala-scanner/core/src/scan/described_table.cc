#include "scan/described_table.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "file/moment.h"
#include "file/opened_split.h"
#include "scan/default_value.h"
#include "scan/partition_path.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

/// Checks that the rows of a table are those of the files below its folder.
void CheckReadable(const TableFile& file, const TablePlace& place) {
  if (file.transactional && !place.is_base) {
    Fail(
        ErrorCode::kUnsupported,
        "the table has transactions ('" + *file.transactional +
            "'), and only its metastore knows which of them count; ask a reader that asks the "
            "metastore, or compact the table (ALTER TABLE ... COMPACT 'major') and open its folder "
            "base_<n>");
  }
}

const TableFile::Column* Find(const TableFile& file, const std::string& name) {
  const auto found = std::find_if(
      file.columns.begin(), file.columns.end(),
      [&](const TableFile::Column& column) { return EqualsIgnoreCase(column.name, name); });
  return found == file.columns.end() ? nullptr : &*found;
}

}  // namespace

std::unique_ptr<const DescribedTable> DescribedTable::Find(const FileSystem& fs,
                                                           const std::string& root,
                                                           const TableOptions& options) {
  TablePlace place = PlaceOf(root);
  std::string bytes = options.known != nullptr ? options.known->table_file
                      : options.moment != nullptr
                          ? options.moment->impl().TableFile(fs, place.folder)
                          : ReadTableFile(fs, place.folder);
  if (bytes.empty()) {
    return nullptr;
  }
  using Made = std::unique_ptr<const DescribedTable>;
  const std::string path = TableFilePath(place.folder);
  return Check(Guard(path, "", [&]() -> Result<Made> {
    const TableFile file = ParseTableFile(bytes);
    CheckReadable(file, place);
    auto table = std::unique_ptr<DescribedTable>(
        new DescribedTable(std::move(bytes), file, std::move(place), options));
    table->AddOutside(fs, file);
    return Made(std::move(table));
  }));
}

DescribedTable::DescribedTable(std::string bytes, const TableFile& file, TablePlace place,
                               const TableOptions& options)
    : bytes_(std::move(bytes)),
      place_(std::move(place)),
      match_(file),
      are_all_(options.columns.empty()) {
  const auto is_wanted = [&](const std::string& name) {
    return are_all_ ||
           std::any_of(options.columns.begin(), options.columns.end(),
                       [&](const std::string& one) { return EqualsIgnoreCase(one, name); });
  };
  if (options.known == nullptr) {
    for (const TableFile::Column& column : file.columns) {
      if (is_wanted(column.name)) {
        AddColumn(column, column.type);
      }
    }
  } else {
    for (const auto& [name, type] : options.known->columns) {
      const TableFile::Column* column = internal::Find(file, name);
      if (column == nullptr) {
        Fail(ErrorCode::kInvalidArgument,
             "the table has no column '" + name + "', which a known table names");
      }
      if (is_wanted(name)) {
        AddColumn(*column, type);
      }
    }
  }
  if (std::none_of(defaults_.begin(), defaults_.end(),
                   [](const auto& value) { return value.has_value(); })) {
    defaults_.clear();
  }
  for (const TableFile::Column& column : file.partition_columns) {
    Column& added = partition_columns_.emplace_back();
    added.name = column.name;
    added.type = column.type;
    for (const auto& [name, type] : options.partition_types) {
      added.type = EqualsIgnoreCase(name, column.name) ? type : added.type;
    }
  }
}

void DescribedTable::AddColumn(const TableFile::Column& column, const Type& type) {
  Column& added = columns_.emplace_back();
  added.name = column.name;
  added.type = type;
  std::optional<Literal>& value = defaults_.emplace_back();
  if (column.default_text) {
    value = DefaultValue(type, *column.default_text);
    if (!value) {
      throw Failure(Error{ErrorCode::kCorrupt, "", column.name, -1,
                          "its default is '" + column.default_text->substr(0, 200) +
                              "', which is no value of type " + type.ToString()});
    }
  }
}

WantedColumns DescribedTable::wanted() const {
  if (are_all_) {
    return {};
  }
  std::vector<std::string> names;
  names.reserve(columns_.size());
  for (const Column& column : columns_) {
    names.push_back(column.name);
  }
  return match_.Wanted(names);
}

void DescribedTable::AddOutside(const FileSystem& fs, const TableFile& file) {
  for (const TableFile::Outside& partition : file.partitions) {
    outside_texts_.insert(partition.values);
    const auto path = fs.PathOf(partition.location, place_.folder);
    if (path.ok()) {
      outside_.insert_or_assign(*path, partition.values);
    } else if (!not_readable_) {
      not_readable_ =
          Error{ErrorCode::kUnsupported, TableFilePath(place_.folder), "", -1,
                "a partition of the table lies in " + partition.location.substr(0, 200) +
                    ", which is not known to be in the table's file system; read the table in "
                    "Hive, or the folders of partitions one by one"};
    }
  }
}

std::vector<std::string> DescribedTable::Folders(const FileSystem& fs,
                                                 const std::string& root) const {
  const bool is_whole = root == place_.folder;
  std::vector<std::string> others;
  if (is_whole) {
    if (not_readable_) {
      throw Failure(*not_readable_);
    }
    for (const auto& [folder, values] : outside_) {
      others.push_back(folder);
    }
  }
  std::vector<std::string> own;
  // A partition may lie in a folder of the table, or of another partition.
  std::set<std::string_view> seen;
  const std::vector<std::string> found = ListSplitsOf(fs, root, others);
  for (const std::string& folder : found) {
    const bool is_own =
        outside_texts_.empty() || OutsideOf(folder) || !outside_texts_.contains(TextsOf(folder));
    if (is_own && seen.insert(folder).second) {
      own.push_back(folder);
    }
  }
  return own;
}

std::string DescribedTable::FolderOf(const std::string& root, const std::string& known) const {
  if (known.empty() || OutsideOf(known) != nullptr) {
    return known.empty() ? root : known;
  }
  return root + "/" + known;
}

const DescribedTable::Texts* DescribedTable::OutsideOf(const std::string& folder) const {
  std::string above = outside_.empty() ? "" : folder;
  while (!above.empty()) {
    const auto found = outside_.find(above);
    if (found != outside_.end()) {
      return &found->second;
    }
    const size_t slash = above.rfind('/');
    above.resize(slash == std::string::npos ? 0 : slash);
  }
  return nullptr;
}

DescribedTable::Texts DescribedTable::TextsOf(const std::string& folder) const {
  if (const Texts* outside = OutsideOf(folder)) {
    return *outside;
  }
  const std::vector<PartitionPart> parts = PartsOf(std::string_view(folder).substr(place_.prefix));
  Texts texts;
  texts.reserve(partition_columns_.size());
  for (const Column& column : partition_columns_) {
    const auto nearest = std::find_if(parts.rbegin(), parts.rend(), [&](const PartitionPart& part) {
      return EqualsIgnoreCase(part.name, column.name);
    });
    texts.push_back(nearest == parts.rend() ? std::nullopt : TextOf(*nearest));
  }
  return texts;
}

std::vector<std::optional<Literal>> DescribedTable::PartitionOf(const std::string& folder) const {
  std::vector<std::optional<Literal>> values;
  values.reserve(partition_columns_.size());
  const Texts texts = TextsOf(folder);
  for (size_t i = 0; i < texts.size(); i++) {
    values.push_back(
        texts[i] ? ValueOf({partition_columns_[i].name, *texts[i]}, partition_columns_[i].type)
                 : std::nullopt);
  }
  return values;
}

}  // namespace cif::internal

#include "scan/described_table.h"

#include <algorithm>
#include <utility>

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
  if (!file.partitions.empty()) {
    Fail(ErrorCode::kUnsupported,
         "a partition of the table lies outside of its folder, in " +
             file.partitions.front().location.substr(0, 200) +
             ", where this reader does not look; read the table in Hive, or the folders of "
             "split-directories one by one");
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
  std::string bytes =
      options.known != nullptr ? options.known->table_file : ReadTableFile(fs, place.folder);
  if (bytes.empty()) {
    return nullptr;
  }
  using Made = std::unique_ptr<const DescribedTable>;
  const std::string path = TableFilePath(place.folder);
  return Check(Guard(path, "", [&]() -> Result<Made> {
    const TableFile file = ParseTableFile(bytes);
    CheckReadable(file, place);
    return Made(new DescribedTable(std::move(bytes), file, std::move(place), options));
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

std::vector<std::optional<Literal>> DescribedTable::PartitionOf(const std::string& folder) const {
  const std::vector<PartitionPart> parts = PartsOf(std::string_view(folder).substr(place_.prefix));
  std::vector<std::optional<Literal>> values;
  values.reserve(partition_columns_.size());
  for (const Column& column : partition_columns_) {
    const auto nearest = std::find_if(parts.rbegin(), parts.rend(), [&](const PartitionPart& part) {
      return EqualsIgnoreCase(part.name, column.name);
    });
    values.push_back(nearest == parts.rend() ? std::nullopt : ValueOf(*nearest, column.type));
  }
  return values;
}

}  // namespace cif::internal

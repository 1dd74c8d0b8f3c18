#include "cif/table.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "file/moment.h"
#include "file/snapshot.h"
#include "filter/value_bytes.h"
#include "scan/described_table.h"
#include "scan/partition_path.h"
#include "scan/projection.h"
#include "scan/split_cache.h"
#include "util/failure.h"
#include "vector/widen.h"

namespace cif {

using internal::Check;
using internal::Fail;
using internal::Failure;
using internal::Guard;
using internal::PartitionPart;

/// Builds a table; raises Failure.
struct TableBuilder {
  std::shared_ptr<Table> table{new Table()};
  std::vector<Type> partition_types;
  std::vector<std::string> partition_names;
  /// Types that splits have, one list a column, each with the folder of the first such split.
  std::vector<std::vector<std::pair<Type, std::string>>> stored;

  /// Adds the columns of a split that are not there yet, and widens the others.
  void AddColumns(const Split& split) {
    const std::vector<Column>& columns = split.schema().columns;
    std::vector<Column>& all = table->schema_.columns;
    std::vector<Column> more;
    for (size_t i = 0; i < columns.size(); i++) {
      const Column& column = columns[i];
      // Splits of a table mostly have the same columns.
      const int known = i < all.size() && EqualsIgnoreCase(all[i].name, column.name)
                            ? static_cast<int>(i)
                            : table->schema_.Find(column.name);
      if (known < 0) {
        Column added;
        added.name = column.name;
        added.type = column.type;
        more.push_back(std::move(added));
        continue;
      }
      Type& type = all[static_cast<size_t>(known)].type;
      if (type == column.type) {
        continue;
      }
      std::optional<Type> wider = internal::WiderType(type, column.type);
      if (!wider) {
        FailOfTypes(split, column, stored[static_cast<size_t>(known)]);
      }
      auto& types = stored[static_cast<size_t>(known)];
      if (std::none_of(types.begin(), types.end(),
                       [&](const auto& one) { return one.first == column.type; })) {
        types.emplace_back(column.type, split.folder());
      }
      type = *wider;
    }
    if (!more.empty()) {
      for (const Column& column : more) {
        stored.push_back({{column.type, split.folder()}});
      }
      std::move(more.begin(), more.end(), std::back_inserter(all));
      table->schema_.Index();
    }
    table->schema_.rows += split.live_rows();
  }

  /// Adds columns that the table is known to have.
  void AddKnown(const std::vector<std::pair<std::string, Type>>& columns) {
    for (const auto& [name, type] : columns) {
      Column& added = table->schema_.columns.emplace_back();
      added.name = name;
      added.type = type;
      stored.push_back({{type, table->root_}});
    }
    table->schema_.Index();
  }

  /// Returns true if the caller names no split-directories.
  static bool AreListed(const TableOptions& options) {
    return options.known == nullptr && options.splits.empty();
  }

  static const std::vector<std::string>& NamedSplits(const TableOptions& options) {
    return options.known != nullptr ? options.known->splits : options.splits;
  }

  /// Returns the folders of the split-directories to be opened.
  static std::vector<std::string> FoldersOf(const FileSystem& fs, const std::string& root,
                                            const TableOptions& options) {
    if (AreListed(options)) {
      return Check(ListSplits(fs, root));
    }
    std::vector<std::string> folders;
    for (const std::string& split : NamedSplits(options)) {
      folders.push_back(split.empty() ? root : root + "/" + split);
    }
    return folders;
  }

  /// Tells of the first split whose type does not go with that of another.
  [[noreturn]] static void FailOfTypes(const Split& split, const Column& column,
                                       const std::vector<std::pair<Type, std::string>>& stored) {
    const auto other = std::find_if(stored.begin(), stored.end(), [&](const auto& one) {
      return !internal::WiderType(one.first, column.type);
    });
    throw Failure(Error{ErrorCode::kInvalidArgument, split.folder(), column.name, -1,
                        "of type " + column.type.ToString() + " here, but " +
                            other->first.ToString() + " in " + other->second +
                            "; read the folders one by one"});
  }

  void NamePartitions(const std::vector<PartitionPart>& parts, const TableOptions& options) {
    for (const PartitionPart& part : parts) {
      Type type = Type::Primitive(Kind::kString);
      for (const auto& [name, wanted] : options.partition_types) {
        type = EqualsIgnoreCase(name, part.name) ? wanted : type;
      }
      partition_names.push_back(part.name);
      partition_types.push_back(std::move(type));
    }
  }

  void AddSplit(std::shared_ptr<const Split> split, const std::vector<PartitionPart>& parts) {
    TableSplit added{std::move(split), {}};
    bool same = parts.size() == partition_names.size();
    for (size_t i = 0; i < parts.size() && same; i++) {
      same = EqualsIgnoreCase(parts[i].name, partition_names[i]);
      if (same) {
        added.partition.push_back(internal::ValueOf(parts[i], partition_types[i]));
      }
    }
    if (!same) {
      Fail(ErrorCode::kInvalidArgument, "the folders of " + added.split->folder() +
                                            " name other partition columns than those of " +
                                            table->splits_.front().split->folder());
    }
    table->splits_.push_back(std::move(added));
  }

  void AddPartitionColumns() {
    for (size_t i = 0; i < partition_names.size(); i++) {
      if (table->schema_.Find(partition_names[i]) >= 0) {
        Fail(ErrorCode::kInvalidArgument,
             "a partition column has the name of another column: " + partition_names[i]);
      }
      Column column;
      column.name = partition_names[i];
      column.type = partition_types[i];
      table->schema_.columns.push_back(std::move(column));
    }
    table->schema_.Index();
    table->partition_columns_ = partition_names.size();
  }

  /// Makes room for the footers and filters that look-ups keep.
  void Keep(int64_t bytes) {
    if (bytes < 0) {
      Fail(ErrorCode::kInvalidArgument,
           "look-ups that may keep " + std::to_string(bytes) + " bytes");
    }
    const auto limit = std::make_shared<internal::MemoryLimit>(bytes);
    auto kept = std::make_shared<internal::SplitCaches>();
    for (const TableSplit& split : table->splits_) {
      kept->push_back(std::make_shared<internal::SplitCache>(split.split, limit));
    }
    table->kept_ = std::move(kept);
  }

  void Build(const FileSystem& fs, const std::string& root, const TableOptions& options) {
    table->root_ = root;
    if (options.moment != nullptr) {
      // Before any schema file is read: a change that is not seen now may be in all that follow.
      const std::string place = internal::PlaceOf(root).folder;
      options.moment->impl().Look(fs, internal::StatusFolder(place));
    }
    const auto described = internal::DescribedTable::Find(fs, root, options);
    if (described != nullptr) {
      AddDescribed(fs, *described, options);
    } else {
      AddFound(fs, options);
    }
    AddPartitionColumns();
    Keep(options.look_up_memory);
    CheckPartitionTypes(options, described != nullptr || !table->splits_.empty());
  }

  /// Adds the columns and splits of a table that has a table file.
  void AddDescribed(const FileSystem& fs, const internal::DescribedTable& described,
                    const TableOptions& options) {
    table->table_file_ = described.bytes();
    table->defaults_ = described.defaults();
    table->schema_.columns = described.columns();
    table->schema_.Index();
    for (const Column& column : described.partition_columns()) {
      partition_names.push_back(column.name);
      partition_types.push_back(column.type);
    }
    const auto list = [&] {
      std::vector<std::string> folders;
      if (AreListed(options)) {
        return described.Folders(fs, table->root_);
      }
      for (const std::string& split : NamedSplits(options)) {
        folders.push_back(described.FolderOf(table->root_, split));
      }
      return folders;
    };
    for (auto& split :
         internal::OpenSplits(fs, list, described.wanted(), &described.match(), options.moment)) {
      table->schema_.rows += split->live_rows();
      std::vector<std::optional<Literal>> partition = described.PartitionOf(split->folder());
      table->splits_.push_back({std::move(split), std::move(partition)});
    }
  }

  /// Adds the splits that are found, and their columns.
  void AddFound(const FileSystem& fs, const TableOptions& options) {
    const std::string& root = table->root_;
    if (options.known != nullptr) {
      AddKnown(options.known->columns);
    }
    const auto list = [&] { return FoldersOf(fs, root, options); };
    for (auto& split : internal::OpenSplits(fs, list, {options.columns}, nullptr, options.moment)) {
      const std::string& folder = split->folder();
      std::vector<PartitionPart> parts =
          internal::PartsOf(std::string_view(folder).substr(root.size()));
      if (table->splits_.empty()) {
        NamePartitions(parts, options);
      }
      AddColumns(*split);
      AddSplit(std::move(split), parts);
    }
  }

  /// @param are_known true if the partition columns are known
  void CheckPartitionTypes(const TableOptions& options, bool are_known) const {
    for (const auto& [name, type] : options.partition_types) {
      const Schema& schema = table->schema_;
      int i = schema.Find(name);
      if (are_known && i < static_cast<int>(schema.columns.size() - table->partition_columns_)) {
        Fail(ErrorCode::kInvalidArgument, "the table has no partition column '" + name + "'");
      }
    }
  }
};

Result<std::shared_ptr<const Table>> Table::Open(const FileSystem& fs, const std::string& root,
                                                 const TableOptions& options) {
  return Guard(root, "", [&]() -> Result<std::shared_ptr<const Table>> {
    TableBuilder builder;
    std::string folder = root;
    while (folder.size() > 1 && (folder.back() == '/' || folder.ends_with("/."))) {
      folder.pop_back();
    }
    builder.Build(fs, folder, options);
    return std::shared_ptr<const Table>(std::move(builder.table));
  });
}

Result<std::shared_ptr<const Table>> Table::Only(const Table& whole,
                                                 const std::vector<size_t>& splits) {
  return Guard(whole.root(), "", [&]() -> Result<std::shared_ptr<const Table>> {
    std::shared_ptr<Table> some(new Table());
    some->root_ = whole.root_;
    some->schema_ = whole.schema_;
    some->schema_.rows = 0;
    some->partition_columns_ = whole.partition_columns_;
    some->defaults_ = whole.defaults_;
    some->table_file_ = whole.table_file_;
    auto kept = std::make_shared<internal::SplitCaches>();
    for (size_t split : splits) {
      if (split >= whole.splits_.size()) {
        Fail(ErrorCode::kInvalidArgument, "the table has " + std::to_string(whole.splits_.size()) +
                                              " splits, and none of number " +
                                              std::to_string(split));
      }
      some->splits_.push_back(whole.splits_[split]);
      some->schema_.rows += whole.splits_[split].split->live_rows();
      kept->push_back((*whole.kept_)[split]);
    }
    some->kept_ = std::move(kept);
    return std::shared_ptr<const Table>(std::move(some));
  });
}

std::string Table::ContentOf(size_t split) const {
  const Schema& schema = splits_.at(split).split->schema();
  std::string text = std::to_string(schema.rows);
  // Names end with a byte that no name has.
  const auto add = [&text](const std::string& name) { text += ' ' + name + '\0'; };
  const auto add_number = [&text](int64_t number) { text += ' ' + std::to_string(number); };
  if (const DeletesEntry& deletes = schema.deletes; deletes.rows > 0) {
    add(deletes.file);
    for (int64_t number : {deletes.length, int64_t{deletes.crc}, deletes.rows}) {
      add_number(number);
    }
  }
  for (const Column& column : schema.columns) {
    add(column.name);
    add(column.type.ToString());
    add(column.file);
    for (int64_t number : {int64_t{column.id}, column.file_length, column.footer_offset,
                           column.footer_length, int64_t{column.footer_crc}}) {
      add_number(number);
    }
  }
  for (size_t i = 0; i < defaults_.size(); i++) {
    const Column& column = schema_.columns[i];
    if (defaults_[i] && schema.Find(column.name) < 0) {
      std::string value;
      internal::AppendValueBytes(*defaults_[i], &value);
      add(column.name);
      add(column.type.ToString());
      add_number(static_cast<int64_t>(value.size()));
      add(value);
    }
  }
  return text;
}

int64_t Table::RawBytesOf(size_t split, const std::vector<Projection>& columns) const {
  return internal::RawBytes(splits_.at(split).split->schema(), columns);
}

Result<Projection> Table::ParseProjection(std::string_view text) const {
  return Guard(root_, std::string(text), [&]() -> Result<Projection> {
    Projection projection = Check(Projection::Parse(schema_, text));
    int i = schema_.Find(projection.column);
    if (i < 0) {
      Fail(ErrorCode::kNotFound, "the table has no such column");
    }
    // A key is a text until the map's type is known.
    Type type = schema_.columns[static_cast<size_t>(i)].type;
    for (Step& step : projection.steps) {
      if (step.is_key && type.kind() == Kind::kMap &&
          std::holds_alternative<std::string>(step.key) &&
          (type.child(0).type_class() == Class::kInt || type.child(0).kind() == Kind::kChar)) {
        step.key = Check(ParseLiteral(type.child(0), std::get<std::string>(step.key)));
      }
      type = internal::ResolvePath(type, {step}).type;
    }
    return projection;
  });
}

Result<Type> Table::TypeOf(const Projection& projection) const {
  return Guard(root_, projection.ToString(), [&]() -> Result<Type> {
    int i = schema_.Find(projection.column);
    if (i < 0) {
      Fail(ErrorCode::kNotFound, "the table has no such column");
    }
    return internal::ResolvePath(schema_.columns[static_cast<size_t>(i)].type, projection.steps)
        .type;
  });
}

Result<Predicate> Table::ParsePredicate(std::string_view target, Op op,
                                        std::string_view literal) const {
  return Guard(root_, std::string(target), [&]() -> Result<Predicate> {
    if (op == Op::kIn || !IsLeaf(op)) {
      Fail(ErrorCode::kInvalidArgument, "the operator takes more than one literal");
    }
    Predicate condition;
    condition.target = Check(ParseProjection(target));
    condition.op = op;
    const Type type = Check(TypeOf(condition.target));
    if ((op == Op::kContains || op == Op::kStartsWith) && type.type_class() == Class::kBytes) {
      // Blanks at the end of a part of a text count, also of a char, whose own are cut off.
      condition.literal = std::string(literal);
    } else if (op != Op::kIsNull && op != Op::kIsNotNull) {
      condition.literal = Check(ParseLiteral(type, literal));
    }
    return condition;
  });
}

Result<Predicate> Table::ParseIn(std::string_view target,
                                 const std::vector<std::string_view>& literals) const {
  return Guard(root_, std::string(target), [&]() -> Result<Predicate> {
    Predicate condition;
    condition.target = Check(ParseProjection(target));
    condition.op = Op::kIn;
    const Type type = Check(TypeOf(condition.target));
    for (std::string_view literal : literals) {
      condition.literals.push_back(Check(ParseLiteral(type, literal)));
    }
    return condition;
  });
}

}  // namespace cif

#include "python_table.h"

#include <nanobind/stl/string.h>

#include <functional>
#include <map>
#include <string_view>

#include "capsules.h"
#include "cif/arrow.h"
#include "interpreter.h"
#include "open_streams.h"
#include "python_files.h"
#include "unlocked_stream.h"

namespace nb = nanobind;

namespace cif::python {

namespace {

const std::map<std::string, Op> kOps = {{"=", Op::kEq},
                                        {"==", Op::kEq},
                                        {"!=", Op::kNe},
                                        {"<>", Op::kNe},
                                        {"<", Op::kLt},
                                        {"<=", Op::kLe},
                                        {">", Op::kGt},
                                        {">=", Op::kGe},
                                        {"is null", Op::kIsNull},
                                        {"is not null", Op::kIsNotNull},
                                        {"contains", Op::kContains},
                                        {"starts with", Op::kStartsWith},
                                        {"in", Op::kIn},
                                        {"and", Op::kAnd},
                                        {"or", Op::kOr},
                                        {"not", Op::kNot}};

/// Returns the bytes of a bytes object, which must outlive them.
std::string_view TextOf(nb::handle object) {
  const auto bytes = nb::cast<nb::bytes>(object);
  return {bytes.c_str(), bytes.size()};
}

}  // namespace

PythonTable::PythonTable(const std::string& path, const std::string& io,
                         const std::vector<Named>& partitions, nb::object files,
                         const std::optional<Known>& known) {
  IoMode mode = Choose<IoMode>(
      {{"buffered", IoMode::kBuffered}, {"mapped", IoMode::kMapped}, {"direct", IoMode::kDirect}},
      "io", io);
  TableOptions options;
  for (const auto& [name, type] : partitions) {
    options.partition_types.emplace_back(name, Check(Type::Parse(type)));
  }
  KnownTable known_table;
  if (known) {
    const auto& [splits, columns, table_file] = *known;
    known_table.splits = splits;
    for (const auto& [name, type] : columns) {
      known_table.columns.emplace_back(name, Check(Type::Parse(type)));
    }
    known_table.table_file.assign(table_file.c_str(), table_file.size());
    options.known = &known_table;
  }
  std::shared_ptr<const FileSystem> below;
  is_of_python_ = !files.is_none();
  if (is_of_python_) {
    below = std::make_shared<const PythonFiles>(std::move(files));
  } else {
    below = {std::shared_ptr<void>(), &LocalFileSystem(mode)};
  }
  Unlocked unlocked;
  files_ = std::make_shared<const CountedFiles>(std::move(below));
  table_ = Hold(Check(Table::Open(*files_, path, options)));
}

PythonTable PythonTable::Only(const std::vector<size_t>& splits) const {
  PythonTable some(*this);
  some.table_ = Hold(Check(Table::Only(*table_, splits)));
  return some;
}

std::vector<std::tuple<std::string, std::string, bool>> PythonTable::columns() const {
  std::vector<std::tuple<std::string, std::string, bool>> all;
  const std::vector<Column>& columns = table_->schema().columns;
  for (size_t i = 0; i < columns.size(); i++) {
    all.emplace_back(columns[i].name, columns[i].type.ToString(),
                     i >= columns.size() - table_->partition_columns());
  }
  return all;
}

std::vector<std::string> PythonTable::splits() const {
  std::vector<std::string> folders;
  for (const TableSplit& split : table_->splits()) {
    folders.push_back(split.split->folder());
  }
  return folders;
}

nb::bytes PythonTable::table_file() const {
  return nb::bytes(table_->table_file().data(), table_->table_file().size());
}

std::vector<std::tuple<int64_t, int64_t, nb::bytes>> PythonTable::Contents(
    const std::vector<Named>& columns) const {
  const std::vector<Projection> projections = Projections(columns);
  std::vector<std::tuple<int64_t, int64_t, nb::bytes>> all;
  for (size_t i = 0; i < table_->splits().size(); i++) {
    const std::string text = table_->ContentOf(i);
    all.emplace_back(table_->splits()[i].split->live_rows(), table_->RawBytesOf(i, projections),
                     nb::bytes(text.data(), text.size()));
  }
  return all;
}

nb::capsule PythonTable::Schema(const std::vector<Named>& columns, const Options& options) const {
  std::vector<Type> types;
  std::vector<std::string> names;
  for (const auto& [name, text] : columns) {
    names.push_back(name);
    types.push_back(Check(table_->TypeOf(Check(table_->ParseProjection(text)))));
  }
  auto schema = std::make_unique<ArrowSchema>();
  if (Status s = ExportSchema(types, names, options.arrow(), schema.get()); !s.ok()) {
    throw ErrorException(s.error());
  }
  return MakeCapsule(std::move(schema), "arrow_schema");
}

nb::capsule PythonTable::Scan(const std::vector<Named>& columns,
                              const std::vector<nb::tuple>& conditions, const Options& options,
                              std::shared_ptr<StreamError> failed,
                              std::pair<int64_t, int64_t> rows) const {
  TableScanRequest request;
  request.columns = Projections(columns);
  for (const nb::tuple& condition : conditions) {
    request.predicate.push_back(PredicateOf(condition));
  }
  std::tie(request.first_row, request.row_count) = rows;
  request.threads = options.threads;
  request.in_order = options.in_order;
  request.max_ahead_bytes = options.max_ahead_bytes;
  request.read_ahead_bytes = options.read_ahead_bytes;
  return Export(Check(TableScanner::Open(table_, std::move(request), Read(options))), columns,
                options, std::move(failed));
}

nb::capsule PythonTable::LookUp(const std::vector<Named>& columns, const std::vector<TextKey>& keys,
                                const Options& options) const {
  std::vector<Key> wanted;
  for (const TextKey& key : keys) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const auto& [name, text] : key) {
      texts.emplace_back(name, std::string(text.c_str(), text.size()));
    }
    wanted.push_back(Check(table_->ParseKey(texts)));
  }
  return Export(
      Check(Table::LookUp(table_, wanted, Projections(columns), Read(options), options.threads)),
      columns, options, nullptr);
}

std::shared_ptr<const Table> PythonTable::Hold(std::shared_ptr<const Table> table) const {
  const Table* held = table.get();
  return {held,
          [files = files_, table = std::move(table)](const Table*) mutable { table.reset(); }};
}

Predicate PythonTable::PredicateOf(const nb::tuple& condition) const {
  if (condition.size() == 2) {
    Predicate combined;
    combined.op = Choose(kOps, "the operator", nb::cast<std::string>(condition[0]));
    for (nb::handle one : nb::cast<nb::list>(condition[1])) {
      combined.conditions.push_back(PredicateOf(nb::cast<nb::tuple>(one)));
    }
    return combined;
  }
  const auto column = nb::cast<std::string>(condition[0]);
  const Op op = Choose(kOps, "the operator", nb::cast<std::string>(condition[1]));
  if (op != Op::kIn) {
    return Check(table_->ParsePredicate(column, op, TextOf(condition[2])));
  }
  std::vector<std::string_view> literals;
  for (nb::handle one : nb::cast<nb::list>(condition[2])) {
    literals.push_back(TextOf(one));
  }
  return Check(table_->ParseIn(column, literals));
}

std::vector<Projection> PythonTable::Projections(const std::vector<Named>& columns) const {
  std::vector<Projection> all;
  for (const auto& [name, text] : columns) {
    all.push_back(Check(table_->ParseProjection(text)));
  }
  return all;
}

void PythonTable::ExpectFiles() const {
  if (is_of_python_ && OpenStreams::Get().are_closed()) {
    throw ErrorException(Error{ErrorCode::kCancelled, table_->root(), "", -1,
                               "Python ends: files of its file systems can't be read any more"});
  }
}

ReadOptions PythonTable::Read(const Options& options) const {
  ExpectFiles();
  ReadOptions read = options.read();
  read.cancelled = [signals = std::make_shared<Signals>(is_of_python_)] {
    return signals->HaveCome();
  };
  return read;
}

nb::capsule PythonTable::Export(std::unique_ptr<TableScanner> scanner,
                                const std::vector<Named>& columns, const Options& options,
                                std::shared_ptr<StreamError> failed) const {
  std::vector<std::string> names;
  for (const auto& [name, text] : columns) {
    names.push_back(name);
  }
  std::function<void(const Error&)> tell;
  if (failed != nullptr) {
    tell = [failed = std::move(failed)](const Error& error) { failed->Set(error); };
  }
  auto stream = std::make_unique<ArrowArrayStream>();
  const ArrowOptions arrow = options.arrow();
  Status status;
  {
    // A failure ends the threads, which may need the lock.
    Unlocked unlocked;
    status =
        ExportStream(std::move(scanner), std::move(names), arrow, stream.get(), std::move(tell));
  }
  if (!status.ok()) {
    throw ErrorException(status.error());
  }
  std::weak_ptr<SharedStream> shared = RunUnlocked(stream.get());
  nb::capsule capsule = MakeCapsule(std::move(stream), "arrow_array_stream");
  // Python may have begun to end since the scan was begun.
  ExpectFiles();
  if (is_of_python_) {
    OpenStreams::Get().Add(std::move(shared));
  }
  return capsule;
}

}  // namespace cif::python

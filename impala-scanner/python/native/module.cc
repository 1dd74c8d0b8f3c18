// Python module `cif._cif`: a thin layer over libcif. cif/__init__.py has the public API.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "cif/arrow.h"
#include "cif/version.h"
#include "counted_files.h"
#include "interpreter.h"
#include "python_files.h"
#include "unlocked_stream.h"

namespace nb = nanobind;

namespace {

using cif::python::CountedFiles;
using cif::python::Locked;
using cif::python::SharedStream;
using cif::python::Unlocked;

/// Exception for an Error on its way to Python.
struct ErrorException : std::exception {
  explicit ErrorException(const cif::Error& e) : error(e), text(e.ToString()) {}
  const char* what() const noexcept override { return text.c_str(); }
  cif::Error error;
  std::string text;
};

template <typename T>
T Check(cif::Result<T> result) {
  if (!result.ok()) {
    throw ErrorException(result.error());
  }
  return std::move(result).value();
}

template <typename T>
T Choose(const std::map<std::string, T>& choices, const std::string& what,
         const std::string& name) {
  auto found = choices.find(name);
  if (found == choices.end()) {
    std::string known;
    for (const auto& choice : choices) {
      known += (known.empty() ? "" : ", ") + choice.first;
    }
    throw ErrorException(cif::Error{cif::ErrorCode::kInvalidArgument, "", "", -1,
                                    what + " '" + name + "' is none of " + known});
  }
  return found->second;
}

const std::map<std::string, cif::Op> kOps = {{"=", cif::Op::kEq},
                                             {"==", cif::Op::kEq},
                                             {"!=", cif::Op::kNe},
                                             {"<>", cif::Op::kNe},
                                             {"<", cif::Op::kLt},
                                             {"<=", cif::Op::kLe},
                                             {">", cif::Op::kGt},
                                             {">=", cif::Op::kGe},
                                             {"is null", cif::Op::kIsNull},
                                             {"is not null", cif::Op::kIsNotNull},
                                             {"contains", cif::Op::kContains},
                                             {"starts with", cif::Op::kStartsWith},
                                             {"in", cif::Op::kIn},
                                             {"and", cif::Op::kAnd},
                                             {"or", cif::Op::kOr},
                                             {"not", cif::Op::kNot}};

using Named = std::pair<std::string, std::string>;

/// Split-directories, columns and table file in the form of cif::KnownTable.
using Known = std::tuple<std::vector<std::string>, std::vector<Named>, nb::bytes>;

/// Pairs of a column and the text of a value.
using TextKey = std::vector<std::pair<std::string, nb::bytes>>;

struct Options {
  int threads = 1;
  bool in_order = true;
  int64_t batch_rows = 0;
  int64_t max_ahead_bytes = 256 << 20;
  int64_t read_ahead_bytes = 64 << 20;
  bool verify_checksums = true;
  bool use_filters = true;
  std::string timestamp_unit = "us";
  bool truncate_timestamps = false;
  bool text_as_binary = false;
  std::string strings = "plain";

  cif::ArrowOptions arrow() const {
    cif::ArrowOptions options;
    options.timestamp_unit = Choose<cif::TimestampUnit>(
        {{"us", cif::TimestampUnit::kMicroseconds}, {"ns", cif::TimestampUnit::kNanoseconds}},
        "timestamp_unit", timestamp_unit);
    options.truncate_timestamps = truncate_timestamps;
    options.text_as_binary = text_as_binary;
    options.strings = Choose<cif::ArrowStrings>({{"view", cif::ArrowStrings::kViews},
                                                 {"plain", cif::ArrowStrings::kPlain},
                                                 {"dictionary", cif::ArrowStrings::kDictionaries}},
                                                "strings", strings);
    return options;
  }

  cif::ReadOptions read() const {
    cif::ReadOptions options;
    options.verify_checksums = verify_checksums;
    options.use_filters = use_filters;
    options.batch_rows = batch_rows;
    options.strings = cif::StringFormOf(arrow().strings);
    return options;
  }
};

/// Streams whose files are Python's: their threads have to end before it does. Used with the
/// interpreter's lock.
class OpenStreams {
 public:
  void Add(std::weak_ptr<SharedStream> stream) {
    streams_.erase(std::remove_if(streams_.begin(), streams_.end(),
                                  [](const auto& one) { return one.expired(); }),
                   streams_.end());
    streams_.push_back(std::move(stream));
  }

  /// Closes all streams. Readers of one are cancelled, and no other is opened. Waits until other
  /// threads have dropped theirs: pyarrow asks for the lock then, and aborts the process if Python
  /// has ended.
  void Close() {
    are_closed_ = true;
    std::vector<std::weak_ptr<SharedStream>> amid;
    std::vector<std::weak_ptr<SharedStream>> behind;
    for (const std::weak_ptr<SharedStream>& one : std::exchange(streams_, {})) {
      if (const std::shared_ptr<SharedStream> stream = one.lock()) {
        if (stream->IsOfAnotherThread()) {
          (stream->has_ended() ? behind : amid).push_back(one);
        }
        Unlocked unlocked;
        stream->Close();
      }
    }
    if (amid.empty() && behind.empty()) {
      return;
    }
    Unlocked unlocked;
    WaitUntilDropped(amid, std::chrono::seconds(2));
    // Their threads may be done with them, and keep them.
    WaitUntilDropped(behind, std::chrono::milliseconds(100));
    // The last one has still to get the lock back.
    std::this_thread::sleep_for(10 * kLook);
  }

  bool are_closed() const { return are_closed_; }

 private:
  static constexpr std::chrono::milliseconds kLook{1};

  static void WaitUntilDropped(const std::vector<std::weak_ptr<SharedStream>>& streams,
                               std::chrono::milliseconds longest) {
    const auto last = std::chrono::steady_clock::now() + longest;
    while (!std::all_of(streams.begin(), streams.end(), [](const auto& one) {
      return one.expired();
    }) && std::chrono::steady_clock::now() < last) {
      std::this_thread::sleep_for(kLook);
    }
  }

  std::vector<std::weak_ptr<SharedStream>> streams_;
  std::atomic<bool> are_closed_ = false;
};

/// Never destroyed: other threads may ask until the process ends.
OpenStreams& Streams() {
  static auto* streams = new OpenStreams();
  return *streams;
}

/// Detects that a signal, such as that of Ctrl-C, has come for Python. It is asked on the thread
/// that reads, without the interpreter's lock. It takes the lock, so it does not look too often.
class Signals {
 public:
  /// @param is_of_python true if the files are Python's, whose end ends the scan, too
  explicit Signals(bool is_of_python) : is_of_python_(is_of_python) {}

  bool HaveCome() {
    if (is_of_python_ && Streams().are_closed()) {
      return true;
    }
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) {
      return false;
    }
    next_ = now + std::chrono::milliseconds(50);
    Locked locked;
    if (PyErr_CheckSignals() == 0) {
      return false;
    }
    // The importer of the stream reports an error of its own, which must not meet this one. Ctrl-C
    // is raised again as soon as Python runs.
    const bool is_interrupt = PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0;
    PyErr_Clear();
    if (is_interrupt) {
      PyErr_SetInterrupt();
    }
    return true;
  }

 private:
  bool is_of_python_;
  std::chrono::steady_clock::time_point next_;
};

/// Error that ended a stream, with its place. Through Arrow, the reader of the stream gets only a
/// text.
class StreamError {
 public:
  void Set(const cif::Error& error) noexcept {
    try {
      std::lock_guard<std::mutex> lock(mutex_);
      error_ = error;
    } catch (const std::exception&) {
      // No memory for it: the text in Arrow has to do.
    }
  }

  /// Raises the error if there is one.
  void Raise() const {
    std::lock_guard<std::mutex> lock(mutex_);
    if (error_) {
      throw ErrorException(*error_);
    }
  }

 private:
  mutable std::mutex mutex_;
  std::optional<cif::Error> error_;
};

template <typename T>
void FreeCapsule(void* pointer) noexcept {
  auto* value = static_cast<T*>(pointer);
  if (value->release != nullptr) {
    value->release(value);
  }
  delete value;
}

/// Returns names and values of a schema's metadata, in which names may occur more than once.
/// Python's schemas show only the last entry of each name.
std::vector<std::pair<nb::bytes, nb::bytes>> MetadataOf(const nb::capsule& capsule) {
  const auto* schema = static_cast<const ArrowSchema*>(capsule.data("arrow_schema"));
  std::vector<std::pair<nb::bytes, nb::bytes>> pairs;
  const char* at = schema->metadata;
  if (at == nullptr) {
    return pairs;
  }
  const auto take_number = [&at] {
    int32_t number = 0;
    std::memcpy(&number, at, sizeof number);
    at += sizeof number;
    return number;
  };
  const auto take_bytes = [&] {
    const int32_t length = take_number();
    nb::bytes bytes(at, static_cast<size_t>(length));
    at += length;
    return bytes;
  };
  for (int32_t left = take_number(); left > 0; left--) {
    nb::bytes name = take_bytes();
    pairs.emplace_back(std::move(name), take_bytes());
  }
  return pairs;
}

/// Wraps a structure of the Arrow C interface in a capsule with the name that importers expect.
template <typename T>
nb::capsule MakeCapsule(std::unique_ptr<T> value, const char* name) {
  nb::capsule capsule(value.get(), name, FreeCapsule<T>);
  value.release();
  return capsule;
}

class Table {
 public:
  /// @param files see PythonFiles; None: local files
  /// @param known paths of split-directories, names and types of the columns in files, and the
  /// content of the table file; None: they are looked up
  Table(const std::string& path, const std::string& io, const std::vector<Named>& partitions,
        nb::object files, const std::optional<Known>& known) {
    cif::IoMode mode = Choose<cif::IoMode>({{"buffered", cif::IoMode::kBuffered},
                                            {"mapped", cif::IoMode::kMapped},
                                            {"direct", cif::IoMode::kDirect}},
                                           "io", io);
    cif::TableOptions options;
    for (const auto& [name, type] : partitions) {
      options.partition_types.emplace_back(name, Check(cif::Type::Parse(type)));
    }
    cif::KnownTable known_table;
    if (known) {
      const auto& [splits, columns, table_file] = *known;
      known_table.splits = splits;
      for (const auto& [name, type] : columns) {
        known_table.columns.emplace_back(name, Check(cif::Type::Parse(type)));
      }
      known_table.table_file.assign(table_file.c_str(), table_file.size());
      options.known = &known_table;
    }
    std::shared_ptr<const cif::FileSystem> below;
    is_of_python_ = !files.is_none();
    if (is_of_python_) {
      below = std::make_shared<const cif::python::PythonFiles>(std::move(files));
    } else {
      below = {std::shared_ptr<void>(), &cif::LocalFileSystem(mode)};
    }
    Unlocked unlocked;
    files_ = std::make_shared<const CountedFiles>(std::move(below));
    table_ = Hold(Check(cif::Table::Open(*files_, path, options)));
  }

  /// Returns the same table with some of its splits. Reads of both tables are counted together.
  Table Only(const std::vector<size_t>& splits) const {
    Table some(*this);
    some.table_ = Hold(Check(cif::Table::Only(*table_, splits)));
    return some;
  }

  int64_t files_opened() const { return files_->counts().files_opened; }
  int64_t bytes_read() const { return files_->counts().bytes_read; }

  std::vector<std::tuple<std::string, std::string, bool>> columns() const {
    std::vector<std::tuple<std::string, std::string, bool>> all;
    const std::vector<cif::Column>& columns = table_->schema().columns;
    for (size_t i = 0; i < columns.size(); i++) {
      all.emplace_back(columns[i].name, columns[i].type.ToString(),
                       i >= columns.size() - table_->partition_columns());
    }
    return all;
  }

  std::vector<std::string> splits() const {
    std::vector<std::string> folders;
    for (const cif::TableSplit& split : table_->splits()) {
      folders.push_back(split.split->folder());
    }
    return folders;
  }

  int64_t rows() const { return table_->schema().rows; }

  nb::bytes table_file() const {
    return nb::bytes(table_->table_file().data(), table_->table_file().size());
  }

  /// Returns for each split its rows, the bytes of some columns before encoding, and the text that
  /// names its content.
  std::vector<std::tuple<int64_t, int64_t, nb::bytes>> Contents(
      const std::vector<Named>& columns) const {
    const std::vector<cif::Projection> projections = Projections(columns);
    std::vector<std::tuple<int64_t, int64_t, nb::bytes>> all;
    for (size_t i = 0; i < table_->splits().size(); i++) {
      const std::string text = table_->ContentOf(i);
      all.emplace_back(table_->splits()[i].split->live_rows(), table_->RawBytesOf(i, projections),
                       nb::bytes(text.data(), text.size()));
    }
    return all;
  }

  nb::capsule Schema(const std::vector<Named>& columns, const Options& options) const {
    std::vector<cif::Type> types;
    std::vector<std::string> names;
    for (const auto& [name, text] : columns) {
      names.push_back(name);
      types.push_back(Check(table_->TypeOf(Check(table_->ParseProjection(text)))));
    }
    auto schema = std::make_unique<ArrowSchema>();
    if (cif::Status s = cif::ExportSchema(types, names, options.arrow(), schema.get()); !s.ok()) {
      throw ErrorException(s.error());
    }
    return MakeCapsule(std::move(schema), "arrow_schema");
  }

  /// @param conditions tuples of a column, an operator and a literal (a list of them for `in`).
  /// Combinations are tuples of an operator and a list of conditions
  /// @param failed gets the error that ends the stream; may be nullptr
  /// @param rows first row and number of rows, counted over all splits; (0, -1): all
  nb::capsule Scan(const std::vector<Named>& columns, const std::vector<nb::tuple>& conditions,
                   const Options& options, std::shared_ptr<StreamError> failed,
                   std::pair<int64_t, int64_t> rows) const {
    cif::TableScanRequest request;
    request.columns = Projections(columns);
    for (const nb::tuple& condition : conditions) {
      request.predicate.push_back(PredicateOf(condition));
    }
    std::tie(request.first_row, request.row_count) = rows;
    request.threads = options.threads;
    request.in_order = options.in_order;
    request.max_ahead_bytes = options.max_ahead_bytes;
    request.read_ahead_bytes = options.read_ahead_bytes;
    return Export(Check(cif::TableScanner::Open(table_, std::move(request), Read(options))),
                  columns, options, std::move(failed));
  }

  nb::capsule LookUp(const std::vector<Named>& columns, const std::vector<TextKey>& keys,
                     const Options& options) const {
    std::vector<cif::Key> wanted;
    for (const TextKey& key : keys) {
      std::vector<std::pair<std::string, std::string>> texts;
      for (const auto& [name, text] : key) {
        texts.emplace_back(name, std::string(text.c_str(), text.size()));
      }
      wanted.push_back(Check(table_->ParseKey(texts)));
    }
    return Export(Check(cif::Table::LookUp(table_, wanted, Projections(columns), Read(options),
                                           options.threads)),
                  columns, options, nullptr);
  }

 private:
  /// Makes the table keep the files that it is read from. Scans hold the table and need the files.
  std::shared_ptr<const cif::Table> Hold(std::shared_ptr<const cif::Table> table) const {
    const cif::Table* held = table.get();
    return {held, [files = files_, table = std::move(table)](const cif::Table*) mutable {
              table.reset();
            }};
  }

  cif::Predicate PredicateOf(const nb::tuple& condition) const {
    if (condition.size() == 2) {
      cif::Predicate combined;
      combined.op = Choose(kOps, "the operator", nb::cast<std::string>(condition[0]));
      for (nb::handle one : nb::cast<nb::list>(condition[1])) {
        combined.conditions.push_back(PredicateOf(nb::cast<nb::tuple>(one)));
      }
      return combined;
    }
    const auto column = nb::cast<std::string>(condition[0]);
    const cif::Op op = Choose(kOps, "the operator", nb::cast<std::string>(condition[1]));
    if (op != cif::Op::kIn) {
      return Check(table_->ParsePredicate(column, op, TextOf(condition[2])));
    }
    std::vector<std::string_view> literals;
    for (nb::handle one : nb::cast<nb::list>(condition[2])) {
      literals.push_back(TextOf(one));
    }
    return Check(table_->ParseIn(column, literals));
  }

  /// Returns the bytes of a bytes object, which must outlive them.
  static std::string_view TextOf(nb::handle object) {
    const auto bytes = nb::cast<nb::bytes>(object);
    return {bytes.c_str(), bytes.size()};
  }

  std::vector<cif::Projection> Projections(const std::vector<Named>& columns) const {
    std::vector<cif::Projection> all;
    for (const auto& [name, text] : columns) {
      all.push_back(Check(table_->ParseProjection(text)));
    }
    return all;
  }

  /// Fails if the files are Python's, and it ends.
  void ExpectFiles() const {
    if (is_of_python_ && Streams().are_closed()) {
      throw ErrorException(
          cif::Error{cif::ErrorCode::kCancelled, table_->root(), "", -1,
                     "Python ends: files of its file systems can't be read any more"});
    }
  }

  cif::ReadOptions Read(const Options& options) const {
    ExpectFiles();
    cif::ReadOptions read = options.read();
    read.cancelled = [signals = std::make_shared<Signals>(is_of_python_)] {
      return signals->HaveCome();
    };
    return read;
  }

  /// @param columns columns, whose names the stream has
  /// @param failed gets the error that ends the stream; may be nullptr
  nb::capsule Export(std::unique_ptr<cif::TableScanner> scanner, const std::vector<Named>& columns,
                     const Options& options, std::shared_ptr<StreamError> failed) const {
    std::vector<std::string> names;
    for (const auto& [name, text] : columns) {
      names.push_back(name);
    }
    std::function<void(const cif::Error&)> tell;
    if (failed != nullptr) {
      tell = [failed = std::move(failed)](const cif::Error& error) { failed->Set(error); };
    }
    auto stream = std::make_unique<ArrowArrayStream>();
    const cif::ArrowOptions arrow = options.arrow();
    cif::Status status;
    {
      // A failure ends the threads, which may need the lock.
      Unlocked unlocked;
      status = cif::ExportStream(std::move(scanner), std::move(names), arrow, stream.get(),
                                 std::move(tell));
    }
    if (!status.ok()) {
      throw ErrorException(status.error());
    }
    std::weak_ptr<SharedStream> shared = cif::python::RunUnlocked(stream.get());
    nb::capsule capsule = MakeCapsule(std::move(stream), "arrow_array_stream");
    // Python may have begun to end since the scan was begun.
    ExpectFiles();
    if (is_of_python_) {
      Streams().Add(std::move(shared));
    }
    return capsule;
  }

  bool is_of_python_ = false;  ///< whether the files are
  std::shared_ptr<const CountedFiles> files_;
  std::shared_ptr<const cif::Table> table_;
};

/// A text that need not be UTF-8, as names of files may not be.
nb::object Text(const std::string& text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
}

const char* NameOf(cif::ErrorCode code) {
  switch (code) {
    case cif::ErrorCode::kInvalidArgument:
      return "invalid_argument";
    case cif::ErrorCode::kNotFound:
      return "not_found";
    case cif::ErrorCode::kIo:
      return "io";
    case cif::ErrorCode::kCorrupt:
      return "corrupt";
    case cif::ErrorCode::kUnsupported:
      return "unsupported";
    case cif::ErrorCode::kTooLarge:
      return "too_large";
    case cif::ErrorCode::kCancelled:
      return "cancelled";
  }
  return "";
}

}  // namespace

NB_MODULE(_cif, m) {
  // Engines keep objects until the process ends, even beyond the end of Python.
  nb::set_leak_warnings(false);
  static PyObject* error_type = PyErr_NewExceptionWithDoc(
      "cif.Error",
      "What went wrong, with its place: `code`, `file`, `column` and `offset` (-1: not known).",
      nullptr, nullptr);
  m.attr("Error") = nb::handle(error_type);
  nb::register_exception_translator([](const std::exception_ptr& p, void*) {
    try {
      std::rethrow_exception(p);
    } catch (const ErrorException& e) {
      nb::object error = nb::handle(error_type)(Text(e.text));
      error.attr("code") = NameOf(e.error.code);
      error.attr("file") = nb::steal(PyUnicode_DecodeFSDefaultAndSize(
          e.error.file.data(), static_cast<Py_ssize_t>(e.error.file.size())));
      error.attr("column") = Text(e.error.column);
      error.attr("offset") = e.error.offset;
      PyErr_SetObject(error_type, error.ptr());
    }
  });

  nb::class_<Options>(m, "Options")
      .def(nb::init<>())
      .def_rw("threads", &Options::threads)
      .def_rw("in_order", &Options::in_order)
      .def_rw("batch_rows", &Options::batch_rows)
      .def_rw("max_ahead_bytes", &Options::max_ahead_bytes)
      .def_rw("read_ahead_bytes", &Options::read_ahead_bytes)
      .def_rw("verify_checksums", &Options::verify_checksums)
      .def_rw("use_filters", &Options::use_filters)
      .def_rw("timestamp_unit", &Options::timestamp_unit)
      .def_rw("truncate_timestamps", &Options::truncate_timestamps)
      .def_rw("text_as_binary", &Options::text_as_binary)
      .def_rw("strings", &Options::strings);

  m.attr("__version__") = CIF_VERSION;
  m.def("metadata_of", &MetadataOf, nb::arg("schema"));
  nb::module_::import_("atexit").attr("register")(nb::cpp_function([] { Streams().Close(); }));

  nb::class_<StreamError>(m, "StreamError").def(nb::init<>()).def("raise_", &StreamError::Raise);

  nb::class_<Table>(m, "Table")
      .def(nb::init<const std::string&, const std::string&, const std::vector<Named>&, nb::object,
                    const std::optional<Known>&>(),
           nb::arg("path"), nb::arg("io"), nb::arg("partitions"), nb::arg("files").none(),
           nb::arg("known") = nb::none())
      .def_prop_ro("columns", &Table::columns)
      .def_prop_ro("splits", &Table::splits)
      .def_prop_ro("rows", &Table::rows)
      .def_prop_ro("table_file", &Table::table_file)
      .def_prop_ro("files_opened", &Table::files_opened)
      .def_prop_ro("bytes_read", &Table::bytes_read)
      .def("only", &Table::Only, nb::arg("splits"))
      .def("schema", &Table::Schema)
      .def("scan", &Table::Scan, nb::arg("columns"), nb::arg("conditions"), nb::arg("options"),
           nb::arg("failed") = nb::none(), nb::arg("rows") = std::pair<int64_t, int64_t>(0, -1))
      .def("contents", &Table::Contents, nb::arg("columns"))
      .def("lookup", &Table::LookUp);
}

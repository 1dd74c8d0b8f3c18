// Consumer of the installed C++ API: counts the rows of a table with a file system of its own and
// as an Arrow stream, and prints them with the version.
#include <cif/arrow.h>
#include <cif/c_api.h>

#include <cstdio>

namespace {

/// File system of the program, derived from a class of the API.
class Files final : public cif::FileSystem {
 public:
  cif::Result<std::unique_ptr<cif::RandomAccessFile>> Open(const std::string& path) const override {
    return cif::LocalFileSystem().Open(path);
  }
  cif::Result<std::vector<cif::DirectoryEntry>> List(const std::string& folder) const override {
    return cif::LocalFileSystem().List(folder);
  }
};

int Fail(const cif::Error& error) {
  std::fprintf(stderr, "%s\n", error.ToString().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const Files files;
  auto table = cif::Table::Open(files, argc > 1 ? argv[1] : "");
  if (!table.ok()) {
    return Fail(table.error());
  }
  cif::TableScanRequest request;
  std::vector<std::string> names;
  for (const cif::Column& column : (*table)->schema().columns) {
    names.push_back(column.name);
    request.columns.push_back({column.name, 0, {}});
  }
  auto scanner = cif::TableScanner::Open(*table, request);
  if (!scanner.ok()) {
    return Fail(scanner.error());
  }
  ArrowArrayStream stream;
  cif::ArrowOptions options;
  options.truncate_timestamps = true;
  options.text_as_binary = true;
  if (cif::Status s = cif::ExportStream(std::move(*scanner), names, options, &stream); !s.ok()) {
    return Fail(s.error());
  }
  int64_t rows = 0;
  for (ArrowArray array;;) {
    if (stream.get_next(&stream, &array) != 0) {
      std::fprintf(stderr, "%s\n", stream.get_last_error(&stream));
      return 1;
    }
    if (array.release == nullptr) {
      break;
    }
    rows += array.length;
    array.release(&array);
  }
  stream.release(&stream);
  std::printf("%s %lld\n", cif_version(), static_cast<long long>(rows));
  return 0;
}

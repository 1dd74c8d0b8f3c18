// cif-scan: scans split-directories. It prints one JSON object with the rows, the seconds of each
// repeat, the bytes read, and the result.

#include <chrono>
#include <cstdio>
#include <string>

#include "cif/table.h"
#include "scan_options.h"
#include "scan_run.h"

namespace {

int Fail(const cif::Error& error) {
  std::fprintf(stderr, "cif-scan: %s\n", error.ToString().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  cif::tools::ScanOptions options;
  if (int code = cif::tools::ParseOptions(argc, argv, &options); code >= 0) {
    return code;
  }
  std::string seconds;
  cif::tools::ScanResult result;
  for (int i = 0; i < options.repeat; i++) {
    result = {};
    auto start = std::chrono::steady_clock::now();
    cif::TableOptions of_table;
    of_table.columns = cif::tools::WantedColumns(options);
    auto table = cif::Table::Open(cif::LocalFileSystem(options.io), options.directory, of_table);
    if (!table.ok()) {
      return Fail(table.error());
    }
    if (cif::Status s = cif::tools::RunScan(*table, options, &result); !s.ok()) {
      return Fail(s.error());
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    char text[32];
    std::snprintf(text, sizeof(text), "%s%.6f", i == 0 ? "" : ",", took.count());
    seconds += text;
  }
  if (options.mode == cif::tools::ScanMode::kJsonl) {
    return 0;
  }
  std::printf("{\"rows\":%lld,\"seconds\":[%s],\"bytes_read\":%lld,\"result\":%s}\n",
              static_cast<long long>(result.rows), seconds.c_str(),
              static_cast<long long>(result.bytes_read), result.ToJson(options.mode).c_str());
  return 0;
}

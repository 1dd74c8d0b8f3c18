#include "hostile.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "allocations.h"
#include "cif/reader.h"

namespace cif::differential {
namespace {

/// Same limits as in the Java tests.
constexpr int64_t kMostBytes = 64 << 20;
constexpr int64_t kMostRows = 1 << 20;

Status ReadColumn(const std::string& folder, const std::string& column) {
  auto split = Split::Open(LocalFileSystem(), folder);
  if (!split.ok() || column.empty()) {
    return split.ok() ? Status() : split.error();
  }
  auto reader = ColumnReader::Open(*split, {column, 0, {}});
  if (!reader.ok()) {
    return reader.error();
  }
  Vector values((*reader)->type());
  Status status = (*reader)->Read(0, std::min((*split)->rows(), kMostRows), &values);
  return status.ok() ? (*reader)->Verify() : std::move(status);
}

}  // namespace

std::string CheckHostile(const std::string& refused_file) {
  std::ifstream in(refused_file);
  std::string file;
  std::string column;
  std::string message;
  std::getline(in, file);
  std::getline(in, column);
  std::getline(in, message);
  const std::string folder = refused_file.substr(0, refused_file.rfind('.'));
  const int64_t before = AllocatedBytes();
  const Status status = ReadColumn(folder, column);
  const int64_t bytes = AllocatedBytes() - before;
  if (status.ok()) {
    return "is read, but Java says: " + message;
  }
  const Error& error = status.error();
  const std::string said = error.ToString() + "; Java says: " + message;
  if (error.file != folder + "/" + file || error.column != column) {
    return "the error does not name " + file + " and column '" + column + "': " + said;
  }
  if (error.code == ErrorCode::kTooLarge || error.code == ErrorCode::kInvalidArgument) {
    return "the error is not of the right kind: " + said;
  }
  return bytes <= kMostBytes ? "" : std::to_string(bytes) + " bytes are allocated: " + said;
}

}  // namespace cif::differential

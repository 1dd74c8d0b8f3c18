// Statistics of the parts of a column's values: FORMAT.md section 5.2.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cif/split.h"
#include "cif/statistics.h"
#include "file/path.h"
#include "util/input.h"

namespace cif::internal {

/// Statistics of one part in each block of a column; empty for blocks without them.
using PartStatistics = std::vector<std::optional<Statistics>>;

/// Parts file of a column, read as a whole. Immutable. Raises Failure with file and column.
class PartsFile {
 public:
  /// Reads the file of a column that has one, and adds its bytes to `bytes_read`.
  /// @param split split of the column; it must outlive this object, and so must the footer
  PartsFile(const Split& split, const Column& column, const Footer& footer, int64_t* bytes_read);

  /// Does the same for a scan, which can do without: returns nullptr if there is no such file.
  static std::unique_ptr<PartsFile> Find(const Split& split, const Column& column,
                                         const Footer& footer, int64_t* bytes_read);

  /// Returns the statistics of the part that a path names.
  PartStatistics Of(Path path) const;

  /// Reads the statistics of all parts.
  void Verify() const;

 private:
  Error At(int64_t offset, const std::string& message, ErrorCode code = ErrorCode::kCorrupt) const;
  void Read(int64_t* bytes_read);
  void Parse(Input in);
  bool IsComplete(size_t block) const { return (complete_[block / 8] >> block % 8 & 1) != 0; }
  PartStatistics Of(const std::string& name, const Type& type) const;

  const Column* column_;
  const Footer* footer_;
  const FileSystem* files_;
  std::string path_;
  Bytes bytes_;
  const uint8_t* complete_ = nullptr;  ///< a bit per block
  std::map<std::string, Input, std::less<>> parts_;
};

}  // namespace cif::internal

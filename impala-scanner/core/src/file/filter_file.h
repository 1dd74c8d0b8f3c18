// Filters of a key: FORMAT.md section 5.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cif/split.h"
#include "file/filter_index.h"
#include "filter/value_bytes.h"
#include "util/memory_limit.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// Key, and the rows that may have it.
struct FilterProbe {
  FilterKey key;
  RowRanges rows;
};

/// Filter file of a split-directory. It is read on first use, and no file stays open. Its content
/// is kept if the limit allows the whole file. Thread-safe. Raises Failure with file and column.
class FilterFile {
 public:
  /// Split and columns must outlive it.
  /// @param key columns of the key, in its order
  FilterFile(const Split& split, std::vector<const Column*> key, const FilterEntry& entry,
             std::shared_ptr<MemoryLimit> limit);

  /// Reads and checks every byte of a filter file, even if its key is not known. Returns the number
  /// of bytes read.
  static int64_t Verify(const Split& split, const Column& column, const FilterEntry& entry);

  const std::vector<const Column*>& key() const { return key_; }

  /// True if its index has been read, and its content is kept.
  bool is_kept();

  /// Keeps of each probe's rows those that may have its key: all, if there is no such file. Adds
  /// the bytes read to `bytes_read`.
  void Narrow(const std::vector<FilterProbe*>& probes, int64_t* bytes_read);

 private:
  /// Body of a filter that was read.
  struct Body {
    std::vector<uint8_t> bytes;
    std::vector<uint32_t> starts;  ///< starts of the values
  };

  /// State of one call of Narrow: an open file, and bytes read from it.
  class Reading;

  Error At(int64_t offset, const std::string& message, ErrorCode code = ErrorCode::kCorrupt) const;
  void ReadIndex(Reading* reading);
  /// Does the same; returns false if there is no such file.
  bool FindIndex(Reading* reading);
  void Probe(const std::vector<FilterProbe*>& probes, Reading* reading);
  /// Returns which filters cover rows of the probes.
  std::vector<bool> Wanted(const std::vector<FilterProbe*>& probes) const;
  const Body& BodyOf(size_t filter, const std::vector<bool>& wanted, Reading* reading);
  Body ReadBody(size_t filter, const uint8_t* bytes) const;
  bool MayHave(size_t filter, const Body& body, const FilterKey& key) const;

  const Split* split_;
  std::vector<const Column*> key_;
  const FilterEntry* entry_;
  std::string path_;
  std::shared_ptr<MemoryLimit> limit_;
  std::mutex mutex_;
  bool is_missing_ = false;
  bool is_kept_ = false;
  bool is_of_split_ = false;  ///< true if it belongs to the split's current column files
  std::optional<FilterIndex> index_;
  std::vector<std::unique_ptr<const Body>> bodies_;  ///< nullptr for a filter that was not read
};

/// Returns the filter files of a split whose keys have columns of primitive types only. Keys of
/// many columns come first. Reads nothing. The split must outlive them.
std::vector<std::unique_ptr<FilterFile>> FiltersOf(const Split& split,
                                                   const std::shared_ptr<MemoryLimit>& limit);

}  // namespace cif::internal

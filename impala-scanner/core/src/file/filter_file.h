// The filters of a key: FORMAT.md section 5.3.
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
#include "util/room.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// A key, and rows that may have it.
struct FilterQuestion {
  FilterKey key;
  RowRanges rows;
};

/// A filter file of a split-directory. It is read when it is first asked, and no file stays open. What was
/// read is kept if there is room for all of the file. Thread-safe. Raises Failure with file and column.
class FilterFile {
 public:
  /// Split and columns outlive it.
  /// @param key the key's columns, in its order
  FilterFile(const Split& split, std::vector<const Column*> key, const FilterEntry& entry,
             std::shared_ptr<Room> room);

  /// Reads every byte of a filter file and checks all of it, whether its key is known or not. Returns how
  /// many bytes were read.
  static int64_t Verify(const Split& split, const Column& column, const FilterEntry& entry);

  const std::vector<const Column*>& key() const { return key_; }

  /// Whether its index has been read, and what is read of the file stays.
  bool is_kept();

  /// Leaves of each question's rows those that may have its key. Adds what it reads to `bytes_read`.
  void Narrow(const std::vector<FilterQuestion*>& questions, int64_t* bytes_read);

 private:
  /// The body of a filter that was read.
  struct Body {
    std::vector<uint8_t> bytes;
    std::vector<uint32_t> starts;  ///< of values
  };

  /// One call of Narrow: an open file, and bytes that were read of it.
  class Reading;

  Error At(int64_t offset, const std::string& message,
           ErrorCode code = ErrorCode::kCorrupt) const;
  void ReadIndex(Reading* reading);
  void Answer(const std::vector<FilterQuestion*>& questions, Reading* reading);
  /// Which filters are of rows of the questions.
  std::vector<bool> Wanted(const std::vector<FilterQuestion*>& questions) const;
  const Body& BodyOf(size_t filter, const std::vector<bool>& wanted, Reading* reading);
  Body ReadBody(size_t filter, const uint8_t* bytes) const;
  bool MayHave(size_t filter, const Body& body, const FilterKey& key) const;

  const Split* split_;
  std::vector<const Column*> key_;
  const FilterEntry* entry_;
  std::string path_;
  std::shared_ptr<Room> room_;
  std::mutex mutex_;
  bool is_kept_ = false;
  bool is_of_split_ = false;  ///< it is of the column files that the split has
  std::optional<FilterIndex> index_;
  std::vector<std::unique_ptr<const Body>> bodies_;  ///< none for one that was not read
};

/// The filter files of a split whose keys are of columns of primitive types, those of many columns first.
/// Reads nothing. The split outlives them.
std::vector<std::unique_ptr<FilterFile>> FiltersOf(const Split& split,
                                                   const std::shared_ptr<Room>& room);

}  // namespace cif::internal

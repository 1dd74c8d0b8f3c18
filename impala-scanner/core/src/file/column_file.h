// A column in its file or in a group file: footer, blocks, key filters, each with its checksum.
// FORMAT.md section 5.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cif/split.h"
#include "cif/statistics.h"
#include "file/group_files.h"
#include "file/kept_footers.h"
#include "file/read_ahead.h"
#include "util/buffer_pool.h"
#include "util/failure.h"
#include "util/home.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// What is wanted of a block.
struct BytesOfBlock {
  int64_t first_row;  ///< of the block
  ReadAhead::Range range;
};

/// The file of a column, or its part of a group file. Raises Failure with file and column.
class ColumnFile {
 public:
  /// How it is read, and what is shared with others.
  struct Options {
    bool verify = true;  ///< whether the checksums of blocks are compared
    std::shared_ptr<BufferPool> pool;    ///< none if memory is the file's own
    std::shared_ptr<GroupFiles> groups;  ///< of which the file may be one; none: it is read alone
    std::shared_ptr<KeptFooters> kept;   ///< of the split; none: footers don't stay in memory
    std::shared_ptr<ReadAhead> ahead;    ///< none: nothing is read ahead
  };

  /// Opens the file and reads its footer. Split and column outlive it.
  ColumnFile(const Split& split, const Column& column, const Options& options);
  ~ColumnFile();
  ColumnFile(const ColumnFile&) = delete;
  ColumnFile& operator=(const ColumnFile&) = delete;

  const Footer& footer() const { return *footer_; }
  const std::shared_ptr<const Footer>& shared_footer() const { return footer_; }
  const std::string& path() const { return path_; }
  int64_t bytes_read() const { return bytes_read_; }
  int64_t blocks_read() const { return blocks_read_; }
  /// Rows of the blocks that were read.
  int64_t rows_read() const { return rows_read_; }

  /// Has the footer of a column read ahead, or all of a file that is read whole.
  static void ExpectFooter(const Split& split, const Column& column, ReadAhead* ahead);

  /// What will be wanted of blocks that have some of these rows; nothing, if nothing is read ahead.
  /// @param of_part of each only the filter and the head, where it has such and is not small
  std::vector<BytesOfBlock> Foresee(const RowRanges& rows, bool of_part) const;

  /// The body of a block; valid until the next block is read.
  Input ReadBlock(size_t index);

  /// The head of a block that has parts; valid until the next block or head is read.
  Input ReadHead(size_t index);

  /// A part of the block whose head was read last; valid as long as the head.
  Input ReadPart(size_t index, size_t part);

  /// The key filter of a block that has one; valid until the next call.
  Input ReadFilter(size_t index);

  /// Reads everything, whatever `verify` says.
  void Verify();

  /// Adds file and column to a problem that was found at an offset of the block's body.
  [[noreturn]] void Fail(const CorruptData& problem, size_t block) const;

 private:
  /// Memory that was read to, and that vectors may point into.
  struct Held {
    std::shared_ptr<Bytes> bytes = std::make_shared<Bytes>();
    Home home;
  };

  Error At(int64_t offset, const std::string& message,
           ErrorCode code = ErrorCode::kCorrupt) const;
  /// Bytes of the file: of the whole one if that was read, else read to `out`.
  const uint8_t* Read(int64_t offset, int64_t length, Bytes* out);
  /// As Read, where vectors may point into the memory later.
  const uint8_t* ReadHeld(int64_t offset, int64_t length, Held* out);
  /// What was read by ReadHeld; nobody has a share of a small group file, which columns share.
  Input HeldInput(const uint8_t* bytes, int64_t length, int64_t offset, Held* held);
  /// The first bytes of a block's body.
  const uint8_t* ReadStart(size_t index, int64_t length);
  void CheckHead(const uint8_t* data, size_t index) const;
  void CheckPart(const uint8_t* data, size_t index, size_t part) const;
  /// Opens the file, and gives the bytes of the footer, which are in `bytes` or live as long as this; nullptr
  /// if they are not read, since the footer is known.
  const uint8_t* OpenOwn(Bytes* bytes);
  const uint8_t* OpenGroup(GroupFiles* groups);
  /// A block's bytes from the start of its read on, which may bring along the header.
  int64_t StartOf(const BlockInfo& block) const;
  void CheckEnd(uint64_t size) const;
  void ReadFooter(const uint8_t* footer, KeptFooters* kept);
  void CheckHeader(const uint8_t* header) const;
  void CheckCrc(const uint8_t* data, int64_t length, uint32_t crc, int64_t offset,
                const std::string& what) const;

  const Split* split_;
  const Column* column_;
  const FileSystem* files_;
  ReadAhead* ahead_;
  std::string path_;
  std::unique_ptr<RandomAccessFile> file_;
  std::shared_ptr<BufferPool> pool_;
  bool verify_;
  std::shared_ptr<const Footer> footer_;
  std::shared_ptr<GroupFile> group_;  ///< none if the file is the column's own
  const uint8_t* whole_ = nullptr;    ///< all bytes of a small file, own_ or the group's
  Held own_;
  Held block_;
  std::vector<std::unique_ptr<Held>> parts_;
  Bytes filter_;
  int64_t bytes_read_ = 0;
  int64_t blocks_read_ = 0;
  int64_t rows_read_ = 0;
  size_t next_block_ = 0;  ///< behind the last one that was read
};

}  // namespace cif::internal

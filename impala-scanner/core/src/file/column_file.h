// Column in its own file or in a group file: footer, blocks, and key filters, each with its
// checksum. FORMAT.md section 5.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cif/split.h"
#include "cif/statistics.h"
#include "file/footer_cache.h"
#include "file/group_files.h"
#include "file/read_ahead.h"
#include "util/buffer_pool.h"
#include "util/failure.h"
#include "util/row_ranges.h"
#include "util/shared_memory.h"

namespace cif::internal {

/// Byte range wanted of a block.
struct BytesOfBlock {
  int64_t first_row;  ///< first row of the block
  ReadAhead::Range range;
};

/// File of a column, or its part of a group file. Raises Failure with file and column.
class ColumnFile {
 public:
  /// Options for reading, and objects shared with other files.
  struct Options {
    bool verify = true;                  ///< true if the checksums of blocks are checked
    std::shared_ptr<BufferPool> pool;    ///< nullptr: memory is the file's own
    std::shared_ptr<GroupFiles> groups;  ///< may contain the file; nullptr: it is read alone
    std::shared_ptr<FooterCache> kept;   ///< footers of the split; nullptr: none stays in memory
    std::shared_ptr<ReadAhead> ahead;    ///< nullptr: nothing is read ahead
  };

  /// Opens the file and reads its footer. Split and column must outlive it.
  ColumnFile(const Split& split, const Column& column, const Options& options);
  ~ColumnFile();
  ColumnFile(const ColumnFile&) = delete;
  ColumnFile& operator=(const ColumnFile&) = delete;

  const Footer& footer() const { return *footer_; }
  const std::shared_ptr<const Footer>& shared_footer() const { return footer_; }
  const std::string& path() const { return path_; }
  int64_t bytes_read() const { return bytes_read_; }
  int64_t blocks_read() const { return blocks_read_; }
  /// Number of rows in the blocks that were read.
  int64_t rows_read() const { return rows_read_; }

  /// Requests the read-ahead of a column's footer, or of the whole file if it is small.
  static void ExpectFooter(const Split& split, const Column& column, ReadAhead* ahead);

  /// Returns the byte ranges that will be needed of blocks with some of these rows. Empty if
  /// nothing is read ahead.
  /// @param of_part true to return only the key filter, or else the head, of each block that has
  /// one and is not small
  std::vector<BytesOfBlock> RangesFor(const RowRanges& rows, bool of_part) const;

  /// Reads the body of a block. Valid until the next block is read.
  Input ReadBlock(size_t index);

  /// Reads the head of a block that has parts. Valid until the next block or head is read.
  Input ReadHead(size_t index);

  /// Reads a part of the block whose head was read last. Valid as long as the head.
  Input ReadPart(size_t index, size_t part);

  /// Reads the key filter of a block that has one. Valid until the next call.
  Input ReadFilter(size_t index);

  /// Reads and checks everything, whatever `verify` says.
  void Verify();

  /// Adds file and column to an error at an offset of the block's body, and raises it.
  [[noreturn]] void Fail(const CorruptData& problem, size_t block) const;

 private:
  /// Memory of a read that vectors may point into.
  struct SharedRead {
    std::shared_ptr<Bytes> bytes = std::make_shared<Bytes>();
    SharedMemory memory;
  };

  Error At(int64_t offset, const std::string& message, ErrorCode code = ErrorCode::kCorrupt) const;
  /// Returns bytes of the file. They come from the whole file if it was read, else they are read to
  /// `out`.
  const uint8_t* Read(int64_t offset, int64_t length, Bytes* out);
  /// Reads like Read, into memory that vectors may point into later.
  const uint8_t* ReadShared(int64_t offset, int64_t length, SharedRead* out);
  /// Makes an input of bytes from ReadShared. A small group file cannot be shared with vectors,
  /// since its columns share it.
  Input SharedInput(const uint8_t* bytes, int64_t length, int64_t offset, SharedRead* read);
  /// Reads the first bytes of a block's body.
  const uint8_t* ReadStart(size_t index, int64_t length);
  void CheckHead(const uint8_t* data, size_t index) const;
  void CheckPart(const uint8_t* data, size_t index, size_t part) const;
  /// Opens the file and returns the bytes of the footer, which are in `bytes` or live as long as
  /// this object. Returns nullptr if the footer is known and thus not read.
  const uint8_t* OpenOwn(Bytes* bytes);
  const uint8_t* OpenGroup(GroupFiles* groups);
  /// Returns the start of the read of a block, which may include the header.
  int64_t StartOf(const BlockInfo& block) const;
  void CheckEnd(uint64_t size) const;
  void ReadFooter(const uint8_t* footer, FooterCache* kept);
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
  std::shared_ptr<GroupFile> group_;  ///< nullptr if the file is the column's own
  const uint8_t* whole_ = nullptr;    ///< all bytes of a small file, from own_ or the group
  SharedRead own_;
  SharedRead block_;
  std::vector<std::unique_ptr<SharedRead>> parts_;
  Bytes filter_;
  int64_t bytes_read_ = 0;
  int64_t blocks_read_ = 0;
  int64_t rows_read_ = 0;
  size_t next_block_ = 0;  ///< index behind the last block that was read
};

}  // namespace cif::internal

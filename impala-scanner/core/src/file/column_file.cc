#include "file/column_file.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "file/file_header.h"
#include "file/footer.h"
#include "util/crc32c.h"

namespace cif::internal {
namespace {

constexpr char kMagic[] = "CIFC";
constexpr char kGroupMagic[] = "CIFG";

std::string PathOf(const Split& split, const Column& column) {
  return split.folder() + "/" + column.file;
}

/// Returns true if the whole file is read at once.
bool IsReadWhole(const Column& column, const FileSystem& files) {
  return column.file_length <= files.costs().near_bytes;
}

int64_t FooterStart(const Column& column) {
  return column.in_group() ? column.footer_offset
                           : column.file_length - kTrailerBytes - column.footer_length;
}

}  // namespace

ColumnFile::ColumnFile(const Split& split, const Column& column, const Options& options)
    : split_(&split),
      column_(&column),
      files_(&FilesOf(split, options.ahead.get())),
      ahead_(options.ahead.get()),
      path_(PathOf(split, column)),
      pool_(options.pool),
      verify_(options.verify) {
  FooterCache* kept = options.kept.get();
  footer_ = kept == nullptr ? nullptr : kept->Find(column);
  Bytes bytes;
  ReadFooter(column.in_group() ? OpenGroup(options.groups.get()) : OpenOwn(&bytes), kept);
  if (pool_ != nullptr) {
    *block_.bytes = pool_->Take();
  }
}

ColumnFile::~ColumnFile() {
  if (pool_ != nullptr && !block_.memory.is_shared() && !block_.bytes->is_held()) {
    pool_->Give(std::move(*block_.bytes));
  }
}

Error ColumnFile::At(int64_t offset, const std::string& message, ErrorCode code) const {
  return Error{code, path_, column_->name, offset, message};
}

void ColumnFile::Fail(const CorruptData& problem, size_t block) const {
  const BlockInfo& info = footer_->blocks[block];
  int64_t offset = info.offset + std::max<int64_t>(0, problem.offset());
  throw Failure(At(offset, "block " + std::to_string(block) + ": " + problem.message()));
}

const uint8_t* ColumnFile::Read(int64_t offset, int64_t length, Bytes* out) {
  if (whole_ != nullptr) {
    return whole_ + offset;
  }
  Check(file_->Read(static_cast<uint64_t>(offset), static_cast<size_t>(length), out));
  bytes_read_ += length;
  return out->data();
}

const uint8_t* ColumnFile::ReadShared(int64_t offset, int64_t length, SharedRead* out) {
  if (out->memory.is_shared()) {
    *out = SharedRead();
  }
  const uint8_t* bytes = Read(offset, length, out->bytes.get());
  out->memory =
      whole_ != nullptr || out->bytes->is_lent() ? SharedMemory() : SharedMemory(out->bytes);
  return bytes;
}

Input ColumnFile::SharedInput(const uint8_t* bytes, int64_t length, int64_t offset,
                              SharedRead* read) {
  Input in(bytes, static_cast<size_t>(length), offset);
  in.set_shared_memory(whole_ != nullptr ? &own_.memory : &read->memory);
  return in;
}

void ColumnFile::CheckHeader(const uint8_t* header) const {
  const Status status = group_ != nullptr ? CheckFileHeader(header, kGroupMagic, "group file")
                                          : CheckFileHeader(header, kMagic, "column file");
  if (!status.ok()) {
    const Error& error = status.error();
    throw Failure(At(error.offset, error.message, error.code));
  }
}

void ColumnFile::CheckCrc(const uint8_t* data, int64_t length, uint32_t crc, int64_t offset,
                          const std::string& what) const {
  if (Crc32c(data, static_cast<size_t>(length)) != crc) {
    throw Failure(At(offset, "the checksum of " + what +
                                 " does not match; the file is damaged, restore it from a copy"));
  }
}

void ColumnFile::CheckEnd(uint64_t size) const {
  if (size > static_cast<uint64_t>(column_->file_length)) {
    throw Failure(At(column_->file_length,
                     "the file goes on where the schema file says that it ends: it is of another"
                     " split"));
  }
}

void ColumnFile::ExpectFooter(const Split& split, const Column& column, ReadAhead* ahead) {
  const int64_t start = FooterStart(column);
  if (start < kHeaderBytes) {
    return;  // opening the file reports the error
  }
  const bool is_whole = IsReadWhole(column, ahead->files());
  const int64_t trailer = column.in_group() ? 0 : kTrailerBytes;
  ahead->Expect({{PathOf(split, column), column.file_length, is_whole ? 0 : start,
                  is_whole ? column.file_length : column.footer_length + trailer,
                  ReadAhead::Keep::kInFolder}});
}

std::vector<BytesOfBlock> ColumnFile::RangesFor(const RowRanges& rows, bool of_part) const {
  std::vector<BytesOfBlock> wanted;
  if (ahead_ == nullptr || whole_ != nullptr) {
    return wanted;
  }
  const int64_t near = files_->costs().near_bytes;
  size_t span = 0;
  for (const BlockInfo& block : footer_->blocks) {
    while (span < rows.size() && rows[span].end <= block.first_row) {
      span++;
    }
    if (span == rows.size()) {
      break;
    }
    if (rows[span].first >= block.first_row + block.rows) {
      continue;
    }
    const int64_t start = StartOf(block);
    const int64_t end = block.offset + block.length;
    const int64_t filter_end = end + block.filter_length;
    const auto expect = [&](int64_t from, int64_t to) {
      wanted.push_back({block.first_row,
                        {path_, column_->file_length, from, to - from, ReadAhead::Keep::kOnce}});
    };
    if (!of_part) {
      expect(start, end);
    } else if (filter_end - start <= near || (block.parts.empty() && block.filter_length == 0)) {
      expect(start, filter_end);
    } else if (block.filter_length > 0) {
      expect(end, filter_end);  // the filter tells if the block is wanted
    } else {
      expect(start, block.offset + block.head_length);  // the head tells the position of the part
    }
  }
  return wanted;
}

int64_t ColumnFile::StartOf(const BlockInfo& block) const {
  // The read of the file's first block includes the header, which is thus checked without a read of
  // its own.
  return block.offset == kHeaderBytes ? 0 : block.offset;
}

const uint8_t* ColumnFile::OpenOwn(Bytes* bytes) {
  const int64_t length = column_->file_length;
  const int64_t footer_length = column_->footer_length;
  file_ = Check(files_->OpenSized(path_, static_cast<uint64_t>(length)));
  if (FooterStart(*column_) < kHeaderBytes) {
    throw Failure(
        At(-1, "the schema file says that the file has only " + std::to_string(length) + " bytes"));
  }
  CheckEnd(file_->size());
  const uint8_t* footer = nullptr;
  const uint8_t* trailer = nullptr;
  if (IsReadWhole(*column_, *files_)) {
    const uint8_t* whole = ReadShared(0, length, &own_);
    CheckHeader(whole);
    whole_ = whole;
    footer = whole_ + FooterStart(*column_);
    trailer = footer + footer_length;
  } else if (footer_ == nullptr) {
    footer = Read(FooterStart(*column_), footer_length + kTrailerBytes, bytes);
    trailer = footer + footer_length;
  } else {
    // Checks that the file is still the one whose footer is known.
    trailer = Read(length - kTrailerBytes, kTrailerBytes, bytes);
  }
  if (Load<uint32_t>(trailer) != static_cast<uint32_t>(footer_length) ||
      Load<uint32_t>(trailer + 4) != column_->footer_crc ||
      std::memcmp(trailer + 8, kMagic, 4) != 0) {
    throw Failure(At(length - kTrailerBytes,
                     "the end of the file is not what the schema file says: it is truncated,"
                     " damaged, or of another split"));
  }
  return footer;
}

const uint8_t* ColumnFile::OpenGroup(GroupFiles* groups) {
  const int64_t length = column_->file_length;
  group_ = groups != nullptr ? groups->Open(*column_)
                             : GroupFiles(*split_, {column_}, *files_).Open(*column_);
  CheckEnd(group_->size());
  if (group_->size() < static_cast<uint64_t>(length)) {
    throw Failure(At(static_cast<int64_t>(group_->size()),
                     "the file ends here, the schema file says that it has " +
                         std::to_string(length) + " bytes: it is truncated"));
  }
  if (IsReadWhole(*column_, *files_)) {
    const uint8_t* whole = group_->Whole(length, &bytes_read_);
    CheckHeader(whole);
    whole_ = whole;
    return whole_ + column_->footer_offset;
  }
  file_ = group_->ForColumn();
  return group_->Footer(*column_, &bytes_read_);
}

void ColumnFile::ReadFooter(const uint8_t* footer, FooterCache* kept) {
  const int64_t start = FooterStart(*column_);
  const int64_t length = column_->footer_length;
  if (footer != nullptr) {
    // The footer is always checked: it is small, and the schema file has its checksum.
    CheckCrc(footer, length, column_->footer_crc, start, "the footer");
  }
  if (footer_ != nullptr) {
    return;
  }
  try {
    footer_ = std::make_shared<const Footer>(
        internal::ReadFooter(Input(footer, static_cast<size_t>(length)), column_->type,
                             split_->rows(), start, column_->in_group()));
  } catch (const CorruptData& e) {
    throw Failure(At(start + std::max<int64_t>(0, e.offset()), "the footer: " + e.message()));
  }
  if (kept != nullptr) {
    kept->Keep(*column_, footer_);
  }
}

Input ColumnFile::ReadBlock(size_t index) {
  const BlockInfo& info = footer_->blocks[index];
  const uint8_t* bytes = ReadStart(index, info.length);
  // Sequential readers will want the next block.
  if (index == next_block_ && index + 1 < footer_->blocks.size() && whole_ == nullptr) {
    const BlockInfo& next = footer_->blocks[index + 1];
    file_->Prefetch(static_cast<uint64_t>(next.offset), static_cast<size_t>(next.length));
  }
  next_block_ = index + 1;
  CheckHead(bytes, index);
  for (size_t k = 0; k < info.parts.size(); k++) {
    CheckPart(bytes + info.parts[k].offset, index, k);
  }
  return SharedInput(bytes, info.length, 0, &block_);
}

Input ColumnFile::ReadHead(size_t index) {
  const BlockInfo& info = footer_->blocks[index];
  parts_.clear();
  const uint8_t* bytes = ReadStart(index, info.head_length);
  CheckHead(bytes, index);
  return SharedInput(bytes, info.head_length, 0, &block_);
}

const uint8_t* ColumnFile::ReadStart(size_t index, int64_t length) {
  const BlockInfo& info = footer_->blocks[index];
  const int64_t extra = info.offset - StartOf(info);
  const uint8_t* bytes = ReadShared(info.offset - extra, length + extra, &block_);
  if (extra > 0) {
    CheckHeader(bytes);
  }
  blocks_read_++;
  rows_read_ += info.rows;
  return bytes + extra;
}

void ColumnFile::CheckHead(const uint8_t* data, size_t index) const {
  const BlockInfo& info = footer_->blocks[index];
  if (verify_) {
    CheckCrc(data, info.head_length, info.crc, info.offset, "block " + std::to_string(index));
  }
}

Input ColumnFile::ReadPart(size_t index, size_t part) {
  const BlockInfo& info = footer_->blocks[index];
  const BlockPart& wanted = info.parts[part];
  SharedRead* read = parts_.emplace_back(std::make_unique<SharedRead>()).get();
  const uint8_t* bytes = ReadShared(info.offset + wanted.offset, wanted.length, read);
  CheckPart(bytes, index, part);
  return SharedInput(bytes, wanted.length, wanted.offset, read);
}

void ColumnFile::CheckPart(const uint8_t* data, size_t index, size_t part) const {
  const BlockInfo& info = footer_->blocks[index];
  const BlockPart& wanted = info.parts[part];
  if (verify_) {
    CheckCrc(data, wanted.length, wanted.crc, info.offset + wanted.offset,
             "part " + std::to_string(part) + " of block " + std::to_string(index));
  }
}

Input ColumnFile::ReadFilter(size_t index) {
  const BlockInfo& info = footer_->blocks[index];
  const int64_t offset = info.offset + info.length;
  const uint8_t* bytes = Read(offset, info.filter_length, &filter_);
  if (verify_) {
    CheckCrc(bytes, info.filter_length, info.filter_crc, offset,
             "the key filter of block " + std::to_string(index));
  }
  return Input(bytes, static_cast<size_t>(info.filter_length));
}

void ColumnFile::Verify() {
  const bool verify = std::exchange(verify_, true);
  for (size_t i = 0; i < footer_->blocks.size(); i++) {
    ReadBlock(i);
    if (footer_->blocks[i].filter_length > 0) {
      ReadFilter(i);
    }
  }
  if (footer_->blocks.empty() || footer_->blocks[0].offset != kHeaderBytes) {
    CheckHeader(ReadShared(0, kHeaderBytes, &block_));
  }
  verify_ = verify;
}

}  // namespace cif::internal

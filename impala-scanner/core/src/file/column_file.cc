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

}  // namespace

ColumnFile::ColumnFile(const Split& split, const Column& column, bool verify,
                       std::shared_ptr<BufferPool> pool, GroupFiles* groups, KeptFooters* kept)
    : split_(&split),
      column_(&column),
      path_(split.folder() + "/" + column.file),
      pool_(std::move(pool)),
      verify_(verify),
      footer_(kept == nullptr ? nullptr : kept->Find(column)) {
  Bytes bytes;
  ReadFooter(column.in_group() ? OpenGroup(groups) : OpenOwn(&bytes), kept);
  if (pool_ != nullptr) {
    *block_.bytes = pool_->Take();
  }
}

ColumnFile::~ColumnFile() {
  if (pool_ != nullptr && !block_.home.is_shared()) {
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

const uint8_t* ColumnFile::ReadHeld(int64_t offset, int64_t length, Held* out) {
  if (out->home.is_shared()) {
    *out = Held();
  }
  const uint8_t* bytes = Read(offset, length, out->bytes.get());
  out->home = whole_ != nullptr || out->bytes->is_lent() ? Home() : Home(out->bytes);
  return bytes;
}

Input ColumnFile::HeldInput(const uint8_t* bytes, int64_t length, int64_t offset, Held* held) {
  Input in(bytes, static_cast<size_t>(length), offset);
  in.set_home(whole_ != nullptr ? &own_.home : &held->home);
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

int64_t ColumnFile::footer_start() const {
  return column_->in_group() ? column_->footer_offset
                             : column_->file_length - kTrailerBytes - column_->footer_length;
}

const uint8_t* ColumnFile::OpenOwn(Bytes* bytes) {
  const int64_t length = column_->file_length;
  const int64_t footer_length = column_->footer_length;
  file_ = Check(split_->file_system().Open(path_));
  if (footer_start() < kHeaderBytes) {
    throw Failure(At(-1, "the schema file says that the file has only " + std::to_string(length) +
                             " bytes"));
  }
  CheckEnd(file_->size());
  const uint8_t* footer = nullptr;
  const uint8_t* trailer = nullptr;
  if (length <= kSmallFile) {
    const uint8_t* whole = ReadHeld(0, length, &own_);
    CheckHeader(whole);
    whole_ = whole;
    footer = whole_ + footer_start();
    trailer = footer + footer_length;
  } else if (footer_ == nullptr) {
    footer = Read(footer_start(), footer_length + kTrailerBytes, bytes);
    trailer = footer + footer_length;
  } else {
    // Whether it is still the file whose footer is known.
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
  group_ = groups != nullptr ? groups->Open(*column_) : GroupFiles(*split_, {column_}).Open(*column_);
  CheckEnd(group_->size());
  if (group_->size() < static_cast<uint64_t>(length)) {
    throw Failure(At(static_cast<int64_t>(group_->size()),
                     "the file ends here, the schema file says that it has " +
                         std::to_string(length) + " bytes: it is truncated"));
  }
  if (length <= kSmallFile) {
    const uint8_t* whole = group_->Whole(length, &bytes_read_);
    CheckHeader(whole);
    whole_ = whole;
    return whole_ + column_->footer_offset;
  }
  file_ = group_->ForColumn();
  return group_->Footer(*column_, &bytes_read_);
}

void ColumnFile::ReadFooter(const uint8_t* footer, KeptFooters* kept) {
  const int64_t start = footer_start();
  const int64_t length = column_->footer_length;
  if (footer != nullptr) {
    // Always checked: it is small, and the schema file vouches for it.
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
  // Who reads blocks one after the other will want the next one.
  if (index == next_block_ && index + 1 < footer_->blocks.size() && whole_ == nullptr) {
    const BlockInfo& next = footer_->blocks[index + 1];
    file_->Prefetch(static_cast<uint64_t>(next.offset), static_cast<size_t>(next.length));
  }
  next_block_ = index + 1;
  CheckHead(bytes, index);
  for (size_t k = 0; k < info.parts.size(); k++) {
    CheckPart(bytes + info.parts[k].offset, index, k);
  }
  return HeldInput(bytes, info.length, 0, &block_);
}

Input ColumnFile::ReadHead(size_t index) {
  const BlockInfo& info = footer_->blocks[index];
  parts_.clear();
  const uint8_t* bytes = ReadStart(index, info.head_length);
  CheckHead(bytes, index);
  return HeldInput(bytes, info.head_length, 0, &block_);
}

const uint8_t* ColumnFile::ReadStart(size_t index, int64_t length) {
  // The file's first block brings the header along, so that it is checked without a read of its own.
  const int64_t extra = footer_->blocks[index].offset == kHeaderBytes ? kHeaderBytes : 0;
  const uint8_t* bytes = ReadHeld(footer_->blocks[index].offset - extra, length + extra, &block_);
  if (extra > 0) {
    CheckHeader(bytes);
  }
  blocks_read_++;
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
  Held* held = parts_.emplace_back(std::make_unique<Held>()).get();
  const uint8_t* bytes = ReadHeld(info.offset + wanted.offset, wanted.length, held);
  CheckPart(bytes, index, part);
  return HeldInput(bytes, wanted.length, wanted.offset, held);
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
    CheckHeader(ReadHeld(0, kHeaderBytes, &block_));
  }
  verify_ = verify;
}

}  // namespace cif::internal

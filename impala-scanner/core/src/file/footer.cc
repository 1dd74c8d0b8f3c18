#include "file/footer.h"

#include <string>

#include "codec/codec.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

constexpr int64_t kMaxBlockRows = 1'048'576;
constexpr int64_t kMaxDistances = 30;

/// Maximum length of a body and of a key filter in bytes.
constexpr int64_t kMaxLength = INT32_MAX - 64;

/// Minimum number of bytes of an entry.
constexpr int64_t kMinEntry = 9;

std::vector<int32_t> ReadDistances(Input* in, Layout layout) {
  int64_t count = in->Count("the number of skip distances", kMaxDistances);
  bool has_skips = layout == Layout::kSkipList || layout == Layout::kDcsl;
  if ((count > 0) != has_skips) {
    in->Corrupt(std::to_string(count) + " skip distances in layout " +
                std::to_string(static_cast<int>(layout)));
  }
  std::vector<int32_t> distances;
  int64_t previous = 1;
  for (int64_t i = 0; i < count; i++) {
    int64_t distance = in->Count("a skip distance", INT32_MAX);
    if (distance < 2 || distance <= previous || distance % previous != 0) {
      in->Corrupt("a skip distance of " + std::to_string(distance) + " behind one of " +
                  std::to_string(previous));
    }
    distances.push_back(static_cast<int32_t>(distance));
    previous = distance;
  }
  return distances;
}

/// Minimum number of bytes of a part's entry.
constexpr int64_t kMinPart = 5;

void ReadParts(Input* in, BlockInfo* block) {
  const int64_t count = in->Count("the number of a block's parts", in->remaining() / kMinPart);
  int64_t left = block->length;
  for (int64_t k = 0; k < count; k++) {
    BlockPart part;
    part.length = in->Count("the length of a block's part", left);
    part.crc = in->U32();
    left -= part.length;
    block->parts.push_back(part);
  }
  block->head_length = left;
  for (BlockPart& part : block->parts) {
    part.offset = left;
    left += part.length;
  }
}

BlockInfo ReadBlock(Input* in, const Type& type, Layout layout) {
  BlockInfo block;
  block.length = in->Count("the length of a block", kMaxLength);
  block.rows = in->Count("the rows of a block", kMaxBlockRows);
  block.raw_bytes = in->Count("the raw bytes of a block", INT64_MAX);
  block.crc = in->U32();
  block.head_length = block.length;
  if (layout == Layout::kAuto &&
      (type.type_class() == Class::kMap || type.type_class() == Class::kStruct)) {
    ReadParts(in, &block);
  }
  if (layout == Layout::kDcsl) {
    block.filter_length = in->Count("the length of a key filter", kMaxLength);
    block.filter_crc = in->U32();
    if (block.filter_length % 8 != 0) {
      in->Corrupt("a key filter of " + std::to_string(block.filter_length) + " bytes");
    }
  }
  block.statistics = ReadStatistics(in, type, block.rows);
  return block;
}

}  // namespace

Footer ReadFooter(Input in, const Type& type, int64_t rows, int64_t blocks_end, bool in_group) {
  Footer footer;
  int layout = in.U8();
  if (layout > static_cast<int>(Layout::kDcsl)) {
    in.Corrupt("unknown layout " + std::to_string(layout));
  }
  footer.layout = static_cast<Layout>(layout);
  footer.codec = in.U8();
  if (footer.codec >= kCodecs.size() || (footer.layout == Layout::kBlock) != (footer.codec != 0)) {
    in.Corrupt("layout " + std::to_string(layout) + " with codec " + std::to_string(footer.codec));
  }
  Input name = in.Sized("the length of the type");
  std::string text(reinterpret_cast<const char*>(name.position()),
                   static_cast<size_t>(name.remaining()));
  Result<Type> stored = Type::Parse(text);
  if (!stored.ok() && stored.error().code == ErrorCode::kTooLarge) {
    throw Failure(stored.error());
  }
  if (!stored.ok()) {
    in.Corrupt(stored.error().message);
  }
  if (!(*stored == type)) {
    in.Corrupt("the file holds values of type " + stored->ToString() + ", the schema says " +
               type.ToString());
  }
  if (footer.layout == Layout::kDcsl && type.kind() != Kind::kMap) {
    in.Corrupt("layout dcsl for the type " + type.ToString());
  }
  footer.distances = ReadDistances(&in, footer.layout);
  footer.rows = in.Count("the number of rows", INT64_MAX);
  if (footer.rows != rows) {
    in.Corrupt("the file holds " + std::to_string(footer.rows) + " rows, the schema file says " +
               std::to_string(rows));
  }
  int64_t blocks = in.Count("the number of blocks", in.remaining() / kMinEntry);
  footer.statistics = ReadStatistics(&in, type, rows);
  int64_t offset = kHeaderBytes;
  int64_t row = 0;
  int64_t nulls = 0;
  for (int64_t i = 0; i < blocks; i++) {
    if (in_group) {
      offset += in.Count("the gap in front of a block", blocks_end - offset);
    }
    BlockInfo block = ReadBlock(&in, type, footer.layout);
    block.offset = offset;
    block.first_row = row;
    offset += block.length + block.filter_length;
    if (block.rows < 1 || block.rows > rows - row || offset > blocks_end) {
      in.Corrupt("block " + std::to_string(i) + " does not fit the file or its rows");
    }
    row += block.rows;
    nulls += block.statistics.nulls;
    footer.blocks.push_back(std::move(block));
  }
  if ((offset != blocks_end && !in_group) || row != rows) {
    in.Corrupt("the blocks hold " + std::to_string(row) + " rows and end at byte " +
               std::to_string(offset) + ": " + std::to_string(rows) + " and byte " +
               std::to_string(blocks_end) + (in_group ? ", or one before it," : "") +
               " are wanted");
  }
  if (nulls != footer.statistics.nulls) {
    in.Corrupt(std::to_string(nulls) + " NULLs in the blocks, " +
               std::to_string(footer.statistics.nulls) + " in the file");
  }
  in.ExpectEnd("the footer");
  return footer;
}

}  // namespace cif::internal

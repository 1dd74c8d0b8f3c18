#include <algorithm>
#include <new>
#include <utility>

#include "cif/reader.h"
#include "file/block.h"
#include "file/column_file.h"
#include "file/filter_file.h"
#include "file/parts_file.h"
#include "row/dcsl.h"
#include "scan/projection.h"
#include "util/failure.h"
#include "vector/vector_ops.h"

namespace cif {

using internal::Check;
using internal::Failure;
using internal::Guard;

/// Reads rows block by block; raises Failure.
class ColumnReader::Impl {
 public:
  Impl(std::shared_ptr<const Split> split, const Column& column, internal::ResolvedPath path,
       const ReadOptions& options)
      : split_(std::move(split)),
        column_(column),
        path_(std::move(path)),
        options_(options),
        slot_bytes_(internal::SlotBytes(path_.type)),
        file_(*split_, column_, options.verify_checksums, options.pool, options.groups.get(),
              options.kept_footers.get()) {}

  const Column& column() const { return column_; }
  const Type& type() const { return path_.type; }
  internal::ColumnFile& file() { return file_; }

  /// Appends the rows first + rows[k].
  void Read(int64_t first, const internal::Rows& rows, Vector* out) {
    if (!(out->type == type())) {
      internal::Fail(ErrorCode::kInvalidArgument,
                     "a vector of type " + out->type.ToString() + " for values of type " +
                         type().ToString());
    }
    budget_.Set(options_.max_batch_bytes);
    if (rows.count > options_.max_batch_bytes / slot_bytes_) {
      throw internal::TooLarge();
    }
    budget_.Charge(rows.count * slot_bytes_);
    for (int64_t k = 0; k < rows.count;) {
      const size_t b = BlockOf(first + rows[k]);
      const BlockInfo& info = file_.footer().blocks[b];
      const int64_t shift = info.first_row - first;
      const int64_t end = shift + info.rows;
      if (rows.index == nullptr) {
        int64_t count = std::min(rows.count - k, end - rows[k]);
        ReadBlock(b, internal::Rows::Range(rows[k] - shift, count), out);
        k += count;
      } else {
        index_.clear();
        for (; k < rows.count && rows[k] < end; k++) {
          index_.push_back(static_cast<int32_t>(rows[k] - shift));
        }
        ReadBlock(b, internal::Rows::List(index_.data(), static_cast<int64_t>(index_.size())), out);
      }
    }
  }

  void Verify() {
    Close();
    file_.Verify();
    for (const FilterEntry& entry : column_.filters) {
      hidden_bytes_ += internal::FilterFile::Verify(*split_, column_, entry);
    }
    if (!column_.parts.file.empty()) {
      internal::PartsFile(*split_, column_, file_.footer(), &hidden_bytes_).Verify();
    }
  }

  int64_t bytes_read() const { return file_.bytes_read() + hidden_bytes_; }

  void CheckRange(int64_t first, int64_t count) const {
    if (first < 0 || count < 0 || first > split_->rows() || count > split_->rows() - first) {
      internal::Fail(ErrorCode::kInvalidArgument,
                     "rows " + std::to_string(first) + " and following " + std::to_string(count) +
                         " of " + std::to_string(split_->rows()));
    }
  }

 private:
  /// The parts of a block in the file.
  class BlockParts final : public internal::Parts {
   public:
    BlockParts(internal::ColumnFile* file, size_t block) : file_(file), block_(block) {}

    size_t count() const override { return info().parts.size(); }
    int64_t length() const override { return info().length - info().head_length; }
    internal::Input Read(size_t part) override { return file_->ReadPart(block_, part); }

   private:
    const BlockInfo& info() const { return file_->footer().blocks[block_]; }

    internal::ColumnFile* file_;
    size_t block_;
  };

  static constexpr size_t kNone = static_cast<size_t>(-1);

  size_t BlockOf(int64_t row) const {
    const std::vector<BlockInfo>& blocks = file_.footer().blocks;
    if (open_ != kNone && row >= blocks[open_].first_row &&
        row < blocks[open_].first_row + blocks[open_].rows) {
      return open_;
    }
    auto next = std::upper_bound(blocks.begin(), blocks.end(), row,
                                 [](int64_t r, const BlockInfo& b) { return r < b.first_row; });
    return static_cast<size_t>(next - blocks.begin()) - 1;
  }

  void ReadBlock(size_t b, const internal::Rows& rows, Vector* out) {
    try {
      if (b != open_ && !MayHaveKey(b)) {
        internal::AppendNulls(out, rows.count);
        return;
      }
      Open(b);
      block_->Read(rows, out);
    } catch (const internal::CorruptData& e) {
      file_.Fail(e, b);
    } catch (const std::bad_alloc&) {
      // It may have ended anywhere: the block is not to be asked again.
      Close();
      throw;
    }
  }

  void Close() {
    open_ = kNone;
    block_.reset();
  }

  /// False if the block's key filter says that no map has the wanted key.
  bool MayHaveKey(size_t b) {
    const BlockInfo& info = file_.footer().blocks[b];
    if (info.filter_length == 0 || path_.steps.empty() || !path_.steps[0].is_key) {
      return true;
    }
    if (filtered_ != b) {
      internal::Input filter = file_.ReadFilter(b);
      may_have_ = internal::MayHaveKey(filter.position(), filter.remaining(), path_.steps[0].key);
      filtered_ = b;
    }
    return may_have_;
  }

  void Open(size_t b) {
    if (b == open_) {
      return;
    }
    Close();
    budget_.SetBlock(options_.max_decompressed_bytes);
    const BlockInfo& info = file_.footer().blocks[b];
    internal::Parts* parts = nullptr;
    if (!path_.steps.empty() && !info.parts.empty()) {
      parts_ = std::make_unique<BlockParts>(&file_, b);
      parts = parts_.get();
    }
    internal::Input body = parts != nullptr ? file_.ReadHead(b) : file_.ReadBlock(b);
    internal::BlockSource source{column_.type, path_.path(), info.rows, body, &budget_, parts};
    block_ = file_.footer().layout == Layout::kAuto
                 ? internal::OpenAutoBlock(std::move(source))
                 : internal::OpenRowBlock(std::move(source), file_.footer());
    open_ = b;
  }

  std::shared_ptr<const Split> split_;
  const Column& column_;
  internal::ResolvedPath path_;
  ReadOptions options_;
  int64_t slot_bytes_;
  internal::ColumnFile file_;
  int64_t hidden_bytes_ = 0;
  internal::Budget budget_;
  std::unique_ptr<BlockParts> parts_;
  internal::BlockPtr block_;
  size_t open_ = kNone;
  size_t filtered_ = kNone;
  bool may_have_ = true;
  std::vector<int32_t> index_;
};

ColumnReader::ColumnReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ColumnReader::~ColumnReader() = default;

Result<std::unique_ptr<ColumnReader>> ColumnReader::Open(std::shared_ptr<const Split> split,
                                                         const Projection& projection,
                                                         const ReadOptions& options) {
  const std::shared_ptr<const Split> kept = split;
  return Guard(kept->folder(), projection.column, [&]() -> Result<std::unique_ptr<ColumnReader>> {
    int i = split->schema().Find(projection.column, projection.id);
    if (i < 0) {
      internal::Fail(ErrorCode::kNotFound, "the split has no such column");
    }
    const Column& column = split->schema().columns[static_cast<size_t>(i)];
    internal::ResolvedPath path = internal::ResolvePath(column.type, projection.steps);
    auto impl = std::make_unique<Impl>(std::move(split), column, std::move(path), options);
    return std::unique_ptr<ColumnReader>(new ColumnReader(std::move(impl)));
  });
}

const Type& ColumnReader::type() const { return impl_->type(); }
const Column& ColumnReader::column() const { return impl_->column(); }
const Footer& ColumnReader::footer() const { return impl_->file().footer(); }
int64_t ColumnReader::bytes_read() const { return impl_->bytes_read(); }
int64_t ColumnReader::blocks_read() const { return impl_->file().blocks_read(); }

Status ColumnReader::Read(int64_t first, int64_t count, Vector* out) {
  return Guard(impl_->file().path(), column().name, [&]() -> Status {
    impl_->CheckRange(first, count);
    impl_->Read(first, internal::Rows::Range(0, count), out);
    return {};
  });
}

Status ColumnReader::ReadRows(int64_t first, const int32_t* index, int64_t count, Vector* out) {
  return Guard(impl_->file().path(), column().name, [&]() -> Status {
    if (count > 0) {
      for (int64_t k = 1; k < count; k++) {
        if (index[k] <= index[k - 1]) {
          internal::Fail(ErrorCode::kInvalidArgument, "the indexes of rows do not ascend");
        }
      }
      impl_->CheckRange(first, int64_t{index[count - 1]} + 1);
      impl_->CheckRange(first + index[0], 0);
      impl_->Read(first, internal::Rows::List(index, count), out);
    }
    return {};
  });
}

Status ColumnReader::Verify() {
  return Guard(impl_->file().path(), column().name, [&]() -> Status {
    impl_->Verify();
    return {};
  });
}

}  // namespace cif

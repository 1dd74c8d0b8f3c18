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
#include "util/slots.h"
#include "vector/value_matcher.h"
#include "vector/vector_ops.h"

namespace cif {

using internal::Check;
using internal::Failure;
using internal::Guard;

/// Reads rows block by block. Raises Failure.
class ColumnReader::Impl {
 public:
  Impl(std::shared_ptr<const Split> split, const Column& column, internal::ResolvedPath path,
       const ReadOptions& options)
      : split_(std::move(split)),
        column_(column),
        path_(std::move(path)),
        options_(options),
        slot_bytes_(internal::SlotBytes(path_.type)),
        file_(*split_, column_,
              {options.verify_checksums, options.pool, options.groups, options.footer_cache,
               options.ahead}) {}

  const Column& column() const { return column_; }
  const Type& type() const { return path_.type; }
  internal::ColumnFile& file() { return file_; }

  /// Appends the rows first + rows[k].
  void Read(int64_t first, const internal::Rows& rows, Vector* out) {
    if (!(out->type == type())) {
      internal::Fail(ErrorCode::kInvalidArgument, "a vector of type " + out->type.ToString() +
                                                      " for values of type " + type().ToString());
    }
    Charge(rows.count);
    ForEachBlock(first, rows, [&](size_t b, const internal::Rows& of_block, int64_t at) {
      InBlock(b, [&](bool has_key) {
        if (has_key) {
          if (at == 0 && of_block.count < rows.count) {
            constexpr float kMostTimes = 4;  // rows of other blocks may be smaller
            internal::ExpectTimes(
                out, std::min(kMostTimes, static_cast<float>(rows.count) /
                                              static_cast<float>(of_block.count) * 1.03F));
          }
          block_->Read(of_block, out);
        } else {
          internal::AppendNulls(out, of_block.count);
        }
      });
    });
  }

  /// Appends each k whose row first + rows[k] the matcher takes.
  void Select(int64_t first, const internal::Rows& rows, const internal::ValueMatcher& matcher,
              std::vector<int32_t>* slots) {
    Charge(rows.count);
    ForEachBlock(first, rows, [&](size_t b, const internal::Rows& of_block, int64_t at) {
      const size_t known = slots->size();
      InBlock(b, [&](bool has_key) {
        if (has_key) {
          block_->Select(of_block, matcher, slots);
        } else {
          internal::AppendSlots(0, matcher.takes_nulls() ? of_block.count : 0, slots);
        }
      });
      for (size_t s = known; at > 0 && s < slots->size(); s++) {
        (*slots)[s] += static_cast<int32_t>(at);
      }
    });
  }

  bool HasFewValues(int64_t row) {
    Charge(0);
    bool has_few = true;
    InBlock(BlockOf(row), [&](bool has_key) { has_few = !has_key || block_->HasFewValues(); });
    return has_few;
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

  std::vector<internal::BytesOfBlock> RangesFor(const internal::RowRanges& rows) const {
    return file_.RangesFor(rows, !path_.steps.empty());
  }

  void CheckRange(int64_t first, int64_t count) const {
    if (first < 0 || count < 0 || first > split_->rows() || count > split_->rows() - first) {
      internal::Fail(ErrorCode::kInvalidArgument, "rows " + std::to_string(first) +
                                                      " and following " + std::to_string(count) +
                                                      " of " + std::to_string(split_->rows()));
    }
  }

  void CheckIndex(int64_t first, const int32_t* index, int64_t count) const {
    bool ascends = true;
    for (int64_t k = 1; k < count; k++) {
      ascends &= index[k] > index[k - 1];
    }
    if (!ascends) {
      internal::Fail(ErrorCode::kInvalidArgument, "the indexes of rows do not ascend");
    }
    CheckRange(first, int64_t{index[count - 1]} + 1);
    CheckRange(first + index[0], 0);
  }

 private:
  /// Parts of a block in the file.
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

  /// Charges the slots of `count` rows to the limit of a batch.
  void Charge(int64_t count) {
    budget_.Set(options_.max_batch_bytes);
    if (count > options_.max_batch_bytes / slot_bytes_) {
      throw internal::TooLarge();
    }
    budget_.Charge(count * slot_bytes_);
  }

  /// Calls f(block, its rows, at) for the rows first + rows[k] of each block. rows[at] is the first
  /// of them.
  template <typename F>
  void ForEachBlock(int64_t first, const internal::Rows& rows, F f) {
    for (int64_t k = 0; k < rows.count;) {
      const size_t b = BlockOf(first + rows[k]);
      const BlockInfo& info = file_.footer().blocks[b];
      const int64_t shift = info.first_row - first;
      const int64_t end = shift + info.rows;
      const int64_t at = k;
      if (rows.index == nullptr) {
        k += std::min(rows.count - k, end - rows[k]);
        f(b, internal::Rows::Range(rows[at] - shift, k - at), at);
      } else {
        k = internal::EndOfRows(rows, k, end);
        if (shift == 0) {
          f(b, internal::Rows::List(rows.index + at, k - at), at);
          continue;
        }
        index_.resize(static_cast<size_t>(k - at));
        std::transform(rows.index + at, rows.index + k, index_.begin(),
                       [shift](int64_t row) { return static_cast<int32_t>(row - shift); });
        f(b, internal::Rows::List(index_.data(), k - at), at);
      }
    }
  }

  /// Opens a block and calls f(true). Calls f(false) if its key filter says that no map has the
  /// wanted key.
  template <typename F>
  void InBlock(size_t b, F f) {
    try {
      const bool has_key = b == open_ || MayHaveKey(b);
      if (has_key) {
        Open(b);
      }
      f(has_key);
    } catch (const internal::CorruptData& e) {
      file_.Fail(e, b);
    } catch (const std::bad_alloc&) {
      // The failure may have happened anywhere, so the block must not be used again.
      Close();
      throw;
    }
  }

  void Close() {
    open_ = kNone;
    block_.reset();
  }

  /// Returns false if the block's key filter says that no map has the wanted key.
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
int64_t ColumnReader::rows_read() const { return impl_->file().rows_read(); }

std::vector<internal::BytesOfBlock> ColumnReader::RangesFor(const internal::RowRanges& rows) const {
  return impl_->RangesFor(rows);
}

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
      impl_->CheckIndex(first, index, count);
      impl_->Read(first, internal::Rows::List(index, count), out);
    }
    return {};
  });
}

Status ColumnReader::Select(int64_t first, const int32_t* index, int64_t count,
                            const internal::ValueMatcher& matcher, std::vector<int32_t>* slots) {
  return Guard(impl_->file().path(), column().name, [&]() -> Status {
    if (index == nullptr) {
      impl_->CheckRange(first, count);
      impl_->Select(first, internal::Rows::Range(0, count), matcher, slots);
    } else if (count > 0) {
      impl_->CheckIndex(first, index, count);
      impl_->Select(first, internal::Rows::List(index, count), matcher, slots);
    }
    return {};
  });
}

Result<bool> ColumnReader::HasFewValues(int64_t row) {
  return Guard(impl_->file().path(), column().name, [&]() -> Result<bool> {
    impl_->CheckRange(row, 1);
    return impl_->HasFewValues(row);
  });
}

Status ColumnReader::Verify() {
  return Guard(impl_->file().path(), column().name, [&]() -> Status {
    impl_->Verify();
    return {};
  });
}

}  // namespace cif

// Blocks of the paper's layouts: plain, skiplist, block, dcsl. Reading forward is cheapest.

#include <memory>
#include <string>
#include <utility>

#include "codec/codec.h"
#include "file/block.h"
#include "row/dcsl.h"
#include "row/skip_list.h"
#include "row/value_decoder.h"
#include "util/shared_memory.h"

namespace cif::internal {
namespace {

class RowBlock final : public Block {
 public:
  RowBlock(BlockSource source, const Footer& footer) : source_(std::move(source)) {
    in_ = source_.body;
    shared_memory_ = in_.shared_memory();
    if (footer.layout == Layout::kBlock) {
      Uncompress();
    }
    decoder_ = footer.layout == Layout::kDcsl
                   ? MakeDcslDecoder(source_.type, source_.path, &in_, source_.budget)
                   : MakeDecoder(source_.type, source_.path, source_.budget);
    if (source_.rows > in_.remaining()) {
      in_.Corrupt(std::to_string(source_.rows) + " rows in " + std::to_string(in_.remaining()) +
                  " bytes");
    }
    locator_ = std::make_unique<RowLocator>(&in_, decoder_.get(), footer.distances, source_.rows);
  }

  void Read(const Rows& rows, Vector* out) override {
    // A small share of the rows is copied, so that it does not keep the block in memory.
    constexpr int64_t kShare = 16;
    in_.set_shared_memory(rows.count * kShare >= source_.rows ? shared_memory_ : nullptr);
    try {
      ForEachRun(rows, [&](int64_t from, int64_t count, int64_t) {
        locator_->Seek(from);
        for (int64_t done = 0; done < count;) {
          int64_t n = locator_->Enter(count - done);
          decoder_->Read(&in_, n, out);
          locator_->Advance(n);
          done += n;
        }
      });
    } catch (...) {
      locator_->Restart();
      throw;
    }
  }

 private:
  void Uncompress() {
    const int64_t offset = in_.offset();
    int codec = in_.U8();
    int64_t raw_length = in_.Count("the uncompressed length", INT32_MAX);
    // A length that the format does not allow is corrupt, however much memory there is.
    CheckCompressed(codec, in_, raw_length);
    source_.budget->ChargeBlock(raw_length);
    auto raw = std::make_shared<Buffer>();
    Decompress(codec, in_, raw_length, raw.get());
    raw_ = SharedMemory(raw);
    shared_memory_ = &raw_;
    in_ = Input::Decompressed(raw->data(), raw->size(), offset);
  }

  BlockSource source_;
  SharedMemory raw_;             ///< memory of the decompressed rows
  SharedMemory* shared_memory_;  ///< memory of the rows
  Input in_;
  DecoderPtr decoder_;
  std::unique_ptr<RowLocator> locator_;
};

}  // namespace

BlockPtr OpenRowBlock(BlockSource source, const Footer& footer) {
  return std::make_unique<RowBlock>(std::move(source), footer);
}

}  // namespace cif::internal

// Common part of the compressed encodings of integers and strings.
#pragma once

#include <memory>

#include "codec/codec.h"
#include "encoding/nesting.h"
#include "util/shared_memory.h"

namespace cif::internal {

/// Payload `u8 codec, uvarint rawLength, compressed bytes`, before its decompression.
class Compressed {
 public:
  Compressed(Input in, const Nesting& nesting) : nesting_(nesting.Decompressed(in)) {
    codec_ = in.U8();
    if (codec_ == static_cast<int>(Codec::kNone)) {
      in.Corrupt("a compressed stream without a codec");
    }
    raw_length_ = in.Count("the length of decompressed data", INT32_MAX);
    CheckCompressed(codec_, in, raw_length_);
    bytes_ = in;
  }

  /// Nesting of the content.
  const Nesting& nesting() const { return nesting_; }

  /// Decompresses the payload. The result lives as long as this object, which must not move.
  Input Content() {
    if (nesting_.budget() != nullptr) {
      nesting_.budget()->ChargeBlock(raw_length_);
    }
    auto raw = std::make_shared<Buffer>();
    Decompress(codec_, bytes_, raw_length_, raw.get());
    shared_memory_ = SharedMemory(raw);
    Input content = Input::Decompressed(raw->data(), raw->size(), bytes_.offset());
    content.set_shared_memory(&shared_memory_);
    return content;
  }

 private:
  Nesting nesting_;
  int codec_ = 0;
  int64_t raw_length_ = 0;
  Input bytes_;
  SharedMemory shared_memory_;  ///< memory of the content
};

}  // namespace cif::internal

// What the compressed encodings of integers and strings share.
#pragma once

#include "codec/codec.h"
#include "encoding/nesting.h"

namespace cif::internal {

/// The payload `u8 codec, uvarint rawLength, compressed bytes`, not decompressed yet.
class Compressed {
 public:
  Compressed(Input in, const Nesting& nesting) : nesting_(nesting.Decompressed(in)) {
    codec_ = in.U8();
    if (codec_ == kCodecNone) {
      in.Corrupt("a compressed stream without a codec");
    }
    raw_length_ = in.Count("the length of decompressed data", INT32_MAX);
    CheckCompressed(codec_, in, raw_length_);
    bytes_ = in;
  }

  /// The place of the content.
  const Nesting& nesting() const { return nesting_; }

  /// Decompresses; the result lives as long as this object.
  Input Content() {
    if (nesting_.budget() != nullptr) {
      nesting_.budget()->ChargeBlock(raw_length_);
    }
    Decompress(codec_, bytes_, raw_length_, &raw_);
    return Input::Decompressed(raw_.data(), raw_.size(), bytes_.offset());
  }

 private:
  Nesting nesting_;
  int codec_ = 0;
  int64_t raw_length_ = 0;
  Input bytes_;
  Buffer raw_;
};

}  // namespace cif::internal

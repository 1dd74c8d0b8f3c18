#include "row/dcsl.h"

#include <algorithm>
#include <string>
#include <utility>

#include "vector/string_view.h"
#include "vector/vector_ops.h"
#include "vector/views.h"

namespace cif::internal {
namespace {

int IdWidth(int64_t keys) { return keys <= 1 << 8 ? 1 : keys <= 1 << 16 ? 2 : 4; }

/// Head of a body: the keys, and the width of ids.
class KeyDictionary {
 public:
  KeyDictionary(const Type& key_type, Input* in, Budget* budget)
      : type_(key_type),
        is_bytes_(key_type.type_class() == Class::kBytes),
        budget_(budget),
        keys_(MakeDecoder(key_type, {}, budget)) {
    size_ = in->Count("the number of keys", in->remaining() / keys_->least_content());
    start_ = *in;
    for (int64_t i = 0; i < size_; i++) {
      keys_->SkipContent(in);
    }
    id_width_ = in->U8();
    if (id_width_ != IdWidth(size_)) {
      in->CorruptAt(in->position() - 1, "ids of " + std::to_string(id_width_) + " bytes for " +
                                            std::to_string(size_) + " keys");
    }
  }

  int64_t size() const { return size_; }
  int id_width() const { return id_width_; }

  /// Returns the id of a key; -1 if the block does not have it.
  int64_t Find(const Key& key) const {
    Input in = start_;
    KeyMatcher matcher(type_, key);
    int64_t found = -1;
    for (int64_t id = 0; id < size_; id++) {
      const uint8_t* at = in.position();
      if (matcher.PassEqual(&in)) {
        if (found >= 0) {
          in.CorruptAt(at, "key " + std::to_string(found) + " stands in the dictionary twice");
        }
        found = id;
      }
    }
    return found;
  }

  /// Appends the keys of `count` ids, which start at p.
  void Append(const Input& in, const uint8_t* p, int64_t count, Vector* out) {
    if (positions_.empty() && size_ > 0) {
      NotePositions();
    }
    for (int64_t k = 0; k < count; k++) {
      if (IdAt(p, k) >= size_) {
        in.CorruptAt(p, "key id " + std::to_string(IdAt(p, k)) + " of " + std::to_string(size_));
      }
    }
    if (!is_bytes_) {
      Input key = start_;
      for (int64_t k = 0; k < count; k++) {
        key.set_position(positions_[static_cast<size_t>(IdAt(p, k))]);
        keys_->ReadContent(&key, out);
      }
      return;
    }
    if (HasViews(*out)) {
      for (int64_t k = 0; k < count; k++) {
        const auto id = static_cast<size_t>(IdAt(p, k));
        AppendView(out, {positions_[id], lengths_[id]}, in.shared_memory(), budget_);
        AppendValid(out, 1);
      }
      return;
    }
    int64_t total = 0;
    for (int64_t k = 0; k < count; k++) {
      total += lengths_[static_cast<size_t>(IdAt(p, k))];
    }
    uint8_t* bytes = GrowBytes(out, total, budget_);
    int32_t* offsets = GrowOffsets(out, count);
    for (int64_t k = 0; k < count; k++) {
      auto id = static_cast<size_t>(IdAt(p, k));
      CopyString({positions_[id], lengths_[id]}, bytes);
      bytes += lengths_[id];
      offsets[k + 1] = offsets[k] + lengths_[id];
    }
    AppendValid(out, count);
  }

  /// Returns entry k of the ids that start at p.
  int64_t IdAt(const uint8_t* p, int64_t k) const {
    switch (id_width_) {
      case 1:
        return p[k];
      case 2:
        return Load<uint16_t>(p + 2 * k);
      default:
        return Load<uint32_t>(p + 4 * k);
    }
  }

 private:
  /// Records the start of each key; for class BYTES, the start of its bytes.
  void NotePositions() {
    Input in = start_;
    for (int64_t i = 0; i < size_; i++) {
      if (is_bytes_) {
        int64_t length = in.AvroLength();
        lengths_.push_back(static_cast<int32_t>(length));
        positions_.push_back(in.Skip(length));
      } else {
        positions_.push_back(in.position());
        keys_->SkipContent(&in);
      }
    }
  }

  Type type_;
  bool is_bytes_;
  Budget* budget_;
  DecoderPtr keys_;
  int64_t size_ = 0;
  int id_width_ = 1;
  Input start_;
  std::vector<const uint8_t*> positions_;
  std::vector<int32_t> lengths_;
};

/// Parts of a row: ids, sizes and contents.
struct Row {
  int64_t entries = 0;
  const uint8_t* ids = nullptr;
  const uint8_t* sizes = nullptr;
};

/// Common base of both decoders. They read different parts of a row.
class DcslDecoder : public ValueDecoder {
 public:
  DcslDecoder(const Type& type, Input* in, Budget* budget)
      : dictionary_(type.child(0), in, budget) {}

  void SkipContent(Input* in) final {
    Row row = Open(in);
    in->Skip(PassSizes(in, row.entries));
  }

 protected:
  /// Reads the number of entries and skips the ids. The input is then at the sizes.
  Row Open(Input* in) const {
    Row row;
    const int width = dictionary_.id_width();
    // An entry takes its id and at least one byte of size.
    row.entries = in->Count("the number of entries", in->remaining() / (width + 1));
    row.ids = in->Skip(row.entries * width);
    row.sizes = in->position();
    return row;
  }

  /// Skips sizes and returns the number of content bytes that they announce.
  static int64_t PassSizes(Input* in, int64_t count) {
    int64_t total = 0;
    for (int64_t i = 0; i < count; i++) {
      total += std::max<int64_t>(0, ReadSize(in) - 1);
    }
    return total;
  }

  static int64_t ReadSize(Input* in) { return in->Count("a size", in->remaining() + 1); }

  KeyDictionary dictionary_;
};

/// Decoder of whole maps.
class DcslMapDecoder final : public DcslDecoder {
 public:
  DcslMapDecoder(const Type& type, Input* in, Budget* budget)
      : DcslDecoder(type, in, budget),
        values_(MakeDecoder(type.child(1), {}, budget)),
        entry_bytes_(SlotBytes(type.child(0)) + SlotBytes(type.child(1))),
        budget_(budget) {}

  void ReadContent(Input* in, Vector* out) override {
    Row row = Open(in);
    budget_->Charge(row.entries * entry_bytes_);
    dictionary_.Append(*in, row.ids, row.entries, &out->children[0]);
    sizes_.resize(static_cast<size_t>(row.entries));
    for (int32_t& size : sizes_) {
      size = static_cast<int32_t>(ReadSize(in));
    }
    values_->ReadSized(in, sizes_.data(), row.entries, &out->children[1]);
    AppendRange(out);
  }

 private:
  DecoderPtr values_;
  int64_t entry_bytes_;
  Budget* budget_;
  std::vector<int32_t> sizes_;
};

/// Decoder of the value under one key. Compares ids and adds up sizes; no other value is read.
class DcslKeyDecoder final : public DcslDecoder {
 public:
  DcslKeyDecoder(const Type& type, Path path, Input* in, Budget* budget)
      : DcslDecoder(type, in, budget),
        part_(MakeDecoder(type.child(1), path.Rest(), budget)),
        id_(dictionary_.Find(path.step->key)) {}

  void ReadContent(Input* in, Vector* out) override {
    Row row = Open(in);
    int64_t k = Last(row);
    int64_t before = PassSizes(in, std::max<int64_t>(k, 0));
    int64_t size = k < 0 ? 0 : ReadSize(in);
    int64_t after = PassSizes(in, k < 0 ? row.entries : row.entries - k - 1);
    in->Skip(before);
    const uint8_t* start = in->position();
    in->Skip(std::max<int64_t>(0, size - 1) + after);
    if (size == 0) {
      AppendNulls(out, 1);
      return;
    }
    Input value = *in;
    value.set_position(start);
    const auto stored = static_cast<int32_t>(size);
    part_->ReadSized(&value, &stored, 1, out);
  }

 private:
  /// Returns the last entry that has the id; -1 if there is none.
  int64_t Last(const Row& row) const {
    for (int64_t k = row.entries - 1; k >= 0 && id_ >= 0; k--) {
      if (dictionary_.IdAt(row.ids, k) == id_) {
        return k;
      }
    }
    return -1;
  }

  DecoderPtr part_;
  int64_t id_;
};

}  // namespace

DecoderPtr MakeDcslDecoder(const Type& type, Path path, Input* in, Budget* budget) {
  if (path.empty()) {
    return std::make_unique<DcslMapDecoder>(type, in, budget);
  }
  return std::make_unique<DcslKeyDecoder>(type, path, in, budget);
}

}  // namespace cif::internal

// Classes LIST, MAP, STRUCT and UNION, and the parts of maps and structs that a path names.

#include <utility>
#include <vector>

#include "row/value_decoder.h"
#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

class ListDecoder final : public ValueDecoder {
 public:
  ListDecoder(const Type& type, DecoderPtr elements, Budget* budget)
      : elements_(std::move(elements)), entry_bytes_(SlotBytes(type.child(0))), budget_(budget) {}

  void ReadContent(Input* in, Vector* out) override {
    Items items = OpenItems(in, 1);
    if (items.count > 0) {
      budget_->Charge(items.count * entry_bytes_);
      elements_->Read(in, items.count, &out->children[0]);
      CloseItems(in, items);
    }
    AppendRange(out);
  }

  void SkipContent(Input* in) override { SkipItems(in, 1); }

 private:
  DecoderPtr elements_;
  int64_t entry_bytes_;
  Budget* budget_;
};

class MapDecoder final : public ValueDecoder {
 public:
  MapDecoder(const Type& type, DecoderPtr keys, DecoderPtr values, Budget* budget)
      : keys_(std::move(keys)),
        values_(std::move(values)),
        entry_bytes_(SlotBytes(type.child(0)) + SlotBytes(type.child(1))),
        budget_(budget) {}

  void ReadContent(Input* in, Vector* out) override {
    Items items = OpenItems(in, keys_->least_content() + 1);
    if (items.count > 0) {
      budget_->Charge(items.count * entry_bytes_);
      for (int64_t i = 0; i < items.count; i++) {
        keys_->ReadContent(in, &out->children[0]);
        values_->Read(in, 1, &out->children[1]);
      }
      CloseItems(in, items);
    }
    AppendRange(out);
  }

  void SkipContent(Input* in) override { SkipItems(in, keys_->least_content() + 1); }

 private:
  DecoderPtr keys_;
  DecoderPtr values_;
  int64_t entry_bytes_;
  Budget* budget_;
};

/// Decoder of the value under one key of each map. If a key occurs more than once, its last entry
/// counts.
class MapKeyDecoder final : public ValueDecoder {
 public:
  MapKeyDecoder(const Type& type, const Key& key, DecoderPtr keys, DecoderPtr values,
                DecoderPtr part)
      : matcher_(type.child(0), key),
        keys_(std::move(keys)),
        values_(std::move(values)),
        part_(std::move(part)) {}

  void ReadContent(Input* in, Vector* out) override {
    const uint8_t* found = nullptr;
    Items items = OpenItems(in, keys_->least_content() + 1);
    for (int64_t i = 0; i < items.count; i++) {
      if (matcher_.PassEqual(in)) {
        found = in->position();
      }
      values_->Skip(in, 1);
    }
    if (items.count > 0) {
      CloseItems(in, items);
    }
    if (found == nullptr) {
      AppendNulls(out, 1);
      return;
    }
    const uint8_t* next = in->position();
    in->set_position(found);
    part_->Read(in, 1, out);
    in->set_position(next);
  }

  void SkipContent(Input* in) override { SkipItems(in, keys_->least_content() + 1); }

 private:
  KeyMatcher matcher_;
  DecoderPtr keys_;
  DecoderPtr values_;
  DecoderPtr part_;
};

class StructDecoder final : public ValueDecoder {
 public:
  explicit StructDecoder(std::vector<DecoderPtr> fields) : fields_(std::move(fields)) {}

  void ReadContent(Input* in, Vector* out) override {
    for (size_t i = 0; i < fields_.size(); i++) {
      fields_[i]->Read(in, 1, &out->children[i]);
    }
    AppendValid(out, 1);
  }

  void SkipContent(Input* in) override {
    for (const DecoderPtr& field : fields_) {
      field->Skip(in, 1);
    }
  }

  int64_t least_content() const override { return static_cast<int64_t>(fields_.size()); }

 private:
  std::vector<DecoderPtr> fields_;
};

/// Decoder of one field of each struct.
class FieldDecoder final : public ValueDecoder {
 public:
  FieldDecoder(std::vector<DecoderPtr> fields, size_t field, DecoderPtr part)
      : fields_(std::move(fields)), field_(field), part_(std::move(part)) {}

  void ReadContent(Input* in, Vector* out) override {
    for (size_t i = 0; i < fields_.size(); i++) {
      if (i == field_) {
        part_->Read(in, 1, out);
      } else {
        fields_[i]->Skip(in, 1);
      }
    }
  }

  void SkipContent(Input* in) override {
    for (const DecoderPtr& field : fields_) {
      field->Skip(in, 1);
    }
  }

  int64_t least_content() const override { return static_cast<int64_t>(fields_.size()); }

 private:
  std::vector<DecoderPtr> fields_;
  size_t field_;
  DecoderPtr part_;
};

class UnionDecoder final : public ValueDecoder {
 public:
  explicit UnionDecoder(std::vector<DecoderPtr> branches) : branches_(std::move(branches)) {}

  void ReadContent(Input* in, Vector* out) override {
    size_t tag = Tag(in);
    Vector* child = &out->children[tag];
    *GrowValues<int8_t>(out, 1) = static_cast<int8_t>(tag);
    out->offsets.Resize(static_cast<size_t>(out->length + 1) * sizeof(int32_t));
    out->offsets.as<int32_t>()[out->length] = static_cast<int32_t>(child->length);
    branches_[tag]->Read(in, 1, child);
    AppendValid(out, 1);
  }

  void SkipContent(Input* in) override {
    size_t tag = Tag(in);
    branches_[tag]->Skip(in, 1);
  }

  int64_t least_content() const override { return 2; }

 private:
  size_t Tag(Input* in) const {
    const uint8_t* at = in->position();
    int64_t tag = in->Svarint();
    if (tag < 0 || tag >= static_cast<int64_t>(branches_.size())) {
      in->CorruptAt(at, "tag " + std::to_string(tag) + " of a union of " +
                            std::to_string(branches_.size()) + " branches");
    }
    return static_cast<size_t>(tag);
  }

  std::vector<DecoderPtr> branches_;
};

std::vector<DecoderPtr> MakeChildren(const Type& type, Budget* budget) {
  std::vector<DecoderPtr> children;
  for (const Type& child : type.children()) {
    children.push_back(MakeDecoder(child, {}, budget));
  }
  return children;
}

}  // namespace

DecoderPtr MakeListDecoder(const Type& type, Budget* budget) {
  return std::make_unique<ListDecoder>(type, MakeDecoder(type.child(0), {}, budget), budget);
}

DecoderPtr MakeMapDecoder(const Type& type, Budget* budget) {
  return std::make_unique<MapDecoder>(type, MakeDecoder(type.child(0), {}, budget),
                                      MakeDecoder(type.child(1), {}, budget), budget);
}

DecoderPtr MakeMapKeyDecoder(const Type& type, Path path, Budget* budget) {
  return std::make_unique<MapKeyDecoder>(
      type, path.step->key, MakeDecoder(type.child(0), {}, budget),
      MakeDecoder(type.child(1), {}, budget), MakeDecoder(type.child(1), path.Rest(), budget));
}

DecoderPtr MakeStructDecoder(const Type& type, Budget* budget) {
  return std::make_unique<StructDecoder>(MakeChildren(type, budget));
}

DecoderPtr MakeFieldDecoder(const Type& type, Path path, Budget* budget) {
  return std::make_unique<FieldDecoder>(
      MakeChildren(type, budget), path.step->field,
      MakeDecoder(type.child(path.step->field), path.Rest(), budget));
}

DecoderPtr MakeUnionDecoder(const Type& type, Budget* budget) {
  return std::make_unique<UnionDecoder>(MakeChildren(type, budget));
}

}  // namespace cif::internal

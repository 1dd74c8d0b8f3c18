#include "arrow_array.h"

#include <cstring>
#include <string_view>
#include <utility>

#include "cif/arrow_values.h"
#include "dictionary.h"
#include "failure.h"

namespace cif::arrow {
namespace {

/// Stands in for a buffer without bytes, since some engines accept no null pointer.
alignas(64) constexpr uint8_t kNoBytes[64] = {};

void Check(Status status) {
  if (!status.ok()) {
    throw Failure(status.error());
  }
}

/// Memory that an array owns: a share of the batch, and the arrays below.
struct ArrayNode {
  std::shared_ptr<ExportedBatch> batch;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
  std::vector<const void*> buffers;
  std::vector<int64_t> view_bytes;  ///< sizes of the buffers that views point to
  ArrowArray dictionary{};
};

void Release(ArrowArray* array) {
  auto* node = static_cast<ArrayNode*>(array->private_data);
  for (ArrowArray& child : node->children) {
    if (child.release != nullptr) {
      child.release(&child);
    }
  }
  if (node->dictionary.release != nullptr) {
    node->dictionary.release(&node->dictionary);
  }
  delete node;
  array->release = nullptr;
}

const void* Data(const Buffer& buffer) { return buffer.size() == 0 ? kNoBytes : buffer.data(); }

/// Builds arrays over one batch.
class ArrayBuilder {
 public:
  ArrayBuilder(std::shared_ptr<ExportedBatch> batch, const ArrowOptions& options)
      : batch_(std::move(batch)), options_(options) {}

  ArrowArray Root(const std::vector<std::string>& names) {
    Owner owner(batch_, batch_->batch.rows, batch_->batch.columns.size());
    owner.Buffers({nullptr});
    for (size_t i = 0; i < batch_->batch.columns.size(); i++) {
      try {
        owner.Add(Build(&batch_->batch.columns[i]));
      } catch (Failure& e) {
        e.error().column = names[i];
        throw;
      }
    }
    return owner.Take();
  }

 private:
  /// Array under construction.
  class Owner {
   public:
    Owner(std::shared_ptr<ExportedBatch> batch, int64_t length, size_t children) {
      auto node = std::make_unique<ArrayNode>();
      node->batch = std::move(batch);
      node->children.reserve(children);
      node->pointers.reserve(children);
      array_.length = length;
      array_.release = Release;
      node_ = node.release();
      array_.private_data = node_;
    }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner() {
      if (array_.release != nullptr) {
        array_.release(&array_);
      }
    }

    void Nulls(const Vector& v) { array_.null_count = v.null_count; }

    void Buffers(std::initializer_list<const void*> buffers) {
      for (const void* buffer : buffers) {
        node_->buffers.push_back(buffer);
      }
      array_.buffers = node_->buffers.data();
      array_.n_buffers = static_cast<int64_t>(node_->buffers.size());
    }

    /// Adds the buffers of views, followed by their sizes.
    void Views(const Vector& v) {
      Buffers({Data(v.values), Data(v.own_bytes)});
      node_->view_bytes.push_back(static_cast<int64_t>(v.own_bytes.size()));
      for (const SharedBytes& bytes : v.shared) {
        Buffers({bytes.data});
        node_->view_bytes.push_back(bytes.size);
      }
      Buffers({node_->view_bytes.data()});
    }

    void Dictionary(ArrowArray values) {
      node_->dictionary = values;
      array_.dictionary = &node_->dictionary;
    }

    void Add(ArrowArray child) {
      node_->children.push_back(child);
      node_->pointers.push_back(&node_->children.back());
      array_.children = node_->pointers.data();
      array_.n_children = static_cast<int64_t>(node_->children.size());
    }

    ArrowArray Take() {
      ArrowArray taken = array_;
      array_.release = nullptr;
      return taken;
    }

   private:
    ArrowArray array_{};
    ArrayNode* node_;
  };

  static const void* Validity(const Vector& v) {
    return v.null_count == 0 ? nullptr : v.validity.data();
  }

  ArrowArray Build(Vector* v) {
    if (v->type.kind() == Kind::kUnion) {
      return BuildUnion(v);
    }
    const bool is_map = v->type.kind() == Kind::kMap;
    Owner owner(batch_, v->length, is_map ? 1 : v->children.size());
    owner.Nulls(*v);
    owner.Buffers({Validity(*v)});
    switch (v->type.type_class()) {
      case Class::kStruct:
        break;
      case Class::kList:
      case Class::kMap:
        owner.Buffers({Data(v->offsets)});
        break;
      case Class::kBytes:
        AddStrings(v, &owner);
        break;
      case Class::kDecimal:
        owner.Buffers({v->type.is_decimal64() ? WidenDecimals(*v) : Data(v->values)});
        break;
      case Class::kTimestamp:
        owner.Buffers({Timestamps(*v)});
        break;
      case Class::kInt:
      case Class::kFloat:
      case Class::kDouble:
      case Class::kUnion:
        owner.Buffers({Data(v->values)});
        break;
    }
    if (is_map) {
      owner.Add(BuildEntries(v));
    } else {
      for (Vector& child : v->children) {
        owner.Add(Build(&child));
      }
    }
    return owner.Take();
  }

  ArrowArray BuildEntries(Vector* map) {
    Owner owner(batch_, map->children[0].length, 2);
    owner.Buffers({nullptr});
    owner.Add(Build(&map->children[0]));
    owner.Add(Build(&map->children[1]));
    return owner.Take();
  }

  /// Moves the NULLs of a union to the first branch, since a union in Arrow has no NULLs of its
  /// own. They go between the branch's values, since offsets into a branch have to ascend.
  static void MoveNulls(Vector* v) {
    Vector* first = &v->children[0];
    const int64_t count = first->length + v->null_count;
    std::vector<uint64_t> bits(static_cast<size_t>(count / 64 + 1), ~uint64_t{0});
    auto* tags = v->values.as<int8_t>();
    auto* places = v->offsets.as<int32_t>();
    int32_t nulls = 0;
    int32_t next = 0;  // behind the branch's last value that a slot has used
    for (int64_t i = 0; i < v->length; i++) {
      if (v->IsNull(i)) {
        tags[i] = 0;
        places[i] = next + nulls;
        bits[static_cast<size_t>(places[i] >> 6)] &= ~(uint64_t{1} << (places[i] & 63));
        nulls++;
      } else if (tags[i] == 0) {
        next = places[i] + 1;
        places[i] += nulls;
      }
    }
    SpreadValues(first, count, bits.data());
  }

  ArrowArray BuildUnion(Vector* v) {
    if (v->null_count > 0) {
      MoveNulls(v);
    }
    Owner owner(batch_, v->length, v->children.size());
    owner.Buffers({Data(v->values), Data(v->offsets)});
    for (Vector& child : v->children) {
      owner.Add(Build(&child));
    }
    return owner.Take();
  }

  void AddStrings(Vector* v, Owner* owner) {
    Check(SetStringForm(v, StringFormOf(options_.strings)));
    if (!options_.text_as_binary) {
      Check(CheckText(*v, 0, v->length));
    }
    switch (options_.strings) {
      case ArrowStrings::kViews:
        owner->Views(*v);
        break;
      case ArrowStrings::kPlain:
        owner->Buffers({Data(v->offsets), Data(v->values)});
        break;
      case ArrowStrings::kDictionaries:
        AddDictionary(*v, owner);
    }
  }

  void AddDictionary(const Vector& v, Owner* owner) {
    Buffer* ids = Converted(v.length * static_cast<int64_t>(sizeof(int32_t)));
    const std::vector<std::string_view> values = FindDistinct(v, ids->as<int32_t>());
    int64_t total = 0;
    for (const std::string_view value : values) {
      total += static_cast<int64_t>(value.size());
    }
    if (total > INT32_MAX) {
      Check(Error{
          ErrorCode::kTooLarge, "", "", -1,
          "the different strings of one batch take more than 2^31 - 1 bytes; read views, or fewer "
          "rows at a time"});
    }
    Buffer* offsets = Converted(static_cast<int64_t>((values.size() + 1) * sizeof(int32_t)));
    Buffer* bytes = Converted(total);
    int32_t end = 0;
    offsets->as<int32_t>()[0] = 0;
    for (size_t i = 0; i < values.size(); i++) {
      if (!values[i].empty()) {
        std::memcpy(bytes->data() + end, values[i].data(), values[i].size());
      }
      end += static_cast<int32_t>(values[i].size());
      offsets->as<int32_t>()[i + 1] = end;
    }
    Owner dictionary(batch_, static_cast<int64_t>(values.size()), 0);
    dictionary.Buffers({nullptr, Data(*offsets), Data(*bytes)});
    owner->Buffers({Data(*ids)});
    owner->Dictionary(dictionary.Take());
  }

  Buffer* Converted(int64_t bytes) {
    if (batch_->used == batch_->converted.size()) {
      batch_->converted.emplace_back();
    }
    Buffer* buffer = &batch_->converted[batch_->used++];
    buffer->Resize(static_cast<size_t>(bytes));
    return buffer;
  }

  const void* WidenDecimals(const Vector& v) {
    Buffer* wide = Converted(v.length * 16);
    const int64_t* from = v.values.as<int64_t>();
    auto* to = wide->as<int64_t>();
    for (int64_t i = 0; i < v.length; i++) {
      to[2 * i] = from[i];
      to[2 * i + 1] = from[i] >> 63;
    }
    return Data(*wide);
  }

  const void* Timestamps(const Vector& v) {
    Buffer* units = Converted(v.length * 8);
    Check(ConvertTimestamps(v, 0, v.length, options_, units->as<int64_t>()));
    return Data(*units);
  }

  std::shared_ptr<ExportedBatch> batch_;
  const ArrowOptions& options_;
};

}  // namespace

BatchPool::~BatchPool() {
  const Lock lock(mutex_, std::try_to_lock);
  if (!lock) {
    static_cast<void>(free_.release());
  }
}

std::unique_ptr<ExportedBatch> BatchPool::Take() {
  const Lock lock(mutex_, std::try_to_lock);
  if (!lock || free_->empty()) {
    return std::make_unique<ExportedBatch>();
  }
  std::unique_ptr<ExportedBatch> batch = std::move(free_->back());
  free_->pop_back();
  batch->used = 0;
  return batch;
}

void BatchPool::Give(std::unique_ptr<ExportedBatch> batch) noexcept {
  // Shared memory is not kept for the next batch.
  for (Vector& column : batch->batch.columns) {
    column.Clear();
  }
  try {
    const Lock lock(mutex_, std::try_to_lock);
    if (lock && free_->size() < kMost) {
      free_->push_back(std::move(batch));
    }
  } catch (...) {
    // Without memory for the list, the batch is freed.
  }
}

ArrowArray BuildArray(std::unique_ptr<ExportedBatch> batch, const std::vector<std::string>& names,
                      const ArrowOptions& options, std::shared_ptr<BatchPool> pool) {
  // Converted buffers stay in place while arrays point to them.
  std::shared_ptr<ExportedBatch> shared(batch.release(),
                                        [pool = std::move(pool)](ExportedBatch* returned) {
                                          pool->Give(std::unique_ptr<ExportedBatch>(returned));
                                        });
  return ArrayBuilder(std::move(shared), options).Root(names);
}

}  // namespace cif::arrow

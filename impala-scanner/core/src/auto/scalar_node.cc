// Classes INT, FLOAT, DOUBLE, DECIMAL and TIMESTAMP: one or two streams of integers.

#include <algorithm>
#include <string>
#include <utility>

#include "auto/node.h"
#include "encoding/ints.h"
#include "util/bits.h"
#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

/// Stream of integers in memory.
class ArrayInts final : public Ints {
 public:
  ArrayInts(const int64_t* values, int64_t count) : Ints(count), values_(values) {}

  void Read(int64_t from, int64_t count, int64_t* out) override {
    std::copy_n(values_ + from, count, out);
  }
  int64_t At(int64_t i) override { return values_[i]; }

 private:
  const int64_t* values_;
};

/// Node whose values are one integer each: INT, FLOAT, DOUBLE, DECIMAL64.
class IntNode final : public Node {
 public:
  IntNode(Presence presence, Budget* budget, IntsPtr ints)
      : Node(std::move(presence), budget), ints_(std::move(ints)) {}

 protected:
  void ReadDense(const Rows& rows, Path, Vector* out) override {
    switch (ValueWidth(out->type)) {
      case 8:
        ints_->Get(rows, GrowValues<int64_t>(out, rows.count));
        break;
      case 4:
        ints_->Get32(rows, GrowValues<int32_t>(out, rows.count));
        break;
      case 2:
        ReadNarrow<int16_t>(rows, out);
        break;
      case 1:
        ReadNarrow<int8_t>(rows, out);
        break;
      default:
        ReadBooleans(rows, out);
    }
    AppendValid(out, rows.count);
  }

  void SelectDense(const Rows& rows, Path path, const ValueMatcher& matcher,
                   std::vector<int32_t>* slots) override {
    if (!ints_->Select(rows, NodeMatcher(matcher, budget()), slots)) {
      Node::SelectDense(rows, path, matcher, slots);
    }
  }

  bool HasFewDense(Path) override { return ints_->has_few_values(); }

 private:
  /// Adapter that applies a ValueMatcher to integers in their stored form.
  class NodeMatcher final : public IntsMatcher {
   public:
    NodeMatcher(const ValueMatcher& of, Budget* budget) : of_(of), budget_(budget) {}

    uint64_t id() const override { return of_.id(); }
    const IntegerRange* range() const override { return of_.range(); }

    void Select(const int64_t* values, int64_t count, std::vector<int32_t>* places) const override {
      Vector vector(of_.type());
      IntNode(Presence::All(count), budget_, std::make_unique<ArrayInts>(values, count))
          .Read(Rows::Range(0, count), {}, &vector);
      of_.Select(vector, places);
    }

   private:
    const ValueMatcher& of_;
    Budget* budget_;
  };

  template <typename T>
  void ReadNarrow(const Rows& rows, Vector* out) {
    T* values = GrowValues<T>(out, rows.count);
    int32_t wide[kVector];
    ForEachPiece(rows, [&](const Rows& piece, int64_t count, int64_t at) {
      ints_->Get32(piece, wide);
      int32_t bad = 0;
      for (int64_t i = 0; i < count; i++) {
        values[at + i] = static_cast<T>(wide[i]);
        bad |= wide[i] ^ values[at + i];
      }
      if (bad != 0) {
        throw CorruptData(-1, "a number beyond the range of " + out->type.ToString());
      }
    });
  }

  void ReadBooleans(const Rows& rows, Vector* out) {
    int32_t wide[kVector];
    const int64_t length = out->length;
    ForEachPiece(rows, [&](const Rows& piece, int64_t count, int64_t at) {
      ints_->Get32(piece, wide);
      for (int64_t i = 0; i < count; i++) {
        if ((wide[i] & ~1) != 0) {
          throw CorruptData(-1, "a boolean of " + std::to_string(wide[i]));
        }
      }
      out->length = length + at;
      AppendBooleans(out, wide, count);
    });
    out->length = length;
  }

  IntsPtr ints_;
};

class Decimal128Node final : public Node {
 public:
  Decimal128Node(Presence presence, Budget* budget, IntsPtr high, IntsPtr low)
      : Node(std::move(presence), budget), high_(std::move(high)), low_(std::move(low)) {}

 protected:
  void ReadDense(const Rows& rows, Path, Vector* out) override {
    struct Value {
      int64_t low, high;
    };
    Value* values = GrowValues<Value>(out, rows.count);
    int64_t scratch[kVector];
    ForEachPiece(rows, [&](const Rows& piece, int64_t count, int64_t at) {
      low_->Get(piece, scratch);
      for (int64_t i = 0; i < count; i++) {
        values[at + i].low = scratch[i];
      }
      high_->Get(piece, scratch);
      for (int64_t i = 0; i < count; i++) {
        values[at + i].high = scratch[i];
      }
    });
    AppendValid(out, rows.count);
  }

 private:
  IntsPtr high_;
  IntsPtr low_;
};

class TimestampNode final : public Node {
 public:
  TimestampNode(Presence presence, Budget* budget, IntsPtr seconds, IntsPtr nanos)
      : Node(std::move(presence), budget), seconds_(std::move(seconds)), nanos_(std::move(nanos)) {}

 protected:
  void ReadDense(const Rows& rows, Path, Vector* out) override {
    seconds_->Get(rows, GrowValues<int64_t>(out, rows.count));
    int32_t* nanos = GrowNanos(out, rows.count);
    nanos_->Get32(rows, nanos);
    uint32_t most = 0;
    for (int64_t i = 0; i < rows.count; i++) {
      most = std::max(most, static_cast<uint32_t>(nanos[i]));
    }
    if (most > 999'999'999) {
      throw CorruptData(-1,
                        std::to_string(static_cast<int32_t>(most)) + " nanoseconds in a timestamp");
    }
    AppendValid(out, rows.count);
  }

 private:
  IntsPtr seconds_;
  IntsPtr nanos_;
};

}  // namespace

NodePtr OpenScalarNode(Input* in, const Type& type, Presence presence, Budget* budget) {
  const int64_t p = presence.present();
  IntsPtr first = OpenInts(in, p, Nesting(budget));
  if (type.type_class() == Class::kTimestamp) {
    IntsPtr nanos = OpenInts(in, p, Nesting(budget));
    return std::make_unique<TimestampNode>(std::move(presence), budget, std::move(first),
                                           std::move(nanos));
  }
  if (type.kind() == Kind::kDecimal && !type.is_decimal64()) {
    IntsPtr low = OpenInts(in, p, Nesting(budget));
    return std::make_unique<Decimal128Node>(std::move(presence), budget, std::move(first),
                                            std::move(low));
  }
  return std::make_unique<IntNode>(std::move(presence), budget, std::move(first));
}

}  // namespace cif::internal

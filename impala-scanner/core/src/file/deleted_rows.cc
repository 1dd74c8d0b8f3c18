#include "file/deleted_rows.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <utility>

#include "util/input.h"

namespace cif::internal {
namespace {

constexpr uint32_t kPlainCookie = 12346;
constexpr uint32_t kRunCookie = 12347;  // in the lower 16 bits
constexpr int64_t kMostContainers = 1 << 16;
constexpr int64_t kContainerRows = 1 << 16;
constexpr int32_t kMostInArray = 4096;
constexpr int32_t kWords = 1024;
constexpr int32_t kBits = 64;
constexpr int64_t kFewestWithOffsets = 4;  // where containers of runs are allowed

int32_t U16(const uint8_t* data, int64_t i) { return Load<uint16_t>(data + 2 * i); }
uint64_t Word(const uint8_t* data, int64_t i) { return Load<uint64_t>(data + 8 * i); }

/// Returns the first number from 0 on for which `is_before` is false; `count` if there is none.
template <typename IsBefore>
int64_t FirstNot(int64_t count, IsBefore is_before) {
  int64_t first = 0;
  while (first < count) {
    const int64_t middle = first + (count - first) / 2;
    if (is_before(middle)) {
      first = middle + 1;
    } else {
      count = middle;
    }
  }
  return first;
}

/// Checks rows as they come.
class Order {
 public:
  Order(const Input& in, int64_t rows) : in_(in), rows_(rows) {}

  /// Adds the rows `first` to `last`, which stand at a position of the file.
  void Add(int64_t first, int64_t last, const uint8_t* at) {
    if (first <= last_ || last >= rows_) {
      in_.CorruptAt(at, "deleted row " + std::to_string(first <= last_ ? first : last) +
                            " comes after row " + std::to_string(last_) + " of " +
                            std::to_string(rows_) + " rows");
    }
    last_ = last;
  }

 private:
  const Input& in_;
  const int64_t rows_;
  int64_t last_ = -1;
};

/// Checks the rows of a container against their stated number.
void ExpectRows(const Input& in, const uint8_t* at, int64_t found, int64_t stated) {
  if (found != stated) {
    in.CorruptAt(at, "a container of " + std::to_string(found) + " rows, which states " +
                         std::to_string(stated));
  }
}

/// Appends the numbers `from` to `end - 1`.
int32_t* AppendNumbers(int64_t from, int64_t end, int32_t* to) {
  const int64_t count = end - from;
  std::iota(to, to + count, static_cast<int32_t>(from));
  return to + count;
}

}  // namespace

DeletedRows::DeletedRows(Bytes bytes, int64_t rows, int64_t count)
    : bytes_(std::move(bytes)), rows_(rows), count_(count) {
  Input in(bytes_.data(), bytes_.size());
  const uint32_t cookie = in.U32();
  const bool has_runs = (cookie & 0xFFFF) == kRunCookie;
  if (!has_runs && cookie != kPlainCookie) {
    in.CorruptAt(bytes_.data(), "it begins with " + std::to_string(cookie));
  }
  const int64_t containers = has_runs ? int64_t{cookie >> 16} + 1 : int64_t{in.U32()};
  if (containers > kMostContainers) {
    in.Corrupt(std::to_string(containers) + " containers");
  }
  const uint8_t* flags = has_runs ? in.Skip((containers + 7) / 8) : nullptr;
  const uint8_t* heads = in.Skip(4 * containers);
  const uint8_t* offsets =
      !has_runs || containers >= kFewestWithOffsets ? in.Skip(4 * containers) : nullptr;
  containers_.reserve(static_cast<size_t>(containers));
  Order order(in, rows);
  int64_t found = 0;
  for (int64_t i = 0; i < containers; i++) {
    if (offsets != nullptr && Load<uint32_t>(offsets + 4 * i) != in.offset()) {
      in.CorruptAt(offsets + 4 * i, "a container stands elsewhere");
    }
    Container one;
    one.first = U16(heads, 2 * i) * kContainerRows;
    one.rows = U16(heads, 2 * i + 1) + 1;
    if (i > 0 && one.first <= containers_.back().first) {
      in.CorruptAt(heads + 4 * i, "its containers do not ascend");
    }
    const uint8_t* at = in.position();
    if (has_runs && (flags[i / 8] >> (i % 8) & 1) != 0) {
      one.kind = Kind::kRuns;
      one.items = U16(in.Skip(2), 0);
      one.data = in.Skip(4 * int64_t{one.items});
      int64_t sum = 0;
      for (int64_t k = 0; k < one.items; k++) {
        const int64_t start = U16(one.data, 2 * k);
        const int64_t more = U16(one.data, 2 * k + 1);
        if (start + more >= kContainerRows) {
          in.CorruptAt(one.data + 4 * k, "a run beyond its container");
        }
        order.Add(one.first + start, one.first + start + more, one.data + 4 * k);
        sum += more + 1;
      }
      ExpectRows(in, at, sum, one.rows);
    } else if (one.rows <= kMostInArray) {
      one.items = one.rows;
      one.data = in.Skip(2 * int64_t{one.items});
      for (int64_t k = 0; k < one.items; k++) {
        const int64_t row = one.first + U16(one.data, k);
        order.Add(row, row, one.data + 2 * k);
      }
    } else {
      one.kind = Kind::kBitmap;
      one.items = kWords;
      one.data = in.Skip(8 * int64_t{kWords});
      int64_t sum = 0;
      for (int64_t k = 0; k < kWords; k++) {
        if (const uint64_t word = Word(one.data, k); word != 0) {
          const int64_t start = one.first + k * kBits;
          order.Add(start + std::countr_zero(word), start + kBits - 1 - std::countl_zero(word),
                    one.data + 8 * k);
          sum += std::popcount(word);
        }
      }
      ExpectRows(in, at, sum, one.rows);
    }
    found += one.rows;
    containers_.push_back(one);
  }
  in.ExpectEnd("the bitmap");
  if (found != count) {
    in.CorruptAt(bytes_.data(), "it has " + std::to_string(found) +
                                    " deleted rows, the schema file says " + std::to_string(count));
  }
  FindLongRuns();
}

int64_t DeletedRows::memory() const {
  return static_cast<int64_t>(sizeof(*this) + bytes_.size() +
                              containers_.capacity() * sizeof(Container) +
                              long_runs_.capacity() * sizeof(RowSpan));
}

template <typename F>
void DeletedRows::ForEachRun(const Container& container, F f) {
  const uint8_t* data = container.data;
  switch (container.kind) {
    case Kind::kArray:
      for (int64_t k = 0; k < container.items;) {
        const int64_t start = U16(data, k);
        int64_t end = start + 1;
        for (k++; k < container.items && U16(data, k) == end; k++) {
          end++;
        }
        f(container.first + start, container.first + end);
      }
      return;
    case Kind::kBitmap:
      for (int64_t k = 0; k < kWords; k++) {
        int64_t at = container.first + k * kBits;
        for (uint64_t word = Word(data, k); word != 0;) {
          const int zeros = std::countr_zero(word);
          word >>= zeros;
          const int ones = std::countr_one(word);
          f(at + zeros, at + zeros + ones);
          at += zeros + ones;
          word = ones == kBits ? 0 : word >> ones;
        }
      }
      return;
    case Kind::kRuns:
      for (int64_t k = 0; k < container.items; k++) {
        const int64_t start = container.first + U16(data, 2 * k);
        f(start, start + U16(data, 2 * k + 1) + 1);
      }
      return;
  }
}

void DeletedRows::FindLongRuns() {
  RowSpan run;
  const auto end_run = [&] {
    if (run.end - run.first >= kLongRun) {
      long_runs_.push_back(run);
    }
  };
  for (const Container& container : containers_) {
    ForEachRun(container, [&](int64_t first, int64_t end) {
      if (first != run.end) {
        end_run();
        run.first = first;
      }
      run.end = end;
    });
  }
  end_run();
}

int64_t DeletedRows::FirstValue(const Container& array, int64_t from) {
  return FirstNot(array.items, [&](int64_t k) { return U16(array.data, k) < from; });
}

int64_t DeletedRows::FirstRun(const Container& runs, int64_t from) {
  return FirstNot(runs.items, [&](int64_t k) {
    return U16(runs.data, 2 * k) + U16(runs.data, 2 * k + 1) < from;
  });
}

size_t DeletedRows::At(int64_t row) const {
  const auto next = std::upper_bound(
      containers_.begin(), containers_.end(), row - kContainerRows,
      [](int64_t before, const Container& container) { return before < container.first; });
  return static_cast<size_t>(next - containers_.begin());
}

RowSpan DeletedRows::Next(int64_t row) const {
  for (size_t i = At(row); i < containers_.size(); i++) {
    const Container& one = containers_[i];
    const int64_t from = std::max<int64_t>(0, row - one.first);
    switch (one.kind) {
      case Kind::kArray: {
        const int64_t k = FirstValue(one, from);
        if (k < one.items) {
          const int64_t first = U16(one.data, k);
          int64_t end = first + 1;
          while (k + end - first < one.items && U16(one.data, k + end - first) == end) {
            end++;
          }
          return {one.first + first, one.first + end};
        }
        break;
      }
      case Kind::kBitmap:
        for (int64_t k = from / kBits; k < kWords; k++) {
          uint64_t word = Word(one.data, k);
          if (k == from / kBits) {
            word &= ~uint64_t{0} << (from % kBits);
          }
          if (word != 0) {
            const int zeros = std::countr_zero(word);
            const int64_t first = one.first + k * kBits + zeros;
            return {first, first + std::countr_one(word >> zeros)};
          }
        }
        break;
      case Kind::kRuns: {
        const int64_t k = FirstRun(one, from);
        if (k < one.items) {
          const int64_t first = U16(one.data, 2 * k);
          return {one.first + std::max(from, first),
                  one.first + first + U16(one.data, 2 * k + 1) + 1};
        }
        break;
      }
    }
  }
  return {INT64_MAX, INT64_MAX};
}

void DeletedRows::AppendLive(int64_t first, int64_t count, std::vector<int32_t>* slots) const {
  const size_t known = slots->size();
  slots->resize(known + static_cast<size_t>(count));
  int32_t* to = slots->data() + known;
  const int64_t end = first + count;
  int64_t at = first;  // rows before it are done
  for (size_t i = At(first); i < containers_.size() && containers_[i].first < end; i++) {
    const Container& one = containers_[i];
    const auto leave_out = [&](int64_t from, int64_t behind) {
      to = AppendNumbers(at - first, std::max(at, from) - first, to);
      at = std::max(at, behind);
    };
    if (one.kind == Kind::kArray) {
      for (int64_t k = FirstValue(one, first - one.first); k < one.items; k++) {
        const int64_t row = one.first + U16(one.data, k);
        if (row >= end) {
          break;
        }
        leave_out(row, row + 1);
      }
    } else if (one.kind == Kind::kRuns) {
      for (int64_t k = FirstRun(one, first - one.first); k < one.items; k++) {
        const int64_t from = one.first + U16(one.data, 2 * k);
        if (from >= end) {
          break;
        }
        leave_out(from, std::min(end, from + U16(one.data, 2 * k + 1) + 1));
      }
    } else {
      leave_out(one.first, one.first);
      const int64_t behind = std::min(end, one.first + kContainerRows);
      while (at < behind) {
        const int64_t bit = (at - one.first) % kBits;
        const int64_t bits = std::min(kBits - bit, behind - at);
        uint64_t live = ~Word(one.data, (at - one.first) / kBits) >> bit;
        if (bits < kBits) {
          live &= (uint64_t{1} << bits) - 1;
        }
        const auto slot = static_cast<int32_t>(at - first);
        for (; live != 0; live &= live - 1) {
          *to++ = slot + std::countr_zero(live);
        }
        at += bits;
      }
    }
  }
  to = AppendNumbers(at - first, std::max(at, end) - first, to);
  slots->resize(static_cast<size_t>(to - slots->data()));
}

RowRanges DeletedRows::WithoutLongRuns(const RowRanges& rows) const {
  if (long_runs_.empty()) {
    return rows;
  }
  RowRanges left;
  for (const RowSpan& span : rows.spans()) {
    int64_t at = span.first;
    auto run = std::partition_point(long_runs_.begin(), long_runs_.end(),
                                    [at](const RowSpan& one) { return one.end <= at; });
    for (; run != long_runs_.end() && run->first < span.end; ++run) {
      left.Add(at, run->first);
      at = std::max(at, run->end);
    }
    left.Add(at, span.end);
  }
  return left;
}

int64_t DeletedRows::RowOf(int64_t number) const {
  int64_t deleted = 0;  // rows before those that come
  for (const Container& one : containers_) {
    if (number < one.first - deleted) {
      break;
    }
    if (number >= one.first + kContainerRows - deleted - one.rows) {
      deleted += one.rows;
      continue;
    }
    bool is_found = false;
    ForEachRun(one, [&](int64_t first, int64_t end) {
      is_found = is_found || number + deleted < first;
      deleted += is_found ? 0 : end - first;
    });
    break;
  }
  return std::min(number + deleted, rows_);
}

}  // namespace cif::internal

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "encoding/ints.h"
#include "util/bits.h"
#include "util/slots.h"

namespace cif::internal {
namespace {

/// Encoding 3: runs of equal values. Keeps the start of every 1,024th run, and the runs of one such
/// group. The claims of a hostile stream thus cannot make memory grow.
class RunLengthInts final : public Ints {
 public:
  RunLengthInts(int64_t n, IntsPtr values, IntsPtr lengths, int64_t offset)
      : Ints(n), values_(std::move(values)), lengths_(std::move(lengths)), offset_(offset) {}

  void Read(int64_t from, int64_t count, int64_t* out) override {
    int64_t i = from;
    const int64_t end = from + count;
    while (i < end) {
      size_t run = Find(i);
      for (; run < group_size_ && i < end; run++) {
        int64_t stop = std::min(end, ends_[run]);
        std::fill(out + (i - from), out + (stop - from), runs_[run]);
        i = stop;
      }
    }
  }

  int64_t At(int64_t i) override { return runs_[Find(i)]; }

  bool has_few_values() override { return true; }

  bool Select(const Rows& rows, const IntsMatcher& matcher, std::vector<int32_t>* slots) override {
    if (rows.index != nullptr) {
      return false;
    }
    const int64_t end = rows.from + rows.count;
    std::vector<int32_t> found;
    for (int64_t i = rows.from; i < end;) {
      const size_t first = Find(i);
      const auto wanted = static_cast<int64_t>(
          std::lower_bound(ends_.begin() + first, ends_.begin() + group_size_, end) -
          ends_.begin() - first);
      const int64_t runs = std::min(wanted + 1, static_cast<int64_t>(group_size_ - first));
      found.clear();
      matcher.Select(runs_.data() + first, runs, &found);
      for (int32_t run : found) {
        const size_t r = first + static_cast<size_t>(run);
        const int64_t from = run == 0 ? i : ends_[r - 1];
        AppendSlots(from - rows.from, std::min(end, ends_[r]) - from, slots);
      }
      i = std::min(end, ends_[first + static_cast<size_t>(runs) - 1]);
    }
    return true;
  }

 private:
  /// Loads the group of value i and returns the index of its run there.
  size_t Find(int64_t i) {
    if (starts_.empty()) {
      Index();
    }
    if (group_ < 0 || i < starts_[static_cast<size_t>(group_)] || i >= ends_[group_size_ - 1]) {
      auto next = std::upper_bound(starts_.begin(), starts_.end(), i);
      LoadGroup(next - starts_.begin() - 1);
    }
    auto end = ends_.begin() + static_cast<ptrdiff_t>(group_size_);
    return static_cast<size_t>(std::upper_bound(ends_.begin(), end, i) - ends_.begin());
  }

  /// Checks the lengths of all runs.
  void Index() {
    std::vector<int64_t> starts;
    const int64_t r = values_->size();
    std::array<int64_t, kVector> lengths;
    int64_t sum = 0;
    for (int64_t from = 0; from < r; from += kVector) {
      starts.push_back(sum);
      int64_t k = std::min(kVector, r - from);
      lengths_->Read(from, k, lengths.data());
      for (int64_t j = 0; j < k; j++) {
        int64_t length = lengths[static_cast<size_t>(j)];
        if (length < 1 || length > size() - sum) {
          throw CorruptData(offset_, "run " + std::to_string(from + j) + " is of " +
                                         std::to_string(length) + " values, " +
                                         std::to_string(size() - sum) + " are left");
        }
        sum += length;
      }
    }
    if (sum != size()) {
      throw CorruptData(offset_, "runs of " + std::to_string(sum) + " values in all, not " +
                                     std::to_string(size()));
    }
    starts_ = std::move(starts);
  }

  void LoadGroup(int64_t group) {
    group_ = -1;
    int64_t from = group * kVector;
    int64_t k = std::min(kVector, values_->size() - from);
    lengths_->Read(from, k, ends_.data());
    values_->Read(from, k, runs_.data());
    int64_t sum = starts_[static_cast<size_t>(group)];
    for (int64_t j = 0; j < k; j++) {
      sum += ends_[static_cast<size_t>(j)];
      ends_[static_cast<size_t>(j)] = sum;
    }
    group_size_ = static_cast<size_t>(k);
    group_ = group;
  }

  IntsPtr values_;
  IntsPtr lengths_;
  int64_t offset_;
  std::vector<int64_t> starts_;
  int64_t group_ = -1;
  size_t group_size_ = 0;
  std::array<int64_t, kVector> runs_;
  std::array<int64_t, kVector> ends_;
};

}  // namespace

IntsPtr OpenRunLengthInts(Input in, int64_t n, const Nesting& nesting) {
  int64_t offset = in.offset();
  int64_t r = in.Count("the number of runs", n);
  if (r == 0) {
    in.Corrupt("no runs for " + std::to_string(n) + " values");
  }
  Nesting inner = nesting.Inner(in);
  IntsPtr values = OpenInts(&in, r, inner);
  IntsPtr lengths = OpenInts(&in, r, inner);
  in.ExpectEnd("runs");
  return std::make_unique<RunLengthInts>(n, std::move(values), std::move(lengths), offset);
}

}  // namespace cif::internal

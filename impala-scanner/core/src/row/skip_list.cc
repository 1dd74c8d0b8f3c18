#include "row/skip_list.h"

#include <algorithm>
#include <string>

namespace cif::internal {

RowLocator::RowLocator(Input* in, ValueDecoder* decoder, const std::vector<int32_t>& distances,
                       int64_t rows)
    : in_(in), decoder_(decoder), first_(in->position()), rows_(rows) {
  for (int32_t distance : distances) {
    levels_.push_back({distance, 0, nullptr});
  }
}

void RowLocator::Restart() {
  row_ = 0;
  in_->set_position(first_);
  for (Level& level : levels_) {
    level.next = 0;
    level.announced = nullptr;
  }
}

void RowLocator::Seek(int64_t target) {
  if (target < row_) {
    Restart();
  }
  while (row_ < target) {
    size_t here = LevelsHere();
    if (here > 0) {
      ReadSkipBlock(here);
      size_t level = here;
      while (level > 0 && levels_[level - 1].distance > target - row_) {
        level--;
      }
      if (level > 0) {
        Jump(level - 1);
        continue;
      }
    }
    int64_t n = BeforeSkipBlock(target - row_);
    decoder_->Skip(in_, n);
    row_ += n;
  }
}

int64_t RowLocator::Enter(int64_t wanted) {
  size_t here = LevelsHere();
  if (here > 0) {
    ReadSkipBlock(here);
  }
  return BeforeSkipBlock(wanted);
}

void RowLocator::Advance(int64_t decoded) {
  row_ += decoded;
  if (row_ == rows_) {
    in_->ExpectEnd("the last row");
  }
}

size_t RowLocator::LevelsHere() const {
  size_t levels = 0;
  while (levels < levels_.size() && levels_[levels].next == row_) {
    levels++;
  }
  return levels;
}

int64_t RowLocator::BeforeSkipBlock(int64_t wanted) const {
  return levels_.empty() ? wanted : std::min(wanted, levels_[0].next - row_);
}

void RowLocator::ReadSkipBlock(size_t levels) {
  const uint8_t* here = in_->position();
  const uint8_t* numbers = in_->Skip(static_cast<int64_t>(4 * levels));
  const uint8_t* base = in_->position();
  for (size_t i = levels; i > 0; i--, numbers += 4) {
    Level& level = levels_[i - 1];
    if (level.announced != nullptr && level.announced != here) {
      in_->CorruptAt(here, "row " + std::to_string(row_) + " is not where a skip block says");
    }
    int64_t bytes = Load<uint32_t>(numbers);
    int64_t left = rows_ - row_ - level.distance;
    int64_t rest = in_->end() - base;
    // Each row takes at least a byte, and the last one ends the block.
    if (left <= 0 ? bytes != rest : bytes > rest - left) {
      in_->CorruptAt(numbers, "the skip block of row " + std::to_string(row_) + " announces " +
                                  std::to_string(bytes) + " bytes, beyond its block");
    }
    level.announced = base + bytes;
    level.next = row_ + level.distance;
  }
}

void RowLocator::Jump(size_t level) {
  in_->set_position(levels_[level].announced);
  row_ = levels_[level].next;
  for (size_t lower = 0; lower < level; lower++) {
    levels_[lower].next = row_;
    levels_[lower].announced = nullptr;
  }
}

}  // namespace cif::internal

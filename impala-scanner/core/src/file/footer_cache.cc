#include "file/footer_cache.h"

#include <utility>

namespace cif::internal {
namespace {

int64_t TextBytes(const Literal& literal) {
  const auto* text = std::get_if<std::string>(&literal);
  return text == nullptr ? 0 : static_cast<int64_t>(text->capacity());
}

int64_t BytesOf(const Footer& footer) {
  auto bytes = static_cast<int64_t>(sizeof(Footer) + footer.blocks.capacity() * sizeof(BlockInfo));
  for (const BlockInfo& block : footer.blocks) {
    bytes += static_cast<int64_t>(block.parts.capacity() * sizeof(BlockPart)) +
             TextBytes(block.statistics.min) + TextBytes(block.statistics.max);
  }
  // Approximate overhead of the map entry.
  return bytes + 64;
}

}  // namespace

std::shared_ptr<const Footer> FooterCache::Find(const Column& column) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = footers_.find(&column);
  return found == footers_.end() ? nullptr : found->second;
}

void FooterCache::Keep(const Column& column, std::shared_ptr<const Footer> footer) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (footers_.count(&column) == 0 && limit_->Take(BytesOf(*footer))) {
    footers_.emplace(&column, std::move(footer));
  }
}

}  // namespace cif::internal

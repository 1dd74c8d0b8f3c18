#include "file/schema_cache.h"

#include <utility>

#include "util/process.h"

namespace cif::internal {
namespace {

constexpr size_t kLeastBytes = 8 << 10;  // shorter schemas are always parsed
constexpr size_t kMostBytes = 4 << 20;

}  // namespace

SchemaCache& SchemaCache::Process() {
  static PerProcess<SchemaCache> schemas([] { return std::make_unique<SchemaCache>(kMostBytes); });
  return schemas.Get();
}

std::shared_ptr<const SchemaCache::Known> SchemaCache::Find(std::string_view bytes) const {
  for (const std::shared_ptr<const Known>& one : known_) {
    if (bytes.substr(0, one->json.size()) == one->json) {
      return one;
    }
  }
  return nullptr;
}

std::shared_ptr<const SchemaCache::Known> SchemaCache::At(std::string_view bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  return Find(bytes);
}

void SchemaCache::Add(std::string_view json, const Schema& schema) {
  if (json.size() < kLeastBytes || json.size() > most_bytes_) {
    return;
  }
  auto added = std::make_shared<const Known>(Known{std::string(json), schema});
  std::lock_guard<std::mutex> lock(mutex_);
  if (Find(json) != nullptr) {
    return;
  }
  known_.push_front(std::move(added));
  bytes_ += json.size();
  while (bytes_ > most_bytes_) {
    bytes_ -= known_.back()->json.size();
    known_.pop_back();
  }
}

}  // namespace cif::internal

#include "filter/bloom_filter.h"

#include "util/input.h"

namespace cif::internal {
namespace {

constexpr uint32_t kSalts[] = {0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d,
                               0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31};

}  // namespace

bool BloomMayHave(const uint8_t* filter, int64_t length, uint64_t hash) {
  const auto blocks = static_cast<uint64_t>(length / kBloomBlock);
  const uint8_t* word = filter + kBloomBlock * static_cast<int64_t>(((hash >> 32) * blocks) >> 32);
  for (uint32_t salt : kSalts) {
    const uint32_t bit = uint32_t{1} << ((static_cast<uint32_t>(hash) * salt) >> 27);
    if ((Load<uint32_t>(word) & bit) == 0) {
      return false;
    }
    word += sizeof(uint32_t);
  }
  return true;
}

}  // namespace cif::internal

#include "util/bits.h"

#include <algorithm>
#include <array>

#include "util/cpu.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "util/lanes.h"
#elif defined(__aarch64__)
#include "util/bits_neon.h"
#endif

namespace cif::internal {
namespace {

template <typename T>
void UnpackLoop(const uint8_t* p, int width, T base, int64_t from, int64_t count, T* out) {
  using U = std::make_unsigned_t<T>;
  for (int64_t i = 0; i < count; i++) {
    out[i] = static_cast<T>(static_cast<U>(base) + static_cast<U>(PackedAt(p, width, from + i)));
  }
}

/// Number of values before the next multiple of 8, where a group starts at a byte.
int64_t Head(int64_t from, int64_t count) { return std::min(count, (8 - from % 8) % 8); }

#if defined(__x86_64__)

bool HasGroups() { return cpu().avx2; }

__attribute__((target("avx2"))) void Groups32(const uint8_t* p, int width, int32_t base,
                                              int64_t groups, int32_t* out) {
  const Lane32& lane = kLanes32[static_cast<size_t>(width)];
  const __m256i bytes = _mm256_load_si256(reinterpret_cast<const __m256i*>(lane.bytes.data()));
  const __m256i shifts = _mm256_load_si256(reinterpret_cast<const __m256i*>(lane.shifts.data()));
  const __m256i mask = _mm256_set1_epi32(static_cast<int>((1U << width) - 1));
  const __m256i bases = _mm256_set1_epi32(base);
  const int64_t high = width / 2;
  for (int64_t g = 0; g < groups; g++, p += width, out += 8) {
    __m256i x = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))),
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + high)), 1);
    x = _mm256_srlv_epi32(_mm256_shuffle_epi8(x, bytes), shifts);
    x = _mm256_add_epi32(_mm256_and_si256(x, mask), bases);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), x);
  }
}

__attribute__((target("avx2"))) inline __m256i Words(const uint8_t* p, const int64_t* at) {
  return _mm256_set_epi64x(Load<int64_t>(p + at[3]), Load<int64_t>(p + at[2]),
                           Load<int64_t>(p + at[1]), Load<int64_t>(p + at[0]));
}

/// Unpacks each number from the 64-bit word in which it starts.
__attribute__((target("avx2"))) void Groups64To64(const uint8_t* p, int width, int64_t base,
                                                  int64_t groups, int64_t* out) {
  const __m256i bases = _mm256_set1_epi64x(base);
  std::array<int64_t, 8> at;
  std::array<int64_t, 8> shift;
  for (size_t i = 0; i < 8; i++) {
    at[i] = static_cast<int64_t>(i) * width / 8;
    shift[i] = static_cast<int64_t>(i) * width % 8;
  }
  const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(shift.data()));
  const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(shift.data() + 4));
  const __m256i mask = _mm256_set1_epi64x(static_cast<int64_t>((uint64_t{1} << width) - 1));
  for (int64_t g = 0; g < groups; g++, p += width, out += 8) {
    __m256i a = _mm256_and_si256(_mm256_srlv_epi64(Words(p, at.data()), low), mask);
    __m256i b = _mm256_and_si256(_mm256_srlv_epi64(Words(p, at.data() + 4), high), mask);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_add_epi64(a, bases));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 4), _mm256_add_epi64(b, bases));
  }
}

constexpr uint64_t kOnes = 0x0101010101010101;

__attribute__((target("bmi2"))) void LettersPdep(const uint8_t* p, int bits, int64_t from,
                                                 int64_t count, uint8_t* out) {
  const uint64_t spread = kOnes * ((1U << bits) - 1);
  int64_t bit = from * bits;
  for (int64_t i = 0; i < count; i += 8, bit += int64_t{8} * bits) {
    uint64_t word = _pdep_u64(Load<uint64_t>(p + (bit >> 3)) >> (bit & 7), spread);
    std::memcpy(out + i, &word, sizeof(word));
  }
}

__attribute__((target("avx2"))) uint8_t MapAvx2(const uint8_t* alphabet, int64_t count,
                                                uint8_t* text) {
  __m256i rows[8];
  for (size_t r = 0; r < 8; r++) {
    rows[r] = _mm256_broadcastsi128_si256(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(alphabet + 16 * r)));
  }
  const __m256i far = _mm256_set1_epi8(0x70);
  __m256i greatest = _mm256_setzero_si256();
  int64_t i = 0;
  for (; i + 32 <= count; i += 32) {
    __m256i* at = reinterpret_cast<__m256i*>(text + i);
    __m256i x = _mm256_loadu_si256(at);
    greatest = _mm256_max_epu8(greatest, x);
    __m256i y = _mm256_setzero_si256();
    for (int r = 0; r < 8; r++) {
      // A number of another row has its high bit set in the sum, so the shuffle gives 0.
      __m256i n = _mm256_xor_si256(x, _mm256_set1_epi8(static_cast<char>(16 * r)));
      y = _mm256_or_si256(y, _mm256_shuffle_epi8(rows[r], _mm256_adds_epu8(n, far)));
    }
    _mm256_storeu_si256(at, y);
  }
  alignas(32) uint8_t lanes[32];
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), greatest);
  uint8_t most = MapLettersPortable(alphabet, count - i, text + i);
  return std::max(most, *std::max_element(lanes, lanes + 32));
}

/// Unpacks 64 letters at a time. Each group of eight starts at the same bit of a byte. If kMapped,
/// replaces each number by its letter and sets `greatest` to the greatest number.
template <bool kMapped>
__attribute__((target("avx512f,avx512bw,avx512vbmi"))) int64_t LettersVbmi(
    const uint8_t* p, int bits, int64_t from, int64_t count, const uint8_t* alphabet, uint8_t* out,
    uint8_t* greatest) {
  alignas(64) uint8_t places[64];
  alignas(64) uint8_t shifts[64];
  const int first = static_cast<int>(from * bits & 7);
  for (int i = 0; i < 64; i++) {
    places[i] = static_cast<uint8_t>(i / 8 * bits + i % 8);
    shifts[i] = static_cast<uint8_t>(first + i % 8 * bits);
  }
  const __m512i place = _mm512_load_si512(places);
  const __m512i shift = _mm512_load_si512(shifts);
  const __m512i mask = _mm512_set1_epi8(static_cast<char>((1 << bits) - 1));
  __m512i low = _mm512_setzero_si512();
  __m512i high = low;
  __m512i most = low;
  if constexpr (kMapped) {
    low = _mm512_loadu_si512(alphabet);
    high = _mm512_loadu_si512(alphabet + 64);
  }
  p += from * bits >> 3;
  int64_t i = 0;
  for (; i + 64 <= count; i += 64, p += int64_t{8} * bits) {
    const __m512i eights = _mm512_permutexvar_epi8(place, _mm512_loadu_si512(p));
    __m512i x = _mm512_and_si512(_mm512_multishift_epi64_epi8(shift, eights), mask);
    if constexpr (kMapped) {
      most = _mm512_max_epu8(most, x);
      x = _mm512_permutex2var_epi8(low, x, high);
    }
    _mm512_storeu_si512(out + i, x);
  }
  if constexpr (kMapped) {
    alignas(64) uint8_t lanes[64];
    _mm512_store_si512(lanes, most);
    *greatest = *std::max_element(lanes, lanes + 64);
  }
  return i;
}

#elif defined(__aarch64__)

bool HasGroups() { return cpu().neon; }

#else

bool HasGroups() { return false; }
constexpr int kWidest32 = 0;

void Groups32(const uint8_t* p, int width, int32_t base, int64_t groups, int32_t* out) {
  UnpackLoop<int32_t>(p, width, base, 0, 8 * groups, out);
}

void Groups64To64(const uint8_t* p, int width, int64_t base, int64_t groups, int64_t* out) {
  UnpackLoop<int64_t>(p, width, base, 0, 8 * groups, out);
}

#endif

}  // namespace

void Unpack64Portable(const uint8_t* p, int width, int64_t base, int64_t from, int64_t count,
                      int64_t* out) {
  UnpackLoop<int64_t>(p, width, base, from, count, out);
}

void Unpack32Portable(const uint8_t* p, int width, int32_t base, int64_t from, int64_t count,
                      int32_t* out) {
  UnpackLoop<int32_t>(p, width, base, from, count, out);
}

void Unpack64(const uint8_t* p, int width, int64_t base, int64_t from, int64_t count,
              int64_t* out) {
  if (width == 0) {
    std::fill_n(out, count, base);
    return;
  }
  if (HasGroups() && width <= 56 && count >= 8) {
    int64_t head = Head(from, count);
    Unpack64Portable(p, width, base, from, head, out);
    int64_t groups = (count - head) / 8;
    Groups64To64(p + (from + head) / 8 * width, width, base, groups, out + head);
    int64_t done = head + 8 * groups;
    Unpack64Portable(p, width, base, from + done, count - done, out + done);
    return;
  }
  Unpack64Portable(p, width, base, from, count, out);
}

void Unpack32(const uint8_t* p, int width, int32_t base, int64_t from, int64_t count,
              int32_t* out) {
  if (width == 0) {
    std::fill_n(out, count, base);
    return;
  }
  if (HasGroups() && width <= kWidest32 && count >= 8) {
    int64_t head = Head(from, count);
    Unpack32Portable(p, width, base, from, head, out);
    int64_t groups = (count - head) / 8;
    Groups32(p + (from + head) / 8 * width, width, base, groups, out + head);
    int64_t done = head + 8 * groups;
    Unpack32Portable(p, width, base, from + done, count - done, out + done);
    return;
  }
  Unpack32Portable(p, width, base, from, count, out);
}

void UnpackLettersPortable(const uint8_t* p, int bits, int64_t from, int64_t count, uint8_t* out) {
  const uint64_t mask = (1U << bits) - 1;
  int64_t bit = from * bits;
  for (int64_t i = 0; i < count; i += 8, bit += int64_t{8} * bits) {
    uint64_t word = Load<uint64_t>(p + (bit >> 3)) >> (bit & 7);
    int64_t k = std::min<int64_t>(8, count - i);
    for (int64_t j = 0; j < k; j++, word >>= bits) {
      out[i + j] = static_cast<uint8_t>(word & mask);
    }
  }
}

namespace {

/// Does the same as UnpackLetters for few letters.
void UnpackFew(const uint8_t* p, int bits, int64_t from, int64_t count, uint8_t* out) {
#if defined(__x86_64__)
  if (cpu().pdep) {
    LettersPdep(p, bits, from, count, out);
    return;
  }
#elif defined(__aarch64__)
  if (cpu().neon) {
    LettersNeon(p, bits, from, count, out);
    return;
  }
#endif
  UnpackLettersPortable(p, bits, from, count, out);
}

}  // namespace

void UnpackLetters(const uint8_t* p, int bits, int64_t from, int64_t count, uint8_t* out) {
  int64_t done = 0;
#if defined(__x86_64__)
  if (cpu().vbmi) {
    done = LettersVbmi<false>(p, bits, from, count, nullptr, out, nullptr);
  }
#endif
  UnpackFew(p, bits, from + done, count - done, out + done);
}

uint8_t MapLettersPortable(const uint8_t* alphabet, int64_t count, uint8_t* text) {
  uint8_t greatest = 0;
  for (int64_t i = 0; i < count; i++) {
    greatest = std::max(greatest, text[i]);
    text[i] = alphabet[text[i] & 127];
  }
  return greatest;
}

uint8_t MapLetters(const uint8_t* alphabet, int64_t count, uint8_t* text) {
#if defined(__x86_64__)
  if (cpu().avx2) {
    return MapAvx2(alphabet, count, text);
  }
#elif defined(__aarch64__)
  if (cpu().neon) {
    return MapNeon(alphabet, count, text);
  }
#endif
  return MapLettersPortable(alphabet, count, text);
}

uint8_t UnpackText(const uint8_t* p, int bits, int64_t from, int64_t count, const uint8_t* alphabet,
                   uint8_t* out) {
  uint8_t greatest = 0;
  int64_t done = 0;
#if defined(__x86_64__)
  if (cpu().vbmi) {
    done = LettersVbmi<true>(p, bits, from, count, alphabet, out, &greatest);
  }
#endif
  UnpackFew(p, bits, from + done, count - done, out + done);
  return std::max(greatest, MapLetters(alphabet, count - done, out + done));
}

}  // namespace cif::internal

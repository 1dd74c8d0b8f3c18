#include "util/crc32c.h"

#include <array>

#include "util/cpu.h"
#include "util/input.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define CIF_CRC_INSTRUCTIONS __attribute__((target("sse4.2")))
#elif defined(__aarch64__)
#include <arm_acle.h>
#define CIF_CRC_INSTRUCTIONS __attribute__((target("+crc")))
#endif

namespace cif::internal {
namespace {

constexpr uint32_t kPolynomial = 0x82F63B78;  // reflected

using Table = std::array<uint32_t, 256>;

/// Table k gives the effect of a byte that is followed by k zero bytes.
constexpr std::array<Table, 8> MakeTables() {
  std::array<Table, 8> t{};
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int bit = 0; bit < 8; bit++) {
      c = (c >> 1) ^ ((c & 1) != 0 ? kPolynomial : 0);
    }
    t[0][i] = c;
  }
  for (size_t k = 1; k < 8; k++) {
    for (size_t i = 0; i < 256; i++) {
      t[k][i] = (t[k - 1][i] >> 8) ^ t[0][t[k - 1][i] & 0xFF];
    }
  }
  return t;
}

constexpr std::array<Table, 8> kTables = MakeTables();

uint32_t UpdatePortable(uint32_t crc, const uint8_t* p, size_t size) {
  for (; size >= 8; size -= 8, p += 8) {
    uint64_t w = Load<uint64_t>(p) ^ crc;
    crc = 0;
    for (size_t k = 0; k < 8; k++) {
      crc ^= kTables[7 - k][(w >> (8 * k)) & 0xFF];
    }
  }
  for (; size > 0; size--, p++) {
    crc = (crc >> 8) ^ kTables[0][(crc ^ *p) & 0xFF];
  }
  return crc;
}

#if defined(CIF_CRC_INSTRUCTIONS)

/// Applies a linear map of 32 bits, given by the images of the single bits.
constexpr uint32_t Times(const std::array<uint32_t, 32>& matrix, uint32_t vector) {
  uint32_t sum = 0;
  for (size_t i = 0; vector != 0; vector >>= 1, i++) {
    if ((vector & 1) != 0) {
      sum ^= matrix[i];
    }
  }
  return sum;
}

/// Returns tables that move a checksum over `bytes` zero bytes, one byte of the checksum per table.
/// `bytes` is a power of two.
constexpr std::array<Table, 4> MakeShift(size_t bytes) {
  std::array<uint32_t, 32> step{};
  step[0] = kPolynomial;  // over one zero bit
  for (size_t i = 1; i < 32; i++) {
    step[i] = 1U << (i - 1);
  }
  for (size_t bits = 1; bits < 8 * bytes; bits *= 2) {
    std::array<uint32_t, 32> twice{};
    for (size_t i = 0; i < 32; i++) {
      twice[i] = Times(step, step[i]);
    }
    step = twice;
  }
  std::array<Table, 4> t{};
  for (size_t k = 0; k < 4; k++) {
    for (uint32_t i = 0; i < 256; i++) {
      t[k][i] = Times(step, i << (8 * k));
    }
  }
  return t;
}

constexpr size_t kLong = 4096;
constexpr size_t kShort = 256;
constexpr std::array<Table, 4> kShiftLong = MakeShift(kLong);
constexpr std::array<Table, 4> kShiftShort = MakeShift(kShort);

uint32_t Shift(const std::array<Table, 4>& t, uint32_t crc) {
  return t[0][crc & 0xFF] ^ t[1][(crc >> 8) & 0xFF] ^ t[2][(crc >> 16) & 0xFF] ^ t[3][crc >> 24];
}

CIF_CRC_INSTRUCTIONS inline uint32_t Of8(uint32_t crc, uint64_t bytes) {
#if defined(__x86_64__)
  return static_cast<uint32_t>(_mm_crc32_u64(crc, bytes));
#else
  return __crc32cd(crc, bytes);
#endif
}

CIF_CRC_INSTRUCTIONS inline uint32_t Of1(uint32_t crc, uint8_t byte) {
#if defined(__x86_64__)
  return _mm_crc32_u8(crc, byte);
#else
  return __crc32cb(crc, byte);
#endif
}

/// Processes three stretches side by side: the instruction takes three cycles, but can start every
/// cycle.
CIF_CRC_INSTRUCTIONS uint32_t Three(const uint8_t*& p, size_t& size, uint32_t crc, size_t stretch,
                                    const std::array<Table, 4>& t) {
  while (size >= 3 * stretch) {
    uint32_t b = 0;
    uint32_t c = 0;
    for (size_t i = 0; i < stretch; i += 8) {
      crc = Of8(crc, Load<uint64_t>(p + i));
      b = Of8(b, Load<uint64_t>(p + stretch + i));
      c = Of8(c, Load<uint64_t>(p + 2 * stretch + i));
    }
    crc = Shift(t, Shift(t, crc) ^ b) ^ c;
    p += 3 * stretch;
    size -= 3 * stretch;
  }
  return crc;
}

CIF_CRC_INSTRUCTIONS uint32_t UpdateHardware(uint32_t start, const uint8_t* p, size_t size) {
  uint32_t crc = start;
  crc = Three(p, size, crc, kLong, kShiftLong);
  crc = Three(p, size, crc, kShort, kShiftShort);
  for (; size >= 8; size -= 8, p += 8) {
    crc = Of8(crc, Load<uint64_t>(p));
  }
  for (; size > 0; size--, p++) {
    crc = Of1(crc, *p);
  }
  return crc;
}

#endif

#if defined(__x86_64__)

/// x^n modulo the polynomial, reflected, as a factor of carry-less products of 64 bits.
constexpr uint64_t PowerOfX(int n) {
  uint32_t power = 0x80000000;
  for (int i = 0; i < n; i++) {
    power = (power >> 1) ^ ((power & 1) != 0 ? kPolynomial : 0);
  }
  return uint64_t{power} << 32;
}

constexpr size_t kFold = 256;

/// Folds the message into four registers of 64 bytes. Each step replaces a register by a value with
/// the same remainder 256 bytes further on, and adds the next bytes. A product of reflected numbers
/// has one power of x too many, so the factors have one less.
__attribute__((target("avx512f,avx512bw,vpclmulqdq,pclmul,sse4.2"))) uint32_t UpdateFolding(
    uint32_t start, const uint8_t* p, size_t size) {
  const __m512i factors =
      _mm512_broadcast_i32x4(_mm_set_epi64x(static_cast<int64_t>(PowerOfX(8 * kFold - 1)),
                                            static_cast<int64_t>(PowerOfX(8 * kFold + 63))));
  __m512i x[4];
  for (size_t i = 0; i < 4; i++) {
    x[i] = _mm512_loadu_si512(p + 64 * i);
  }
  x[0] = _mm512_xor_si512(x[0], _mm512_zextsi128_si512(_mm_cvtsi32_si128(static_cast<int>(start))));
  for (p += kFold, size -= kFold; size >= kFold; p += kFold, size -= kFold) {
    for (size_t i = 0; i < 4; i++) {
      const __m512i early = _mm512_clmulepi64_epi128(x[i], factors, 0x00);
      const __m512i late = _mm512_clmulepi64_epi128(x[i], factors, 0x11);
      constexpr int kXorOfThree = 0x96;
      x[i] = _mm512_ternarylogic_epi64(early, late, _mm512_loadu_si512(p + 64 * i), kXorOfThree);
    }
  }
  alignas(64) uint8_t rest[kFold];
  for (size_t i = 0; i < 4; i++) {
    _mm512_store_si512(rest + 64 * i, x[i]);
  }
  return UpdateHardware(UpdateHardware(0, rest, kFold), p, size);
}

#endif

}  // namespace

uint32_t Crc32cPortable(const uint8_t* data, size_t size) {
  return ~UpdatePortable(~0U, data, size);
}

uint32_t Crc32c(const uint8_t* data, size_t size) {
#if defined(__x86_64__)
  if (cpu().clmul && size >= 2 * kFold) {
    return ~UpdateFolding(~0U, data, size);
  }
#endif
#if defined(CIF_CRC_INSTRUCTIONS)
  if (cpu().crc32c) {
    return ~UpdateHardware(~0U, data, size);
  }
#endif
  return Crc32cPortable(data, size);
}

}  // namespace cif::internal

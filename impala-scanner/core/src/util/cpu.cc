#include "util/cpu.h"

#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace cif::internal {
namespace {

Cpu Detect() {
  Cpu found;
#if defined(__x86_64__)
  __builtin_cpu_init();
  found.crc32c = __builtin_cpu_supports("sse4.2");
  found.avx2 = __builtin_cpu_supports("avx2");
  found.pdep = __builtin_cpu_supports("bmi2");
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
  found.clmul = wide && found.crc32c && __builtin_cpu_supports("vpclmulqdq");
  found.vbmi = wide && found.avx2 && found.pdep && __builtin_cpu_supports("avx512vbmi");
#elif defined(__aarch64__)
  found.neon = true;
#if defined(__linux__)
  found.crc32c = (getauxval(AT_HWCAP) & HWCAP_CRC32) != 0;
#endif
#endif
  return found;
}

Cpu& current() {
  static Cpu value = Detect();
  return value;
}

}  // namespace

const Cpu& cpu() { return current(); }

void LimitInstructions(Instructions most) {
  Cpu allowed = most == Instructions::kPortable ? Cpu{} : Detect();
  if (most == Instructions::kNoAvx512) {
    allowed.clmul = false;
    allowed.vbmi = false;
  }
  current() = allowed;
}

}  // namespace cif::internal

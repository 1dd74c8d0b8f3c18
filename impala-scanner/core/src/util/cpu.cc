#include "util/cpu.h"

namespace cif::internal {
namespace {

Cpu Detect() {
  Cpu found;
#if defined(__x86_64__)
  __builtin_cpu_init();
  found.crc32c = __builtin_cpu_supports("sse4.2");
  found.avx2 = __builtin_cpu_supports("avx2");
  found.pdep = __builtin_cpu_supports("bmi2");
#endif
  return found;
}

Cpu& current() {
  static Cpu value = Detect();
  return value;
}

}  // namespace

const Cpu& cpu() { return current(); }

void ForcePortable(bool portable) { current() = portable ? Cpu{} : Detect(); }

}  // namespace cif::internal

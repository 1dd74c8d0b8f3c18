// Run-time choice between portable code and code for newer processors.
#pragma once

namespace cif::internal {

/// The instruction sets that the decoders may use on this machine.
struct Cpu {
  bool crc32c = false;  ///< SSE 4.2
  bool avx2 = false;
  bool pdep = false;  ///< BMI2
};

/// What the processor has, unless ForcePortable was called.
const Cpu& cpu();

/// For tests: uses portable code only, or again what the processor has. Not while others decode.
void ForcePortable(bool portable);

}  // namespace cif::internal

// Run-time choice between portable code and code for newer processors.
#pragma once

namespace cif::internal {

/// The instruction sets that the decoders may use on this machine.
struct Cpu {
  bool crc32c = false;  ///< SSE 4.2, or the CRC instructions of ARM
  bool avx2 = false;
  bool pdep = false;   ///< BMI2
  bool clmul = false;  ///< AVX-512 with VPCLMULQDQ
  bool vbmi = false;   ///< AVX-512 with VBMI
  bool neon = false;   ///< on 64-bit ARM
};

/// Returns the features of the processor, within the limit of LimitInstructions.
const Cpu& cpu();

/// Limit on the instructions that code may use.
enum class Instructions { kPortable, kNoAvx512, kAll };

/// For tests: limits the features that are used. Not while other threads decode.
void LimitInstructions(Instructions most);

}  // namespace cif::internal

// The ballast of an ext4 that stays mounted: a file that the kernel allocates.
#pragma once

#include <ostream>

#include "commands.h"

namespace cif::zones {

/// Allocates a file without a name over what is free, gives back what lies inside of the zone, and names it last. A
/// process that ends before leaves nothing: the kernel frees a file without a name.
void ReserveMounted(const Request& request, std::ostream& out);

/// Removes the ballast's files and folder.
void ReleaseMounted(const Request& request, std::ostream& out);

/// Verifies by FIEMAP and GETFSMAP as Verify does, without e2fsck.
void VerifyMounted(const Request& request, std::ostream& out);

}  // namespace cif::zones

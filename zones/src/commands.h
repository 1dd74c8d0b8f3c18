// The commands of cif-zones: show, reserve, release, verify.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "overlay.h"
#include "zone.h"

namespace cif::zones {

struct Request {
  std::string device;
  std::optional<Zone> zone;
  std::string undo;      ///< undo file; empty: cif-zones-DEVICE.e2undo in the working folder
  bool mounted = false;  ///< true if the device stays mounted and the kernel allocates the ballast
  StepHook step = [] {};
};

/// Prints the sizes of files, ballast and free blocks in each part. Works on mounted devices too.
void Show(const Request& request, std::ostream& out);

/// Turns all free blocks outside the zone into ballast.
void Reserve(const Request& request, std::ostream& out);

/// Removes the ballast.
void Release(const Request& request, std::ostream& out);

/// Throws ZoneError if a block outside the zone is free, a block of the ballast is inside, or
/// e2fsck finds errors.
void Verify(const Request& request, std::ostream& out);

}  // namespace cif::zones

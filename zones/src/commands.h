// Commands of cif-zones: show, reserve, release, verify.
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
  std::string undo;             ///< the undo file; empty: cif-zones-DEVICE.e2undo in the working folder
  bool mounted = false;         ///< the device stays mounted: a ballast by the kernel
  StepHook step = [] {};
};

/// Prints where files, ballast and free blocks lie. Works on mounted devices too.
void Show(const Request& request, std::ostream& out);

/// Makes all free blocks outside of the zone ballast.
void Reserve(const Request& request, std::ostream& out);

/// Removes the ballast.
void Release(const Request& request, std::ostream& out);

/// Throws ZoneError if a block outside of the zone is free, one of the ballast inside, or e2fsck finds errors.
void Verify(const Request& request, std::ostream& out);

}  // namespace cif::zones

// cif-zones: keeps a file system's files in the low addresses of a disk, its outer and faster
// tracks, by holding the free blocks of all other addresses. docs/ZONES.md is its guide.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>

#include "commands.h"
#include "error.h"
#include "watch.h"

namespace {

using cif::zones::Request;

using Command = void (*)(const Request&, std::ostream&);

}  // namespace

// Without memory for its options the process ends here.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  CLI::App app("Keeps an ext2's, ext3's or ext4's files in a zone of a disk.");
  app.require_subcommand(1);
  Request request;
  std::string zone;
  Command chosen = nullptr;
  enum class ZoneIs { kNeeded, kAllowed, kRefused };
  auto add = [&](const char* name, const char* help, Command command, ZoneIs zone_is,
                 bool changes) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->add_option("DEVICE", request.device, "Block device or image file")->required();
    CLI::Option* option =
        sub->add_option("--zone", zone, "The fast zone, bytes of the device: 0-60G (K, M, G, T)");
    option->required(zone_is == ZoneIs::kNeeded);
    if (zone_is == ZoneIs::kRefused) {
      option->group("");
    }
    if (command != cif::zones::Show && command != cif::zones::Watch) {
      sub->add_flag("--mounted", request.mounted,
                    "Work through the kernel on an ext4 that stays mounted");
    }
    if (changes) {
      sub->add_option("--undo", request.undo,
                      "Undo file for e2undo; default: cif-zones-DEVICE.e2undo, here");
    }
    sub->callback([&chosen, command] { chosen = command; });
  };
  add("show", "Print where files, ballast and free blocks lie", cif::zones::Show, ZoneIs::kAllowed,
      false);
  add("reserve", "Hold all free blocks outside of the zone", cif::zones::Reserve, ZoneIs::kNeeded,
      true);
  add("release", "Give all of them back", cif::zones::Release, ZoneIs::kRefused, true);
  add("verify", "Check that nothing outside is free, and run e2fsck -fn", cif::zones::Verify,
      ZoneIs::kNeeded, false);
  add("watch", "Print where each file comes to lie that is written, until it is interrupted",
      cif::zones::Watch, ZoneIs::kAllowed, false);
  CLI11_PARSE(app, argc, argv);
  try {
    if (!zone.empty()) {
      request.zone = cif::zones::ParseZone(zone);
    }
    if (chosen == cif::zones::Release && request.zone) {
      cif::zones::Fail(
          "--zone " + zone,
          "release gives all blocks back; leave it out, and reserve again for another zone");
    }
    chosen(request, std::cout);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cif-zones: %s\n", error.what());
    return 1;
  }
}

#include "commands.h"

#include <cstdio>
#include <filesystem>

#include "ballast.h"
#include "change.h"
#include "device.h"
#include "error.h"
#include "mounted.h"

namespace cif::zones {
namespace {

std::string UndoFile(const Request& request) {
  if (!request.undo.empty()) {
    return request.undo;
  }
  return "cif-zones-" + std::filesystem::path(request.device).filename().string() + ".e2undo";
}

void PrintPart(const std::string& name, ext2_filsys fs, const Ballast& ballast,
               const std::vector<Run>& ranges, std::ostream& out) {
  uint64_t blocks = 0;
  for (const Run& range : ranges) {
    blocks += range.count;
  }
  FreeSum free = SumFree(fs, ranges);
  uint64_t reserved = ballast.BlocksWithin(ranges);
  auto text = [&](uint64_t count) { return BytesText(count * fs->blocksize); };
  char line[256];
  std::snprintf(line, sizeof(line), "%-8s %12s %12s %12s %12s %10llu %12s\n", name.c_str(),
                text(blocks).c_str(), text(blocks - free.blocks - reserved).c_str(),
                text(reserved).c_str(), text(free.blocks).c_str(),
                static_cast<unsigned long long>(free.runs), text(free.longest).c_str());
  out << line;
}

/// Fails if a device that is to be changed from outside is mounted.
void NeedUnmounted(const Request& request) {
  if (auto mount = FindMount(request.device)) {
    Fail(request.device,
         "is mounted at " + mount->folder +
             ", so nothing was changed; unmount it (also where it is "
             "mounted read-only: the kernel keeps counts in memory), or, for ext4, give --mounted");
  }
}

/// Checks an unmounted device before a change. Returns its file system, open for reading.
FileSystemPtr OpenChecked(const std::string& device) {
  FileSystemPtr fs = OpenToRead(device, false);
  CheckKnown(device, fs.get());
  CheckByE2fsck(device);
  return fs;
}

const Zone& NeedZone(const Request& request, const Layout& layout) {
  const Zone& zone = request.zone.value();
  if (Inside(zone, layout).count == 0) {
    Fail(request.device, "the zone holds no whole block of the device, which has " +
                             std::to_string(layout.blocks * layout.block_size) +
                             " bytes; name another by --zone");
  }
  if (Outside(zone, layout).empty()) {
    Fail(request.device, "the zone holds the whole device, which has " +
                             std::to_string(layout.blocks * layout.block_size) +
                             " bytes; name a smaller by --zone");
  }
  return zone;
}

void SayUndo(const std::string& undo, const std::string& device, std::ostream& out) {
  out << "To take it back before the device is used: e2undo " << undo << " " << device << "\n";
}

}  // namespace

void Show(const Request& request, std::ostream& out) {
  std::optional<Mount> mount = FindMount(request.device);
  FileSystemPtr fs = OpenToRead(request.device, mount.has_value());
  Layout layout = LayoutOf(fs.get());
  Ballast ballast(request.device, fs.get());
  out << request.device << ": " << TypeOf(fs.get()) << ", " << layout.blocks << " blocks of "
      << layout.block_size << " bytes, "
      << (mount ? "mounted at " + mount->folder + ": what follows may be some seconds old"
                : "not mounted")
      << "\n";
  if (uint64_t start = StartOnDisk(request.device); start > 0) {
    out << "It starts at byte " << start << " of its disk; a zone counts from there.\n";
  }
  out << "part             size  other files      ballast         free  free runs      longest\n";
  if (request.zone) {
    PrintPart("fast", fs.get(), ballast, {Inside(*request.zone, layout)}, out);
    PrintPart("slow", fs.get(), ballast, Outside(*request.zone, layout), out);
  }
  PrintPart("all", fs.get(), ballast, {{layout.first_block, layout.blocks - layout.first_block}},
            out);
}

void Reserve(const Request& request, std::ostream& out) {
  if (request.mounted) {
    ReserveMounted(request, out);
    return;
  }
  NeedUnmounted(request);
  FileSystemPtr fs = OpenChecked(request.device);
  Layout layout = LayoutOf(fs.get());
  const Zone& zone = NeedZone(request, layout);
  std::vector<Run> outside = Outside(zone, layout);
  if (Ballast(request.device, fs.get()).DataBlocksWithin({Inside(zone, layout)}) > 0) {
    Fail(request.device, "the ballast holds blocks of this zone; release it first");
  }
  if (SumFree(fs.get(), outside).blocks == 0) {
    out << "No block outside of the zone is free: nothing was changed.\n";
    return;
  }
  fs.reset();
  std::string undo = UndoFile(request);
  Change change(request.device, undo, request.step);
  uint64_t taken = Ballast(request.device, change.fs()).Take(&change, outside);
  change.Commit(Direction::kTakesBlocks);
  out << "Reserved " << BytesText(taken * layout.block_size) << " outside of the zone.\n";
  SayUndo(undo, request.device, out);
}

void Release(const Request& request, std::ostream& out) {
  if (request.mounted) {
    ReleaseMounted(request, out);
    return;
  }
  NeedUnmounted(request);
  FileSystemPtr fs = OpenChecked(request.device);
  if (!Ballast(request.device, fs.get()).exists()) {
    out << "There is no ballast: nothing was changed.\n";
    return;
  }
  uint32_t block_size = fs->blocksize;
  fs.reset();
  std::string undo = UndoFile(request);
  Change change(request.device, undo, request.step);
  uint64_t given = Ballast(request.device, change.fs()).Remove(&change);
  change.Commit(Direction::kGivesBlocks);
  out << "Released " << BytesText(given * block_size) << ".\n";
  SayUndo(undo, request.device, out);
}

void Verify(const Request& request, std::ostream& out) {
  if (request.mounted) {
    VerifyMounted(request, out);
    return;
  }
  NeedUnmounted(request);
  FileSystemPtr fs = OpenChecked(request.device);
  Layout layout = LayoutOf(fs.get());
  const Zone& zone = NeedZone(request, layout);
  Ballast ballast(request.device, fs.get());
  uint64_t inside = ballast.DataBlocksWithin({Inside(zone, layout)});
  uint64_t free = SumFree(fs.get(), Outside(zone, layout)).blocks;
  if (free > 0) {
    Fail(request.device,
         BytesText(free * layout.block_size) + " outside of the zone are free; reserve them");
  }
  if (inside > 0) {
    Fail(request.device, "the ballast holds " + BytesText(inside * layout.block_size) +
                             " of the zone; release it, and reserve again");
  }
  out << "No block outside of the zone is free, the ballast holds none inside, and e2fsck -fn "
         "finds nothing.\n";
}

}  // namespace cif::zones

#include "mounted.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "ballast.h"
#include "device.h"
#include "error.h"
#include "kernel_map.h"
#include "unique_fd.h"

namespace cif::zones {
namespace {

/// Bytes allocated at once, so that others find room in between.
constexpr uint64_t kPiece = uint64_t{256} << 20;

/// Free bytes left to others while the file grows.
constexpr uint64_t kKeptFree = uint64_t{8} << 20;

/// The mounted root folder, and the ranges in bytes.
struct Place {
  std::string folder;
  UniqueFd root;
  std::vector<Run> inside;
  std::vector<Run> outside;
};

std::vector<Run> InBytes(const std::vector<Run>& runs, const Layout& layout) {
  std::vector<Run> bytes;
  bytes.reserve(runs.size());
  for (const Run& run : runs) {
    bytes.push_back({run.first * layout.block_size, run.count * layout.block_size});
  }
  return bytes;
}

Place PlaceOf(const Request& request) {
  std::optional<Mount> mount = FindMount(request.device);
  if (!mount) {
    Fail(request.device, "is not mounted; leave out --mounted");
  }
  Place place;
  place.folder = mount->folder;
  place.root = UniqueFd(open(mount->folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!place.root.ok()) {
    FailErrno(mount->folder, "cannot be opened");
  }
  if (request.zone) {
    ext2_filsys opened = nullptr;
    CheckExt2(ext2fs_open2(request.device.c_str(), nullptr,
                           EXT2_FLAG_64BITS | EXT2_FLAG_SUPER_ONLY | EXT2_FLAG_IGNORE_CSUM_ERRORS,
                           0, 0, unix_io_manager, &opened),
              request.device, "cannot be opened as a file system");
    FileSystemPtr fs(opened);
    Layout layout = LayoutOf(opened);
    place.inside = InBytes({Inside(*request.zone, layout)}, layout);
    place.outside = InBytes(Outside(*request.zone, layout), layout);
    if (place.inside[0].count == 0 || place.outside.empty()) {
      Fail(request.device,
           "the zone holds none of the device, or all of it; name another by --zone");
    }
  }
  return place;
}

void SetImmutable(int fd, bool immutable, const std::string& name) {
  int flags = 0;
  if (ioctl(fd, FS_IOC_GETFLAGS, &flags) != 0) {
    FailErrno(name, "its flags cannot be read");
  }
  flags = immutable ? flags | FS_IMMUTABLE_FL | FS_NODUMP_FL : flags & ~FS_IMMUTABLE_FL;
  if (ioctl(fd, FS_IOC_SETFLAGS, &flags) != 0) {
    FailErrno(name, "its flags cannot be set; only root may");
  }
}

/// Returns the names of the ballast's files. Fails if the folder holds anything else.
std::vector<std::string> NamesIn(int folder, const std::string& path) {
  std::vector<std::string> names;
  std::unique_ptr<DIR, int (*)(DIR*)> entries(fdopendir(dup(folder)), closedir);
  if (!entries) {
    FailErrno(path, "cannot be read");
  }
  rewinddir(entries.get());
  while (const dirent* entry = readdir(entries.get())) {
    std::string name = entry->d_name;
    if (name == "." || name == "..") {
      continue;
    }
    struct stat status;
    if (name.rfind(kBallastPrefix, 0) != 0 ||
        fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode) || status.st_uid != 0 || status.st_nlink != 1) {
      Fail(path + "/" + name, "was not made by cif-zones; move it away");
    }
    names.push_back(name);
  }
  return names;
}

/// Opens the ballast's folder; no descriptor if there is none.
UniqueFd OpenFolder(const Place& place) {
  UniqueFd folder(
      openat(place.root.get(), kBallastFolder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status;
  if (folder.ok() ? fstat(folder.get(), &status) != 0 || status.st_uid != 0 : errno != ENOENT) {
    Fail(place.folder + "/" + kBallastFolder,
         "is no folder of root's, so cif-zones did not make it; move it away");
  }
  return folder;
}

uint64_t BytesWithin(int folder, const std::vector<std::string>& names,
                     const std::vector<Run>& ranges, const std::string& path) {
  uint64_t bytes = 0;
  for (const std::string& name : names) {
    UniqueFd file(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!file.ok()) {
      FailErrno(path + "/" + name, "cannot be opened");
    }
    for (const Piece& piece : PiecesOf(file.get(), 0, ~uint64_t{0} >> 1, path + "/" + name)) {
      bytes += Overlap({piece.physical, piece.size}, ranges);
    }
  }
  return bytes;
}

/// Extends the file by as much as may be taken now. Returns false if there is no room.
bool Grow(int file, uint64_t wanted, uint64_t* size, const std::string& name) {
  struct statvfs space;
  if (fstatvfs(file, &space) != 0) {
    FailErrno(name, "free space cannot be asked for");
  }
  uint64_t free = static_cast<uint64_t>(space.f_bfree) * space.f_frsize;
  uint64_t room = free > kKeptFree ? free - kKeptFree : 0;
  uint64_t piece = std::min({kPiece, wanted, room});
  for (piece -= piece % space.f_frsize; piece > 0;
       piece = piece / 2 - (piece / 2) % space.f_frsize) {
    if (fallocate(file, 0, static_cast<off_t>(*size), static_cast<off_t>(piece)) == 0) {
      *size += piece;
      return true;
    }
    if (errno == EOPNOTSUPP) {
      Fail(name,
           "the kernel cannot allocate a file without writing it (ext2 and ext3); unmount the "
           "device and leave "
           "out --mounted");
    }
    if (errno != ENOSPC && errno != EINTR) {
      FailErrno(name, "cannot grow");
    }
  }
  return false;
}

/// Frees the bytes of the file that lie inside the zone. Returns their number.
uint64_t GiveBackInside(int file, uint64_t from, uint64_t size, const Place& place,
                        const std::string& name) {
  uint64_t bytes = 0;
  for (const Piece& piece : PiecesOf(file, from, size, name)) {
    for (const Run& zone : place.inside) {
      uint64_t first = std::max(piece.physical, zone.first);
      uint64_t end = std::min(piece.physical + piece.size, zone.end());
      if (first >= end) {
        continue;
      }
      auto at = static_cast<off_t>(piece.logical + (first - piece.physical));
      if (fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, at,
                    static_cast<off_t>(end - first)) != 0) {
        FailErrno(name, "bytes of the zone cannot be given back");
      }
      bytes += end - first;
    }
  }
  return bytes;
}

/// Gives a file without a name the first free name of the ballast.
void NameFile(int file, int folder, const std::string& path) {
  std::string self = "/proc/self/fd/" + std::to_string(file);
  for (int number = 0; number < 10000; number++) {
    char name[32];
    std::snprintf(name, sizeof(name), "%s%04d", kBallastPrefix, number);
    if (linkat(AT_FDCWD, self.c_str(), folder, name, AT_SYMLINK_FOLLOW) == 0) {
      SetImmutable(file, true, path + "/" + name);
      return;
    }
    if (errno != EEXIST) {
      FailErrno(path + "/" + name, "cannot be made");
    }
  }
  Fail(path, "holds 10,000 files; release them and reserve again");
}

}  // namespace

void ReserveMounted(const Request& request, std::ostream& out) {
  Place place = PlaceOf(request);
  const std::string path = place.folder + "/" + kBallastFolder;
  uint64_t before = FreeBytes(place.root.get(), place.outside, request.device);
  if (before == 0) {
    out << "No block outside of the zone is free: nothing was changed.\n";
    return;
  }
  request.step();
  UniqueFd folder = OpenFolder(place);
  if (!folder.ok()) {
    if (mkdirat(place.root.get(), kBallastFolder, 0700) != 0) {
      FailErrno(path, "cannot be made");
    }
    folder = OpenFolder(place);
  }
  if (BytesWithin(folder.get(), NamesIn(folder.get(), path), place.inside, path) > 0) {
    Fail(request.device, "the ballast holds blocks of this zone; release it first");
  }
  request.step();
  UniqueFd file(openat(folder.get(), ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!file.ok()) {
    FailErrno(path, "no file can be made");
  }
  uint64_t size = 0;
  uint64_t left = before;
  // The kernel takes blocks where it likes. Bytes inside the zone are given back when there is no
  // more room, and another round follows as long as rounds help.
  for (uint64_t last = left + 1; left > 0 && left < last;) {
    last = left;
    uint64_t from = size;
    do {
      request.step();
    } while (Grow(file.get(), left, &size, path) &&
             (left = FreeBytes(place.root.get(), place.outside, request.device)) > 0);
    request.step();
    GiveBackInside(file.get(), from, size, place, path);
    left = FreeBytes(place.root.get(), place.outside, request.device);
  }
  request.step();
  NameFile(file.get(), folder.get(), path);
  request.step();
  if (fsync(file.get()) != 0 || fsync(folder.get()) != 0) {
    FailErrno(path, "cannot be written");
  }
  out << "Reserved " << BytesText(before - std::min(before, left)) << " outside of the zone.\n";
  if (left > 0) {
    out << BytesText(left)
        << " outside of the zone are still free; reserve again later, or unmount the device.\n";
  }
}

void ReleaseMounted(const Request& request, std::ostream& out) {
  Place place = PlaceOf(request);
  const std::string path = place.folder + "/" + kBallastFolder;
  UniqueFd folder = OpenFolder(place);
  if (!folder.ok()) {
    out << "There is no ballast: nothing was changed.\n";
    return;
  }
  for (const std::string& name : NamesIn(folder.get(), path)) {
    UniqueFd file(openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!file.ok()) {
      FailErrno(path + "/" + name, "cannot be opened");
    }
    request.step();
    SetImmutable(file.get(), false, path + "/" + name);
    request.step();
    if (unlinkat(folder.get(), name.c_str(), 0) != 0) {
      FailErrno(path + "/" + name, "cannot be removed");
    }
  }
  request.step();
  if (unlinkat(place.root.get(), kBallastFolder, AT_REMOVEDIR) != 0) {
    FailErrno(path, "cannot be removed");
  }
  out << "Released the ballast.\n";
}

void VerifyMounted(const Request& request, std::ostream& out) {
  Place place = PlaceOf(request);
  const std::string path = place.folder + "/" + kBallastFolder;
  UniqueFd folder = OpenFolder(place);
  uint64_t inside = 0;
  if (folder.ok()) {
    inside = BytesWithin(folder.get(), NamesIn(folder.get(), path), place.inside, path);
  }
  if (uint64_t free = FreeBytes(place.root.get(), place.outside, request.device); free > 0) {
    Fail(request.device, BytesText(free) + " outside of the zone are free; reserve them");
  }
  if (inside > 0) {
    Fail(request.device,
         "the ballast holds " + BytesText(inside) + " of the zone; release it, and reserve again");
  }
  out << "No block outside of the zone is free, and the ballast holds none inside. e2fsck was not "
         "run: the device is "
         "mounted.\n";
}

}  // namespace cif::zones

#include "watch.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/fanotify.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <limits>

#include "device.h"
#include "error.h"
#include "kernel_map.h"
#include "unique_fd.h"

namespace cif::zones {
namespace {

std::string LinkOf(int fd) {
  std::array<char, 4096> buffer;
  ssize_t size =
      readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), buffer.data(), buffer.size());
  return {buffer.data(), static_cast<size_t>(std::max<ssize_t>(size, 0))};
}

/// Returns a file's name, on one line, without the kernel's mark of deleted files.
std::string PathOf(int fd) {
  std::string path = LinkOf(fd);
  struct stat status;
  if (fstat(fd, &status) == 0 && status.st_nlink == 0) {
    // It may have been deleted since the link was read. Now the mark is there.
    path = LinkOf(fd);
    constexpr std::string_view kDeleted = " (deleted)";
    if (path.ends_with(kDeleted)) {
      path.erase(path.size() - kDeleted.size());
    }
  }
  std::replace_if(
      path.begin(), path.end(), [](unsigned char c) { return c < ' '; }, '?');
  return path;
}

class Watcher {
 public:
  Watcher(const Request& request, std::ostream& out) : request_(request), out_(out) {
    std::optional<Mount> mount = FindMount(request.device);
    if (!mount) {
      Fail(request.device, "is not mounted; mount it first");
    }
    folder_ = mount->folder;
    events_ = UniqueFd(fanotify_init(FAN_CLOEXEC | FAN_NONBLOCK | FAN_UNLIMITED_QUEUE,
                                     O_RDONLY | O_LARGEFILE | O_CLOEXEC));
    if (!events_.ok()) {
      FailErrno(folder_, "cannot be watched (fanotify); only root may");
    }
    Mark(FAN_MARK_ADD, FAN_CLOSE_WRITE);
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigprocmask(SIG_BLOCK, &ends, nullptr);
    end_ = UniqueFd(signalfd(-1, &ends, SFD_CLOEXEC));
    if (!end_.ok()) {
      FailErrno(folder_, "signals cannot be waited for");
    }
  }

  void Run() {
    out_ << "Watching " << folder_ << std::endl;
    // A broken pipe at the output also ends the watch: nobody reads it any more.
    std::array<pollfd, 3> waits = {pollfd{events_.get(), POLLIN, 0}, pollfd{end_.get(), POLLIN, 0},
                                   pollfd{STDOUT_FILENO, 0, 0}};
    while (waits[1].revents == 0 && waits[2].revents == 0) {
      if (poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) {
        FailErrno(folder_, "cannot be watched");
      }
      Drain();
    }
    // Files closed until now are in the queue; nothing is added to it, so that it ends.
    Mark(FAN_MARK_FLUSH, 0);
    Drain();
    if (request_.zone) {
      out_ << BytesText(inside_) << " of " << BytesText(bytes_) << " lie inside of the zone.\n";
    }
    out_.flush();
    if (!problem_.empty()) {
      throw ZoneError(problem_);
    }
  }

 private:
  void Mark(unsigned change, uint64_t events) {
    if (fanotify_mark(events_.get(), change | FAN_MARK_FILESYSTEM, events, AT_FDCWD,
                      folder_.c_str()) != 0) {
      FailErrno(folder_, "cannot be watched (fanotify)");
    }
  }

  void Drain() {
    alignas(fanotify_event_metadata) std::array<char, 4096> buffer;
    for (;;) {
      ssize_t size = read(events_.get(), buffer.data(), buffer.size());
      if (size < 0 && errno == EAGAIN) {
        return;
      }
      if (size <= 0) {
        FailErrno(folder_, "events cannot be read");
      }
      auto* event = reinterpret_cast<fanotify_event_metadata*>(buffer.data());
      for (; FAN_EVENT_OK(event, size); event = FAN_EVENT_NEXT(event, size)) {
        Report(UniqueFd(event->fd));
      }
    }
  }

  void Report(UniqueFd file) {
    struct stat status;
    if (!file.ok() || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
      return;
    }
    std::string path = PathOf(file.get());
    std::vector<Piece> pieces;
    try {
      pieces = PiecesOf(file.get(), 0, std::numeric_limits<int64_t>::max(), path);
    } catch (const ZoneError& error) {
      // Other files are still reported; the watch then fails with this error.
      problem_ = error.what();
      return;
    }
    uint64_t bytes = 0;
    std::string places;
    for (const Piece& piece : pieces) {
      bytes += piece.size;
      places += (places.empty() ? "" : ",") + std::to_string(piece.physical) + "+" +
                std::to_string(piece.size);
      if (request_.zone) {
        const Zone& zone = *request_.zone;
        inside_ += Overlap({piece.physical, piece.size}, {{zone.begin, zone.end - zone.begin}});
      }
    }
    bytes_ += bytes;
    out_ << bytes << '\t' << places << '\t' << path << '\n';
  }

  const Request& request_;
  std::ostream& out_;
  std::string folder_;
  UniqueFd events_;
  UniqueFd end_;
  uint64_t bytes_ = 0;
  uint64_t inside_ = 0;
  std::string problem_;
};

}  // namespace

void Watch(const Request& request, std::ostream& out) { Watcher(request, out).Run(); }

}  // namespace cif::zones

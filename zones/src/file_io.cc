#include "file_io.h"

#include <unistd.h>

#include <cerrno>

namespace cif::zones {

bool ReadFully(int fd, char* to, size_t size, uint64_t offset) {
  while (size > 0) {
    ssize_t count = pread(fd, to, size, static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      errno = count == 0 ? EIO : errno;
      return false;
    }
    to += count;
    offset += static_cast<uint64_t>(count);
    size -= static_cast<size_t>(count);
  }
  return true;
}

bool WriteFully(int fd, const char* from, size_t size, uint64_t offset) {
  while (size > 0) {
    ssize_t count = pwrite(fd, from, size, static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      errno = count == 0 ? EIO : errno;
      return false;
    }
    from += count;
    offset += static_cast<uint64_t>(count);
    size -= static_cast<size_t>(count);
  }
  return true;
}

}  // namespace cif::zones

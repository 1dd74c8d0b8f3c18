#include "child.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "error.h"
#include "unique_fd.h"

namespace cif::zones {
namespace {

constexpr size_t kKept = 4096;

/// Debian's users have no /usr/sbin in PATH, and cron has few folders.
std::string FindProgram(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string folders = std::string(path != nullptr ? path : "") + ":/usr/sbin:/sbin:/usr/bin:/bin";
  for (size_t at = 0; at <= folders.size();) {
    size_t end = folders.find(':', at);
    end = end == std::string::npos ? folders.size() : end;
    std::string file = folders.substr(at, end - at) + "/" + name;
    if (end > at && access(file.c_str(), X_OK) == 0) {
      return file;
    }
    at = end + 1;
  }
  return "";
}

std::string ReadAll(int fd) {
  std::string output;
  std::array<char, 4096> buffer;
  for (;;) {
    ssize_t count = read(fd, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return output;
    }
    output.append(buffer.data(), std::min(static_cast<size_t>(count), kKept - output.size()));
  }
}

}  // namespace

ChildResult RunChild(const std::vector<std::string>& command) {
  std::string program = FindProgram(command[0]);
  if (program.empty()) {
    Fail(command[0], "was not found; install e2fsprogs");
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    FailErrno(command[0], "no pipe");
  }
  UniqueFd from(ends[0]);
  UniqueFd to(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, to.get(), 1);
  posix_spawn_file_actions_adddup2(&actions, to.get(), 2);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  pid_t child = 0;
  int error = posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    errno = error;
    FailErrno(program, "cannot be run");
  }
  to = UniqueFd();
  ChildResult result;
  result.output = ReadAll(from.get());
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace cif::zones

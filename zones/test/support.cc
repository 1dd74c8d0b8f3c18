#include "support.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ballast.h"
#include "device.h"
#include "error.h"

namespace cif::zones::test {
namespace {

struct Walk {
  ext2_filsys fs;
  std::string folder;
  std::map<std::string, std::string>* files;
};

std::string ContentOf(ext2_filsys fs, ext2_ino_t number, const ext2_inode& inode) {
  std::string content(EXT2_I_SIZE(&inode), '\0');
  ext2_file_t file = nullptr;
  EXPECT_EQ(ext2fs_file_open(fs, number, 0, &file), 0);
  unsigned int got = 0;
  EXPECT_EQ(ext2fs_file_read(file, content.data(), static_cast<unsigned>(content.size()), &got), 0);
  EXPECT_EQ(got, content.size());
  ext2fs_file_close(file);
  return std::to_string(inode.i_uid) + " " + std::to_string(inode.i_mode) + " " +
         std::to_string(std::hash<std::string>()(content));
}

int Visit(ext2_dir_entry* entry, int, int, char*, void* out) {
  auto* walk = static_cast<Walk*>(out);
  std::string name(entry->name, static_cast<size_t>(ext2fs_dirent_name_len(entry)));
  if (name == "." || name == ".." || name == kBallastFolder || name == "lost+found") {
    return 0;
  }
  ext2_inode inode;
  EXPECT_EQ(ext2fs_read_inode(walk->fs, entry->inode, &inode), 0);
  std::string path = walk->folder + "/" + name;
  if (LINUX_S_ISDIR(inode.i_mode)) {
    Walk below{walk->fs, path, walk->files};
    EXPECT_EQ(ext2fs_dir_iterate(walk->fs, entry->inode, 0, nullptr, Visit, &below), 0);
    (*walk->files)[path] = "folder";
  } else {
    (*walk->files)[path] = ContentOf(walk->fs, entry->inode, inode);
  }
  return 0;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "cif-zones-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("no temporary folder");
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() { std::filesystem::remove_all(path_); }

std::string Execute(const std::vector<std::string>& command, const std::vector<int>& allowed) {
  ChildResult result = RunChild(command);
  std::string line;
  for (const std::string& word : command) {
    line += word + " ";
  }
  EXPECT_NE(std::find(allowed.begin(), allowed.end(), result.status), allowed.end())
      << line << "ended with " << result.status << ": " << result.output;
  return result.output;
}

void MakeImage(const std::string& type, const std::string& image, int mebibytes,
               const std::vector<std::string>& options) {
  TemporaryFolder tree;
  for (int i = 0; i < 40; i++) {
    std::string folder = tree / ("d" + std::to_string(i % 5));
    std::filesystem::create_directories(folder);
    std::string file = folder + "/f" + std::to_string(i);
    std::ofstream(file) << std::string(static_cast<size_t>(1 + i * 997),
                                       static_cast<char>('a' + i % 26));
    if (geteuid() == 0) {
      EXPECT_EQ(chown(file.c_str(), static_cast<uid_t>(i % 3) * 1000, 100), 0);
    }
  }
  std::ofstream(image).close();
  std::filesystem::resize_file(image, static_cast<uintmax_t>(mebibytes) << 20);
  std::vector<std::string> command = {"mke2fs", "-q", "-F", "-t", type, "-d", tree / ""};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back(image);
  Execute(command);
}

std::map<std::string, std::string> Files(const std::string& image) {
  // Bitmaps of a half-done change may not fit their checksums; files do.
  FileSystemPtr fs = OpenToRead(image, true);
  std::map<std::string, std::string> files;
  Walk walk{fs.get(), "", &files};
  EXPECT_EQ(ext2fs_dir_iterate(fs.get(), EXT2_ROOT_INO, 0, nullptr, Visit, &walk), 0);
  return files;
}

void ExpectClean(const std::string& image) { Execute({"e2fsck", "-fn", image}); }

std::string ReadFile(const std::string& path) {
  std::string content(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary)
      .read(content.data(), static_cast<std::streamsize>(content.size()));
  return content;
}

std::string ErrorOf(const std::function<void()>& command) {
  try {
    command();
    return "";
  } catch (const ZoneError& error) {
    return error.what();
  }
}

Request RequestOf(const std::string& device, const std::string& zone, const std::string& undo) {
  Request request;
  request.device = device;
  request.zone = ParseZone(zone);
  request.undo = undo;
  return request;
}

bool KilledAt(int number, void (*command)(const Request&, std::ostream&), Request request) {
  pid_t child = fork();
  if (child == 0) {
    // Copies of the hook count together.
    int left = number;
    request.step = [&left] {
      if (left-- == 0) {
        kill(getpid(), SIGKILL);
      }
    };
    try {
      std::ostringstream out;
      command(request, out);
      _exit(0);
    } catch (...) {
      _exit(1);
    }
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0) << "step " << number;
  return WIFSIGNALED(status);
}

std::string NoLoopDevices() {
  if (geteuid() != 0) {
    return "not run as root, so nothing can be mounted";
  }
  ChildResult result = RunChild({"losetup", "-f"});
  return result.status == 0 ? "" : "no loop device: " + result.output;
}

LoopMount::LoopMount(const std::string& image, const std::string& folder) : folder_(folder) {
  std::filesystem::create_directories(folder);
  device_ = Execute({"losetup", "-f", "--show", image});
  device_.erase(device_.find_last_not_of('\n') + 1);
}

LoopMount::~LoopMount() {
  if (mounted_) {
    Unmount();
  }
  Execute({"losetup", "-d", device_});
}

void LoopMount::Mount() {
  Execute({"mount", device_, folder_});
  mounted_ = true;
}

void LoopMount::Unmount() {
  Execute({"umount", folder_});
  mounted_ = false;
}

}  // namespace cif::zones::test

// libext2fs keeps the undo file's name and map for good.
extern "C" const char* __lsan_default_suppressions() { return "leak:libext2fs.so\n"; }

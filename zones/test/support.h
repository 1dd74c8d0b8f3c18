// Helpers of the tests: images of file systems, their files' content, and loop devices.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "child.h"
#include "commands.h"

namespace cif::zones::test {

/// A folder that is deleted at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// Runs a program, which must end with one of `allowed`. Returns its output.
std::string Execute(const std::vector<std::string>& command, const std::vector<int>& allowed = {0});

/// Makes an image of `mebibytes` MiB with files and folders of several owners in it.
void MakeImage(const std::string& type, const std::string& image, int mebibytes,
               const std::vector<std::string>& options = {});

/// Returns the content and owner of all files outside the ballast, by path, as libext2fs reads
/// them.
std::map<std::string, std::string> Files(const std::string& image);

/// Fails the test unless e2fsck -fn finds nothing.
void ExpectClean(const std::string& image);

std::string ReadFile(const std::string& path);

/// Returns the message of a command's error; empty if it had none.
std::string ErrorOf(const std::function<void()>& command);

Request RequestOf(const std::string& device, const std::string& zone, const std::string& undo);

/// Runs a command in its own process, which kills itself before step `number`. Returns false if the
/// command ended earlier.
bool KilledAt(int number, void (*command)(const Request&, std::ostream&), Request request);

/// Returns why loop devices cannot be used here; empty if they can.
std::string NoLoopDevices();

/// A loop device over an image, mounted at a folder while `mounted`.
class LoopMount {
 public:
  LoopMount(const std::string& image, const std::string& folder);
  ~LoopMount();
  LoopMount(const LoopMount&) = delete;
  LoopMount& operator=(const LoopMount&) = delete;

  void Mount();
  void Unmount();
  const std::string& device() const { return device_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string device_;
  std::string folder_;
  bool mounted_ = false;
};

}  // namespace cif::zones::test

// Runs a fuzz target on files, and on all files of folders, without libFuzzer: so every build and
// every compiler tests what the fuzzers have found.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz_input.h"

namespace {

void Replay(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  // Memory of just the right size, so that the sanitizer sees what is read behind it.
  const std::vector<uint8_t> input(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  int files = 0;
  for (int i = 1; i < argc; i++) {
    if (!std::filesystem::is_directory(argv[i])) {
      Replay(argv[i]);
      files++;
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      Replay(entry.path());
      files++;
    }
  }
  std::printf("%d inputs\n", files);
  return files > 0 ? 0 : 1;
}

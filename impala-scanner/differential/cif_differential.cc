// cif-differential FOLDER: reads the splits that DifferentialCasesTest.java wrote to the folder,
// and compares them, row by row, with Java's values. It also reads the hostile splits that
// HostileSplits.java kept there, all of which must be refused.

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "census.h"
#include "compare.h"
#include "hostile.h"

namespace cif::differential {
namespace {

/// Number of cases from which on everything has to occur.
constexpr size_t kEnough = 1000;
constexpr int kMostDifferences = 20;

std::vector<std::string> Files(const std::string& folder, const std::string& extension) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == extension) {
      files.push_back(entry.path().string());
    }
  }
  // Case 10 comes after case 9.
  std::sort(files.begin(), files.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return files;
}

/// Returns true if libcif reads the case as Java wrote it.
bool Check(const std::string& file, Census* census) {
  try {
    const ExpectedCase expected = ReadExpectedCase(file);
    Compare(expected);
    census->Add(**Split::Open(LocalFileSystem(), expected.folder));
    return true;
  } catch (const Difference& e) {
    std::printf("DIFFERS: %.1000s\n", e.what());
  } catch (const std::exception& e) {
    std::printf("FAILS: %s: %s\n", file.c_str(), e.what());
  }
  std::fflush(stdout);
  return false;
}

/// Returns the number of hostile splits that libcif does not refuse correctly.
int CheckAllHostile(const std::string& folder) {
  int wrong = 0;
  const std::vector<std::string> files = Files(folder, ".refused");
  for (const std::string& file : files) {
    const std::string problem = CheckHostile(file);
    if (!problem.empty()) {
      std::printf("NOT REFUSED: %s: %s\n", file.c_str(), problem.substr(0, 600).c_str());
      wrong++;
    }
  }
  std::printf("%zu hostile splits, %d not refused as they should\n", files.size(), wrong);
  return wrong;
}

/// Prints the number of occurrences of each kind. Returns true if all occurred.
bool PrintCensus(const Census& census) {
  bool complete = true;
  for (const auto& [what, count] : census.counts()) {
    std::printf("%10lld  %s\n", static_cast<long long>(count), what.c_str());
    complete &= count > 0;
  }
  return complete;
}

int Run(const std::string& folder) {
  Census census;
  int differences = 0;
  const std::vector<std::string> files = Files(folder, ".expected");
  for (const std::string& file : files) {
    differences += Check(file, &census) ? 0 : 1;
    if (differences == kMostDifferences) {
      break;
    }
  }
  const bool complete = PrintCensus(census);
  std::printf("%zu cases, %d differ\n", files.size(), differences);
  differences += CheckAllHostile(folder);
  if (files.empty() || (files.size() >= kEnough && !complete)) {
    std::printf("That is no test of everything: something did not occur.\n");
    return 1;
  }
  return differences == 0 ? 0 : 1;
}

}  // namespace
}  // namespace cif::differential

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "Usage: cif-differential FOLDER\n");
    return 2;
  }
  return cif::differential::Run(argv[1]);
}

// Rooms of the core: a file includes files of its own room and of those below. Libraries on top of
// the core include its API only.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cif::test {
namespace {

namespace fs = std::filesystem;

/// Rooms that each room may include, besides itself. Each room comes after all that it names.
const std::vector<std::pair<std::string, std::set<std::string>>> kRooms = {
    {"util", {}},
    {"vector", {"util"}},
    {"codec", {"util"}},
    {"encoding", {"codec", "vector", "util"}},
    {"filter", {"vector", "util"}},
    {"file", {"codec", "filter", "vector", "util"}},
    {"auto", {"encoding", "file", "vector", "util"}},
    {"row", {"codec", "file", "vector", "util"}},
    {"scan", {"auto", "row", "file", "filter", "vector", "util"}},
    {"c", {"scan", "file", "util"}},
};

/// Room of each header of the API.
const std::map<std::string, std::string> kHeaders = {
    {"export.h", "util"},   {"version.h", "util"},    {"result.h", "util"},
    {"buffer.h", "util"},   {"type.h", "vector"},     {"literal.h", "vector"},
    {"vector.h", "vector"}, {"io.h", "file"},         {"schema.h", "file"},
    {"split.h", "file"},    {"statistics.h", "file"}, {"predicate.h", "scan"},
    {"reader.h", "scan"},   {"table.h", "scan"},      {"c_api.h", "c"},
    {"c_scan.h", "c"},      {"moment.h", "file"},
};

std::vector<std::string> Includes(const fs::path& file) {
  std::vector<std::string> included;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    constexpr char kStart[] = "#include \"";
    if (line.rfind(kStart, 0) == 0) {
      const size_t from = sizeof(kStart) - 1;
      included.push_back(line.substr(from, line.find('"', from) - from));
    }
  }
  return included;
}

std::string RoomOf(const std::string& included) {
  const size_t slash = included.find('/');
  const std::string folder = included.substr(0, slash);
  if (folder != "cif") {
    return folder;
  }
  auto header = kHeaders.find(included.substr(slash + 1));
  return header == kHeaders.end() ? "unknown: " + included : header->second;
}

void ExpectAllowed(const fs::path& file, const std::string& room) {
  for (const auto& [name, below] : kRooms) {
    if (name != room) {
      continue;
    }
    for (const std::string& included : Includes(file)) {
      const std::string to = RoomOf(included);
      EXPECT_TRUE(to == room || below.count(to) == 1)
          << file << " of room " << room << " includes " << included << " of room " << to;
    }
    return;
  }
  ADD_FAILURE() << file << " is of no room: " << room;
}

TEST(RoomsTest, ArrowsRunDownwards) {
  std::set<std::string> before;
  for (const auto& [room, below] : kRooms) {
    for (const std::string& name : below) {
      EXPECT_EQ(before.count(name), 1U) << room << " names " << name << ", which is not below it";
    }
    before.insert(room);
  }
}

TEST(RoomsTest, FilesOfTheCoreIncludeWhatIsBelow) {
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(CIF_SOURCES "/core/src")) {
    if (entry.is_regular_file()) {
      ExpectAllowed(entry.path(), entry.path().parent_path().filename().string());
      files++;
    }
  }
  for (const auto& entry : fs::directory_iterator(CIF_SOURCES "/core/include/cif")) {
    ExpectAllowed(entry.path(), RoomOf("cif/" + entry.path().filename().string()));
    files++;
  }
  EXPECT_GT(files, 100);
}

TEST(RoomsTest, LibrariesOnTopIncludeTheApiOnly) {
  for (const std::string library :
       {"arrow", "tuples", "tools", "impala", "duckdb", "python/native"}) {
    for (const auto& entry : fs::recursive_directory_iterator(CIF_SOURCES "/" + library)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cc" && extension != ".h") {
        continue;
      }
      for (const std::string& included : Includes(entry.path())) {
        EXPECT_FALSE(fs::exists(CIF_SOURCES "/core/src/" + included))
            << entry.path() << " includes " << included << " of the core";
      }
    }
  }
}

}  // namespace
}  // namespace cif::test

// Scans the records of figure 8 once and prints the seconds that took and the answer:
//   figure8 plain integers|doubles|maps FILE VALUES_OF_A_RECORD
//   figure8 cif integers|doubles|maps FOLDER

#include <charconv>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <vector>

#include "scan.h"

namespace {

using paper::Failure;
using paper::Type;

Type TypeOf(std::string_view name) {
  if (name == "integers") {
    return Type::kIntegers;
  }
  if (name == "doubles") {
    return Type::kDoubles;
  }
  if (name == "maps") {
    return Type::kMaps;
  }
  throw Failure("a type is integers, doubles or maps, not " + std::string(name));
}

size_t NumberOf(const std::string& text) {
  size_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Failure("not a number of values: " + text);
  }
  return number;
}

uint64_t Scan(const std::vector<std::string>& arguments) {
  if (arguments.size() == 4 && arguments[0] == "plain") {
    return paper::ScanPlain(arguments[2], TypeOf(arguments[1]), NumberOf(arguments[3]));
  }
  if (arguments.size() == 3 && arguments[0] == "cif") {
    return paper::ScanCif(arguments[2], TypeOf(arguments[1]));
  }
  throw Failure("usage: figure8 plain TYPE FILE VALUES | figure8 cif TYPE FOLDER");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    auto start = std::chrono::steady_clock::now();
    uint64_t answer = Scan(arguments);
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::printf("%.9f %" PRId64 "\n", took.count(), static_cast<int64_t>(answer));
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "figure8: %s\n", e.what());
    return 1;
  }
}

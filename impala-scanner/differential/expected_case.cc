#include "expected_case.h"

#include <bit>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace cif::differential {
namespace {

using nlohmann::json;

int128 ParseInt128(const std::string& digits) {
  int128 value = 0;
  const bool negative = digits[0] == '-';
  for (size_t i = negative ? 1 : 0; i < digits.size(); i++) {
    value = value * 10 + (digits[i] - '0');
  }
  return negative ? -value : value;
}

std::string ParseHex(const std::string& digits) {
  std::string bytes;
  for (size_t i = 0; i < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

Literal ParseLiteral(const json& value) {
  if (value.contains("int")) {
    return value["int"].get<int64_t>();
  }
  if (value.contains("double")) {
    return std::bit_cast<double>(
        uint64_t{std::stoull(value["double"].get<std::string>(), nullptr, 16)});
  }
  if (value.contains("decimal")) {
    return ParseInt128(value["decimal"].get<std::string>());
  }
  if (value.contains("bytes")) {
    return ParseHex(value["bytes"].get<std::string>());
  }
  return Timestamp{value.at("seconds").get<int64_t>(), value.at("nanos").get<int32_t>()};
}

Projection ParseProjection(const json& value) {
  Projection projection{value.at("column").get<std::string>(), 0, {}};
  for (const json& part : value.at("steps")) {
    Step step;
    step.is_key = part.contains("key");
    if (step.is_key) {
      step.key = ParseLiteral(part["key"]);
    } else {
      step.field = part.at("field").get<std::string>();
    }
    projection.steps.push_back(std::move(step));
  }
  return projection;
}

Op ParseOp(const std::string& name) {
  constexpr const char* kNames[] = {"eq", "ne",     "lt",        "le",      "gt",
                                    "ge", "isNull", "isNotNull", "contains"};
  for (size_t i = 0; i < std::size(kNames); i++) {
    if (name == kNames[i]) {
      return static_cast<Op>(i);
    }
  }
  throw std::runtime_error("unknown operator " + name);
}

ExpectedScan ParseScan(const json& value, const std::vector<ExpectedProjection>& projections) {
  ExpectedScan scan;
  scan.columns = value.at("columns").get<std::vector<size_t>>();
  scan.first_row = value.at("first").get<int64_t>();
  scan.row_count = value.at("count").get<int64_t>();
  scan.rows = value.at("rows").get<std::vector<size_t>>();
  for (const json& part : value.at("conditions")) {
    Predicate condition;
    condition.target = projections.at(part.at("projection").get<size_t>()).projection;
    condition.op = ParseOp(part.at("op").get<std::string>());
    if (part.contains("literal")) {
      condition.literal = ParseLiteral(part["literal"]);
    }
    scan.predicate.push_back(std::move(condition));
  }
  return scan;
}

}  // namespace

ExpectedCase ReadExpectedCase(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string line;
  if (!std::getline(in, line)) {
    throw std::runtime_error(file + " cannot be read");
  }
  const json head = json::parse(line);
  ExpectedCase expected;
  expected.folder = file.substr(0, file.rfind('.'));
  expected.seed = head.at("seed").get<int64_t>();
  expected.rows = head.at("rows").get<int64_t>();
  for (const json& part : head.at("projections")) {
    ExpectedProjection projection{ParseProjection(part), part.at("type").get<std::string>(), {}};
    for (int64_t row = 0; row < expected.rows; row++) {
      if (!std::getline(in, line)) {
        throw std::runtime_error(file + " ends early");
      }
      projection.values.push_back(line);
    }
    expected.projections.push_back(std::move(projection));
  }
  for (const json& part : head.at("scans")) {
    expected.scans.push_back(ParseScan(part, expected.projections));
  }
  return expected;
}

}  // namespace cif::differential

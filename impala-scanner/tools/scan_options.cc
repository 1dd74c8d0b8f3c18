#include "scan_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>

namespace cif::tools {
namespace {

/// Splits `name=value` at the first '='.
std::pair<std::string, std::string> SplitPair(const std::string& text) {
  size_t at = text.find('=');
  if (at == std::string::npos || at == 0) {
    throw CLI::ValidationError("'" + text + "' is not of the form COLUMN=VALUE");
  }
  return {text.substr(0, at), text.substr(at + 1)};
}

[[noreturn]] void BadKey(const std::string& text) {
  throw CLI::ValidationError("--key " + text + ": expected a=1,b=2");
}

std::string Strip(const std::string& text) {
  const char* blanks = " \t";
  const size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos
             ? std::string()
             : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Takes a value in single quotes, in which '' stands for one quote, and moves behind it. Returns
/// false if it has no end.
bool TakeQuoted(const std::string& text, size_t* at, std::string* value) {
  for (size_t i = *at + 1; i < text.size(); i++) {
    if (text[i] == '\'' && text.compare(i, 2, "''") != 0) {
      *at = i + 1;
      return true;
    }
    i += text[i] == '\'' ? 1 : 0;
    *value += text[i];
  }
  return false;
}

/// Parses `a=1,b=2` like `bin/cif get`: a value with a comma needs single quotes.
std::vector<std::pair<std::string, std::string>> ReadKey(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> key;
  for (size_t at = 0;; at++) {
    const size_t equals = text.find_first_of("=,", at);
    if (equals == std::string::npos || equals == at || text[equals] == ',') {
      BadKey(text);
    }
    const std::string column = Strip(text.substr(at, equals - at));
    std::string value;
    at = equals + 1;
    if (at < text.size() && text[at] == '\'') {
      if (!TakeQuoted(text, &at, &value)) {
        BadKey(text);
      }
    } else {
      const size_t end = std::min(text.size(), text.find(',', at));
      value = text.substr(at, end - at);
      at = end;
    }
    if (std::any_of(key.begin(), key.end(), [&](const auto& one) { return one.first == column; })) {
      throw CLI::ValidationError("--key " + text + ": " + column + " stands there twice");
    }
    key.emplace_back(column, std::move(value));
    if (at == text.size()) {
      return key;
    }
    if (text[at] != ',') {
      BadKey(text);
    }
  }
}

/// Adds an option that may be given several times.
void AddPairs(CLI::App* app, const std::string& name, const std::string& help,
              std::vector<std::pair<std::string, std::string>>* out) {
  app->add_option_function<std::vector<std::string>>(
         name,
         [out](const std::vector<std::string>& values) {
           for (const std::string& value : values) {
             out->push_back(SplitPair(value));
           }
         },
         help)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

int ParseOptions(int argc, char** argv, ScanOptions* options) {
  CLI::App app("Scans a split-directory, or every one below a folder, and prints one JSON object.");
  app.add_option("DIR", options->directory, "Split-directory, or a folder above some")->required();
  app.add_option("--columns", options->columns,
                 "Columns to read, with commas between; also name['key'] and name.field. "
                 "Default: all")
      ->delimiter(',');
  AddPairs(&app, "--where-contains", "COLUMN=TEXT: only rows whose value contains the text",
           &options->contains);
  AddPairs(&app, "--where-eq", "COLUMN=VALUE: only rows with the value", &options->equals);
  app.add_option_function<std::vector<std::string>>(
         "--key",
         [options](const std::vector<std::string>& keys) {
           for (const std::string& key : keys) {
             options->keys.push_back(ReadKey(key));
           }
         },
         "A=1,B=2: only rows that have these values, looked up; may be given several times, for several "
         "keys. A value with a comma stands in single quotes, in which '' is a quote")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  AddPairs(&app, "--map-key", "COLUMN=KEY: also read the value under a key of a map column",
           &options->map_keys);
  app.add_option("--threads", options->threads, "Threads, which share splits by row ranges")
      ->check(CLI::Range(1, 1024));
  const std::map<std::string, IoMode> modes = {
      {"buffered", IoMode::kBuffered}, {"mapped", IoMode::kMapped}, {"direct", IoMode::kDirect}};
  app.add_option("--io", options->io, "How files are read: buffered, mapped or direct")
      ->transform(CLI::CheckedTransformer(modes));
  auto* what = app.add_option_group("result", "What to do with the rows (default: read them)");
  auto add_mode = [&](const char* name, ScanMode mode, const char* help) {
    what->add_flag_callback(name, [options, mode] { options->mode = mode; }, help);
  };
  add_mode("--count", ScanMode::kCount, "Count rows; no column is read but the conditions'");
  add_mode("--sum", ScanMode::kSum,
           "Per column the sum of numbers, of the bytes of texts, of the entries of lists and maps");
  add_mode("--distinct", ScanMode::kDistinct, "Per column the distinct values");
  add_mode("--jsonl", ScanMode::kJsonl, "Print every row as a JSON object instead of a result");
  what->add_option_function<std::string>(
      "--arrow",
      [options](const std::string& file) {
        options->mode = ScanMode::kArrow;
        options->arrow_file = file;
      },
      "Write the rows to a file in Arrow's IPC file format");
  what->require_option(0, 1);
  const std::map<std::string, ArrowOptions> times = {
      {"us", {TimestampUnit::kMicroseconds, false, false}},
      {"ns", {TimestampUnit::kNanoseconds, false, false}},
      {"us-truncated", {TimestampUnit::kMicroseconds, true, false}}};
  app.add_option_function<std::string>(
         "--timestamps",
         [options, times](const std::string& name) { options->arrow = times.at(name); },
         "Timestamps of --arrow: us (default), ns, or us-truncated, which cuts off digits below")
      ->check(CLI::IsMember(times));
  app.add_option("--repeat", options->repeat, "Scan so many times")->check(CLI::Range(1, 100000));
  app.add_option("--batch-rows", options->batch_rows, "Most rows of a batch")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 24));
  app.add_flag("--views", options->views,
               "Read texts as views, which copies none; without meaning for --arrow");
  app.add_flag("!--no-verify", options->verify, "Do not check the checksums of blocks");
  app.add_flag("!--no-filters", options->use_filters, "Do not ask filters of keys");
  try {
    app.parse(argc, argv);
    if (!options->keys.empty() && !(options->contains.empty() && options->equals.empty())) {
      throw CLI::ExcludesError("--key", "--where-eq and --where-contains");
    }
  } catch (const CLI::ParseError& e) {
    return app.exit(e);
  }
  return -1;
}

}  // namespace cif::tools

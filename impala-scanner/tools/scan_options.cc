#include "scan_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <string_view>

namespace cif::tools {
namespace {

/// Takes a text that stands in quotes, in which two are one, and moves behind it. False if it has
/// no end.
bool TakeQuoted(const std::string& text, size_t* at, std::string* value) {
  const char quote = text[*at];
  for (size_t i = *at + 1; i < text.size(); i++) {
    const bool is_quote = text[i] == quote;
    if (is_quote && (i + 1 == text.size() || text[i + 1] != quote)) {
      *at = i + 1;
      return true;
    }
    i += is_quote ? 1 : 0;
    *value += text[i];
  }
  return false;
}

/// Takes a column or a part of one, up to one of some characters outside of backquotes, in which a
/// name may stand, and of ['key']. False if backquotes have no end.
bool TakeColumn(const std::string& text, const char* ends, size_t* at, std::string* column) {
  if (*at < text.size() && text[*at] == '`' && !TakeQuoted(text, at, column)) {
    return false;
  }
  const std::string_view stops = ends;
  while (*at < text.size() && stops.find(text[*at]) == std::string_view::npos) {
    const size_t key =
        text.compare(*at, 2, "['") == 0 ? text.find("']", *at + 2) : std::string::npos;
    const size_t end = key == std::string::npos ? *at + 1 : key + 2;
    column->append(text, *at, end - *at);
    *at = end;
  }
  return true;
}

/// Splits `column=value`.
std::pair<std::string, std::string> SplitPair(const std::string& text) {
  size_t at = 0;
  std::string column;
  if (!TakeColumn(text, "=", &at, &column) || column.empty() || at == text.size()) {
    throw CLI::ValidationError("'" + text + "' is not of the form COLUMN=VALUE");
  }
  return {column, text.substr(at + 1)};
}

/// Adds the columns of a text with commas between.
void SplitColumns(const std::string& text, std::vector<std::string>* columns) {
  for (size_t at = 0;; at++) {
    if (!TakeColumn(text, ",", &at, &columns->emplace_back())) {
      throw CLI::ValidationError("--columns " + text + ": a backquote has no end");
    }
    if (at == text.size()) {
      return;
    }
  }
}

[[noreturn]] void BadKey(const std::string& text) {
  throw CLI::ValidationError("--key " + text + ": expected a=1,b=2");
}

std::string Strip(const std::string& text) {
  const char* blanks = " \t";
  const size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos ? std::string()
                                    : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Reads `a=1,b=2` as `bin/cif get` does: a value with a comma stands in single quotes, a name in
/// backquotes.
std::vector<std::pair<std::string, std::string>> ReadKey(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> key;
  for (size_t at = 0;; at++) {
    at = std::min(text.find_first_not_of(" \t", at), text.size());
    const bool is_quoted = at < text.size() && text[at] == '`';
    std::string column;
    if (!TakeColumn(text, "=,", &at, &column) || column.empty() || at == text.size() ||
        text[at] == ',') {
      BadKey(text);
    }
    column = is_quoted ? column : Strip(column);
    std::string value;
    at++;
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

/// Adds the names that the column of a text may have. Only the schema tells a field `a.b` from a
/// column of that name.
void AddNames(const std::string& text, std::vector<std::string>* names) {
  for (size_t at = text.find_first_of(".["); at != std::string::npos;
       at = text.find_first_of(".[", at + 1)) {
    names->push_back(text.substr(0, at));
  }
  names->push_back(text);
}

}  // namespace

std::vector<std::string> WantedColumns(const ScanOptions& options) {
  std::vector<std::string> names;
  if (options.columns.empty() && options.map_keys.empty() && options.mode != ScanMode::kCount) {
    return names;
  }
  for (const std::string& text : options.columns) {
    AddNames(text, &names);
  }
  auto add = [&names](const auto& pairs) {
    for (const auto& [text, value] : pairs) {
      AddNames(text, &names);
    }
  };
  add(options.contains);
  add(options.equals);
  add(options.map_keys);
  for (const auto& key : options.keys) {
    add(key);
  }
  return names;
}

int ParseOptions(int argc, char** argv, ScanOptions* options) {
  CLI::App app("Scans a split-directory, or every one below a folder, and prints one JSON object.");
  app.add_option("DIR", options->directory, "Split-directory, or a folder above some")->required();
  app.add_option_function<std::vector<std::string>>(
      "--columns",
      [options](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
          SplitColumns(text, &options->columns);
        }
      },
      "Columns to read, with commas between; also name['key'] and name.field. Default: all. Here "
      "and "
      "below a name with a comma or '=' stands in backquotes, in which two are one");
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
         "A=1,B=2: only rows that have these values, looked up; may be given several times, for "
         "several "
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
    what->add_flag_callback(
        name, [options, mode] { options->mode = mode; }, help);
  };
  add_mode("--count", ScanMode::kCount, "Count rows; no column is read but the conditions'");
  add_mode(
      "--sum", ScanMode::kSum,
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

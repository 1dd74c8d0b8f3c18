// cif-store-bench: opens and scans a table behind a slow link. It compares the time with the ideal
// time for its bytes and its number of parallel requests.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "cif/table.h"
#include "slow_store.h"

namespace cif::bench {
namespace {

struct Options {
  std::string split;
  std::vector<std::string> columns;
  int splits = 100;
  double latency_ms = 20;
  double megabytes_per_second = 1000;
  int requests = 16;
  int64_t near_bytes = 1 << 20;
  int threads = 1;
  int runs = 5;
};

/// Seconds and traffic of one run.
struct Measured {
  double seconds = 0;
  Traffic traffic;
};

template <typename F>
Measured Measure(SlowStore* store, F f) {
  store->TakeTraffic();
  const auto start = std::chrono::steady_clock::now();
  f();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return {took.count(), store->TakeTraffic()};
}

template <typename T>
T Value(Result<T> result) {
  if (!result.ok()) {
    std::fprintf(stderr, "cif-store-bench: %s\n", result.error().ToString().c_str());
    std::exit(1);
  }
  return std::move(result).value();
}

/// Returns the ideal time of requests that do not depend on each other.
double Ideal(const Options& options, int64_t requests, int64_t bytes) {
  const int64_t rounds = (requests + options.requests - 1) / options.requests;
  return static_cast<double>(rounds) * options.latency_ms / 1e3 +
         static_cast<double>(bytes) / (options.megabytes_per_second * 1e6);
}

void Print(const char* what, std::vector<Measured> runs, double ideal) {
  std::sort(runs.begin(), runs.end(),
            [](const Measured& a, const Measured& b) { return a.seconds < b.seconds; });
  const Measured& median = runs[runs.size() / 2];
  std::printf("| %s | %lld | %.1f | %.0f | %.0f | %.0f | %.0f | %.2f |\n", what,
              static_cast<long long>(median.traffic.requests),
              static_cast<double>(median.traffic.bytes) / 1e6, runs.front().seconds * 1e3,
              median.seconds * 1e3, runs.back().seconds * 1e3, ideal * 1e3, median.seconds / ideal);
}

int64_t Scan(std::shared_ptr<const Table> table, const Options& options) {
  TableScanRequest request;
  for (const std::string& column : options.columns) {
    request.columns.push_back(Value(table->ParseProjection(column)));
  }
  request.threads = options.threads;
  const auto scanner = Value(TableScanner::Open(std::move(table), std::move(request)));
  int64_t rows = 0;
  Batch batch;
  do {
    const Status status = scanner->Next(&batch);
    if (!status.ok()) {
      Value(Result<int>(status.error()));
    }
    rows += batch.rows;
  } while (batch.rows > 0);
  return rows;
}

void Run(const Options& options, const char* name, int requests) {
  ReadCosts costs;
  costs.requests = requests;
  costs.near_bytes = options.near_bytes;
  SlowStore::Link link;
  link.latency = std::chrono::nanoseconds(static_cast<int64_t>(options.latency_ms * 1e6));
  link.bytes_per_second = options.megabytes_per_second * 1e6;
  SlowStore store(options.split, options.splits, link, costs);
  std::shared_ptr<const Table> table;
  std::vector<Measured> opens;
  std::vector<Measured> scans;
  for (int i = 0; i < options.runs; i++) {
    opens.push_back(Measure(&store, [&] { table = Value(Table::Open(store, "/table")); }));
    scans.push_back(Measure(&store, [&] {
      if (Scan(table, options) != table->schema().rows) {
        Value(Result<int>(Error{ErrorCode::kCorrupt, "", "", -1, "rows are missing"}));
      }
    }));
  }
  // Requests: the table's folder, the folders of the splits, the length of a schema file, the
  // schema file.
  const Traffic& opening = opens.front().traffic;
  Print((std::string(name) + ": open").c_str(), opens,
        Ideal(options, 1, 0) + Ideal(options, options.splits, 0) +
            2 * Ideal(options, options.splits, 0) +
            static_cast<double>(opening.bytes) / (options.megabytes_per_second * 1e6));
  int64_t bytes = 0;
  const Schema& schema = table->splits().front().split->schema();
  for (const std::string& name_of : options.columns) {
    bytes += schema.columns[static_cast<size_t>(schema.Find(name_of))].file_length * options.splits;
  }
  Print((std::string(name) + ": scan").c_str(), scans,
        Ideal(options, static_cast<int64_t>(options.columns.size()) * options.splits, bytes));
}

}  // namespace
}  // namespace cif::bench

// Without memory for its options the process ends here.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  cif::bench::Options options;
  CLI::App app("Opens and scans a table in a store that takes its time.");
  app.add_option("SPLIT", options.split, "A local split-directory")->required();
  app.add_option("--columns", options.columns, "Whole columns to scan")->delimiter(',')->required();
  app.add_option("--splits", options.splits, "So many of it are the table")->capture_default_str();
  app.add_option("--latency-ms", options.latency_ms, "Of each request")->capture_default_str();
  app.add_option("--mb-per-second", options.megabytes_per_second, "Of all requests")
      ->capture_default_str();
  app.add_option("--requests", options.requests, "At a time")->capture_default_str();
  app.add_option("--near-bytes", options.near_bytes, "As ReadCosts has them")
      ->capture_default_str();
  app.add_option("--threads", options.threads, "Of the scan")->capture_default_str();
  app.add_option("--runs", options.runs, "Of each")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  std::printf(
      "| | requests | MB | min ms | median ms | max ms | ideal ms | median / ideal |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|\n");
  cif::bench::Run(options, "at a time", options.requests);
  cif::bench::Run(options, "one by one", 1);
  return 0;
}

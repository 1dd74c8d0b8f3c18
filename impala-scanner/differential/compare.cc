#include "compare.h"

#include <algorithm>
#include <random>

#include "exact_text.h"
#include "util/cpu.h"

namespace cif::differential {
namespace {

class Comparison {
 public:
  explicit Comparison(const ExpectedCase& expected)
      : expected_(expected), random_(static_cast<unsigned>(expected.seed)) {
    constexpr IoMode kModes[] = {IoMode::kBuffered, IoMode::kMapped, IoMode::kDirect};
    constexpr int64_t kBatches[] = {32768, 1, 7, 100};
    fs_ = &LocalFileSystem(kModes[random_() % 3]);
    options_.batch_rows = kBatches[random_() % 4];
    options_.verify_checksums = random_() % 2 == 0;
    options_.strings = random_() % 3 == 0 ? StringForm::kOffsets : StringForm::kViews;
    internal::LimitInstructions(random_() % 4 == 0   ? internal::Instructions::kPortable
                                : random_() % 3 == 0 ? internal::Instructions::kNoAvx512
                                                     : internal::Instructions::kAll);
  }

  void Run() {
    split_ = Must(Split::Open(*fs_, expected_.folder), "opening");
    Expect(split_->rows() == expected_.rows, "rows: " + std::to_string(split_->rows()));
    for (const ExpectedProjection& projection : expected_.projections) {
      ReadProjection(projection);
    }
    for (size_t i = 0; i < expected_.scans.size(); i++) {
      Scan(expected_.scans[i], "scan " + std::to_string(i));
    }
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const {
    throw Difference("seed " + std::to_string(expected_.seed) + ", " + expected_.folder + ": " +
                     what);
  }

  void Expect(bool holds, const std::string& what) const {
    if (!holds) {
      Fail(what);
    }
  }

  void Must(const Status& status, const std::string& what) const {
    Expect(status.ok(), what + (status.ok() ? "" : ": " + status.error().ToString()));
  }

  template <typename T>
  T Must(Result<T> result, const std::string& what) const {
    Expect(result.ok(), what + (result.ok() ? "" : ": " + result.error().ToString()));
    return std::move(result).value();
  }

  /// Checks that value `slot` of a vector is the value of the row.
  void ExpectValue(const ExpectedProjection& p, size_t row, const Vector& v, int64_t slot,
                   const std::string& how) {
    text_.clear();
    AppendExact(v, slot, &text_);
    if (text_ != p.values[row]) {
      Fail(p.projection.ToString() + " of type " + p.type + ", " + how + ", row " +
           std::to_string(row) + ": expected " + p.values[row] + ", read " + text_);
    }
  }

  void ReadProjection(const ExpectedProjection& p) {
    const std::string name = p.projection.ToString();
    auto reader = Must(ColumnReader::Open(split_, p.projection, options_), name);
    Expect(reader->type().ToString() == p.type,
           name + " is of type " + reader->type().ToString() + ", not " + p.type);
    Must(reader->Verify(), name + ", verified");
    Vector all(reader->type(), options_.strings);
    Must(reader->Read(0, expected_.rows, &all), name);
    Expect(all.length == expected_.rows, name + ": " + std::to_string(all.length) + " values");
    for (int64_t row = 0; row < expected_.rows; row++) {
      ExpectValue(p, static_cast<size_t>(row), all, row, "whole");
    }
    ReadRanges(p, reader.get());
    ReadSingleRows(p, reader.get());
  }

  /// Reads ranges in any order and appends them to a vector.
  void ReadRanges(const ExpectedProjection& p, ColumnReader* reader) {
    Vector part(reader->type(), options_.strings);
    for (int k = 0; k < 10; k++) {
      const auto first = static_cast<int64_t>(random_() % static_cast<size_t>(expected_.rows + 1));
      const auto left = static_cast<size_t>(expected_.rows - first);
      const auto count =
          static_cast<int64_t>(random_() % (std::min<size_t>(left, k < 8 ? 60 : left) + 1));
      const int64_t before = part.length;
      const std::string how = std::to_string(count) + " rows from " + std::to_string(first);
      Must(reader->Read(first, count, &part), p.projection.ToString() + ", " + how);
      Expect(part.length == before + count, "the vector's length behind " + how);
      for (int64_t i = 0; i < count; i++) {
        ExpectValue(p, static_cast<size_t>(first + i), part, before + i, how);
      }
      if (k % 3 == 2) {
        part.Clear();
      }
    }
  }

  void ReadSingleRows(const ExpectedProjection& p, ColumnReader* reader) {
    Vector part(reader->type(), options_.strings);
    for (unsigned share : {2U, 9U, 60U}) {
      const auto first = static_cast<int64_t>(random_() % static_cast<size_t>(expected_.rows + 1));
      std::vector<int32_t> index;
      for (int32_t i = 0; i < expected_.rows - first; i++) {
        if (random_() % share == 0) {
          index.push_back(i);
        }
      }
      part.Clear();
      const auto count = static_cast<int64_t>(index.size());
      const std::string how = "one row of " + std::to_string(share);
      Must(reader->ReadRows(first, index.data(), count, &part),
           p.projection.ToString() + ", " + how);
      Expect(part.length == count, "the vector's length behind " + how);
      for (int64_t i = 0; i < count; i++) {
        ExpectValue(p, static_cast<size_t>(first + index[static_cast<size_t>(i)]), part, i, how);
      }
    }
  }

  void Scan(const ExpectedScan& scan, const std::string& name) {
    ScanRequest request;
    for (size_t p : scan.columns) {
      request.columns.push_back(expected_.projections.at(p).projection);
    }
    request.predicate = scan.predicate;
    request.first_row = scan.first_row;
    request.row_count = scan.row_count;
    ReadOptions options = options_;
    // With little memory a scan reads fewer rows. A single row may need more than that.
    const bool is_short = random_() % 4 == 0;
    options.max_batch_bytes = is_short ? 20000 : options.max_batch_bytes;
    if (!TryScan(scan, request, options, name)) {
      Expect(is_short, name + ": too large");
      Expect(TryScan(scan, request, options_, name), name + ": too large");
    }
  }

  /// Returns false if a row needs more memory than the options allow.
  bool TryScan(const ExpectedScan& scan, const ScanRequest& request, const ReadOptions& options,
               const std::string& name) {
    auto scanner = Must(Scanner::Open(split_, request, options), name);
    Batch batch;
    size_t found = 0;
    do {
      Status status = scanner->Next(&batch);
      if (!status.ok() && status.error().code == ErrorCode::kTooLarge) {
        return false;
      }
      Must(status, name);
      Expect(batch.columns.size() == scan.columns.size(), name + ": columns of the batch");
      const auto rows = static_cast<size_t>(batch.rows);
      Expect(found + rows <= scan.rows.size(),
             name + ": more rows than " + std::to_string(scan.rows.size()));
      for (size_t c = 0; c < scan.columns.size(); c++) {
        Expect(batch.columns[c].length == batch.rows, name + ": length of a column");
        for (size_t i = 0; i < rows; i++) {
          ExpectValue(expected_.projections[scan.columns[c]], scan.rows[found + i],
                      batch.columns[c], static_cast<int64_t>(i), name);
        }
      }
      found += rows;
    } while (batch.rows > 0);
    Expect(found == scan.rows.size(), name + ": " + std::to_string(found) + " rows, expected " +
                                          std::to_string(scan.rows.size()));
    return true;
  }

  const ExpectedCase& expected_;
  std::mt19937 random_;
  const FileSystem* fs_;
  ReadOptions options_;
  std::shared_ptr<const Split> split_;
  std::string text_;
};

}  // namespace

void Compare(const ExpectedCase& expected) { Comparison(expected).Run(); }

}  // namespace cif::differential

#include <bit>
#include <utility>

#include "cif/table.h"
#include "scan.h"

namespace paper {
namespace {

template <typename T>
T Checked(cif::Result<T> result) {
  if (!result.ok()) {
    throw Failure(result.error().ToString());
  }
  return std::move(result).value();
}

/// Returns the sum of the elements from `first` (inclusive) to `last` (exclusive).
uint64_t OfIntegers(const cif::Vector& elements, int32_t first, int32_t last) {
  const int32_t* values = elements.values.as<int32_t>();
  int64_t sum = 0;
  for (int32_t i = first; i < last; i++) {
    sum += values[i];
  }
  return static_cast<uint64_t>(sum);
}

uint64_t OfDoubles(const cif::Vector& elements, int32_t first, int32_t last) {
  const double* values = elements.values.as<double>();
  double sum = 0;
  for (int32_t i = first; i < last; i++) {
    sum += values[i];
  }
  return std::bit_cast<uint64_t>(sum);
}

uint64_t OfMaps(const cif::Vector& elements, int32_t first, int32_t last) {
  // The entries of successive maps are stored one after another, so one loop reads them all.
  const int32_t* offsets = elements.offsets.as<int32_t>();
  const int32_t* values = elements.children[1].values.as<int32_t>();
  uint64_t sum = 0;
  for (int32_t i = offsets[first]; i < offsets[last]; i++) {
    sum += OfEntry(elements.children[0].bytes(i), values[i]);
  }
  return sum;
}

/// Fails if a vector or one of its children has a NULL; the data set has none.
void ExpectNoNulls(const cif::Vector& vector) {
  if (vector.null_count != 0) {
    throw Failure("a NULL in the data set");
  }
  for (const cif::Vector& child : vector.children) {
    ExpectNoNulls(child);
  }
}

template <typename Sum>
uint64_t OfBatch(const cif::Batch& batch, Sum sum) {
  const cif::Vector& lists = batch.columns[0];
  const cif::Vector& rests = batch.columns[1];
  ExpectNoNulls(lists);
  ExpectNoNulls(rests);
  const int32_t* offsets = lists.offsets.as<int32_t>();
  uint64_t answer = 0;
  for (int64_t row = 0; row < batch.rows; row++) {
    uint64_t typed = offsets[row] == offsets[row + 1]
                         ? 0
                         : sum(lists.children[0], offsets[row], offsets[row + 1]);
    answer += OfRecord(typed, rests.bytes(row));
  }
  return answer;
}

uint64_t OfBatch(const cif::Batch& batch, Type type) {
  switch (type) {
    case Type::kIntegers:
      return OfBatch(batch, OfIntegers);
    case Type::kDoubles:
      return OfBatch(batch, OfDoubles);
    case Type::kMaps:
      return OfBatch(batch, OfMaps);
  }
  return 0;
}

const char* HiveType(Type type) {
  switch (type) {
    case Type::kIntegers:
      return "array<int>";
    case Type::kDoubles:
      return "array<double>";
    case Type::kMaps:
      return "array<map<string,int>>";
  }
  return "";
}

}  // namespace

uint64_t ScanCif(const std::string& folder, Type type) {
  auto table = Checked(cif::Table::Open(cif::LocalFileSystem(), folder));
  cif::TableScanRequest request;
  request.columns.push_back(Checked(table->ParseProjection("values")));
  request.columns.push_back(Checked(table->ParseProjection("rest")));
  auto scanner = Checked(cif::TableScanner::Open(table, std::move(request)));
  if (scanner->types()[0].ToString() != HiveType(type) ||
      scanner->types()[1].type_class() != cif::Class::kBytes) {
    throw Failure(folder + ": values are not of type " + HiveType(type));
  }
  cif::Batch batch;
  uint64_t answer = 0;
  do {
    if (cif::Status status = scanner->Next(&batch); !status.ok()) {
      throw Failure(status.error().ToString());
    }
    answer += OfBatch(batch, type);
  } while (batch.rows > 0);
  return answer;
}

}  // namespace paper

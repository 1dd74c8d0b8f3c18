#include "file/filter_index.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "file/filter_entry.h"
#include "file/footer.h"
#include "filter/bloom_filter.h"

namespace cif::internal {
namespace {

constexpr int64_t kMaxFilters = (1 << 24) - 1;

/// Minimum number of bytes of an entry.
constexpr int64_t kMinEntry = 2;

/// Reads the entry behind `before`, which tells the first row and the offset of the body.
FilterPlace ReadPlace(Input* in, const FilterPlace& before, size_t columns, int64_t rows,
                      int64_t end) {
  FilterPlace place;
  place.first_row = before.end_row();
  place.offset = before.end();
  place.rows = in->Count("the rows of a filter", rows - place.first_row);
  if (place.rows == 0) {
    in->Corrupt("a filter of no rows");
  }
  const uint8_t kind = in->U8();
  if (kind == static_cast<uint8_t>(FilterKind::kNone)) {
    return place;
  }
  place.kind = static_cast<FilterKind>(kind);
  if (place.kind != FilterKind::kBloom && (place.kind != FilterKind::kValues || columns > 1)) {
    in->Corrupt("unknown kind of filter " + std::to_string(kind) + ", of a key of " +
                std::to_string(columns) + " columns");
  }
  place.length = in->Count("the length of a filter", end - place.offset);
  place.crc = in->U32();
  if (place.kind == FilterKind::kBloom && (place.length == 0 || place.length % kBloomBlock != 0)) {
    in->Corrupt("a Bloom filter of " + std::to_string(place.length) + " bytes");
  }
  return place;
}

std::string_view View(const Input& in) {
  return {reinterpret_cast<const char*>(in.position()), static_cast<size_t>(in.remaining())};
}

}  // namespace

FilterIndex ReadFilterIndex(Input in, size_t columns, int64_t rows, int64_t end) {
  FilterIndex index;
  const auto given = in.Count("the number of columns", static_cast<int64_t>(kMaxKeyColumns));
  if (static_cast<size_t>(given) != columns) {
    in.Corrupt("a key of " + std::to_string(given) + " columns, the schema file has " +
               std::to_string(columns));
  }
  for (size_t i = 0; i < columns; i++) {
    index.footer_crcs.push_back(in.U32());
  }
  const int64_t most = std::min(kMaxFilters, in.remaining() / kMinEntry);
  const int64_t count = in.Count("the number of filters", most);
  FilterPlace last;
  last.offset = kHeaderBytes;
  for (int64_t i = 0; i < count; i++) {
    last = ReadPlace(&in, last, columns, rows, end);
    index.filters.push_back(last);
  }
  in.ExpectEnd("the filters");
  if (last.end_row() != rows) {
    in.Corrupt("filters of " + std::to_string(last.end_row()) + " rows, the split has " +
               std::to_string(rows));
  }
  if (last.end() != end) {
    in.Corrupt("the last filter does not end where the index begins");
  }
  return index;
}

std::vector<uint32_t> ReadFilterValues(Input in) {
  const uint8_t* start = in.position();
  const int64_t count = in.Count("the number of values", in.remaining());
  std::vector<uint32_t> starts;
  std::string_view before;
  for (int64_t i = 0; i < count; i++) {
    starts.push_back(static_cast<uint32_t>(in.position() - start));
    const std::string_view value = View(in.Sized("a value"));
    // string_view compares bytes as unsigned.
    if (i > 0 && before >= value) {
      in.Corrupt("values that do not ascend");
    }
    before = value;
  }
  in.ExpectEnd("the values");
  return starts;
}

}  // namespace cif::internal

#include "file/column_index.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <string_view>
#include <utility>

#include "file/headed_json.h"
#include "util/crc32c.h"
#include "util/failure.h"
#include "util/input.h"

namespace cif::internal {
namespace {

constexpr uint64_t kShortBytes = 128 << 10;  // schema files up to this length have no index
constexpr size_t kMostColumns = 64;          // for more, the schema file is read whole
constexpr char kMagic[] = {'C', 'I', 'F', 'I', 1};
constexpr int64_t kMagicBytes = 8;  // with reserved bytes
constexpr int64_t kChecksumBytes = 4;
constexpr int64_t kEntryBytes = 20;

constexpr uint8_t kKeys = 2;
constexpr uint8_t kMostFlags = 15;
constexpr std::pair<uint8_t, const char*> kFeatureFlags[] = {
    {1, "\"groups\""}, {4, "\"symbols\""}, {8, "\"digits\""}};

/// Bytes of the JSON.
struct Piece {
  uint32_t at = 0;
  uint32_t length = 0;
  std::string bytes;  ///< once read
};

/// Position of a column in the JSON.
struct Place {
  Piece field;
  Piece element;
  std::string entry;  ///< bytes of the entry before its checksum
  uint32_t crc = 0;
};

/// Content of an index, as far as it matters.
struct Index {
  uint64_t rows = 0;
  uint8_t flags = 0;
  std::vector<Place> places;  ///< of the wanted columns, and of others with equal hashes
};

uint32_t Crc(std::string_view bytes) {
  return Crc32c(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

/// Set of hashes of names or of keys.
class Hashes {
 public:
  explicit Hashes(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      sorted_.push_back(Crc(text));
      bits_ |= uint64_t{1} << (sorted_.back() % 64);
    }
    std::sort(sorted_.begin(), sorted_.end());
  }

  static Hashes OfNames(std::vector<std::string> names) {
    for (std::string& name : names) {
      for (char& c : name) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      }
    }
    return Hashes(names);
  }

  bool Has(uint32_t hash) const {
    return (bits_ >> (hash % 64) & 1) != 0 &&
           std::binary_search(sorted_.begin(), sorted_.end(), hash);
  }

 private:
  std::vector<uint32_t> sorted_;
  uint64_t bits_ = 0;  ///< rules most other hashes out
};

Place ReadPlace(Input in, int64_t json_length) {
  Place place;
  const uint8_t* start = in.position();
  for (Piece* piece : {&place.field, &place.element}) {
    piece->at = in.U32();
    piece->length = in.U32();
    if (piece->length == 0 || int64_t{piece->at} + piece->length > json_length) {
      in.Corrupt("a column outside of the schema file");
    }
  }
  place.entry.assign(reinterpret_cast<const char*>(start), kEntryBytes - kChecksumBytes);
  place.crc = in.U32();
  return place;
}

/// Reads the index of a schema file with this header.
Index ReadIndex(const Bytes& bytes, const JsonHeader& header, const WantedColumns& wanted) {
  const Hashes names = Hashes::OfNames(wanted.names);
  const Hashes keys(wanted.keys);
  Input in(bytes.data(), bytes.size());
  if (std::memcmp(in.Skip(kMagicBytes), kMagic, sizeof(kMagic)) != 0) {
    in.Corrupt("no index of columns, or of an unknown version");
  }
  if (in.U32() != header.crc || in.U32() != header.length) {
    in.Corrupt("the index of another schema file");
  }
  Index index;
  index.rows = in.U64();
  index.flags = in.U8();
  in.U64();  // size of the values
  const int64_t columns = in.U32();
  const int64_t front = in.U32();
  const bool has_keys = (index.flags & kKeys) != 0;
  const int64_t hashes = columns * (has_keys ? 8 : 4);
  const int64_t size = in.remaining() + in.offset();
  if (index.flags > kMostFlags || hashes > front - in.offset() - kChecksumBytes ||
      size != front + columns * kEntryBytes) {
    in.Corrupt("flags, columns or length can't be");
  }
  const uint8_t* behind = bytes.data() + front - kChecksumBytes;
  if (Crc32c(bytes.data(), static_cast<size_t>(front - kChecksumBytes)) != Load<uint32_t>(behind)) {
    in.Corrupt("the checksum of the index does not match");
  }
  int64_t left = header.length;  // pieces do not overlap, so that they are never longer together
  Input in_keys = in;
  if (has_keys) {
    in_keys.Skip(columns * 4);
  }
  for (int64_t i = 0; i < columns; i++) {
    const bool has_name = names.Has(in.U32());
    const uint32_t key = has_keys ? in_keys.U32() : 0;
    if (has_name || (key != 0 && keys.Has(key))) {
      const uint8_t* entry = bytes.data() + front + i * kEntryBytes;
      index.places.push_back(ReadPlace(Input(entry, kEntryBytes), header.length));
      left -= int64_t{index.places.back().field.length} + index.places.back().element.length;
      if (left < 0) {
        in.Corrupt("columns that overlap");
      }
    }
  }
  return index;
}

/// Reads pieces of the JSON. Those near each other share a read.
/// @return number of bytes read
int64_t ReadPieces(RandomAccessFile* file, const JsonHeader& header, int64_t near_bytes,
                   std::vector<Piece*> pieces) {
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece* a, const Piece* b) { return a->at < b->at; });
  int64_t count = 0;
  for (size_t i = 0, next = 0; i < pieces.size(); i = next) {
    const uint32_t start = pieces[i]->at;
    int64_t end = start;
    for (; next < pieces.size() && (next == i || pieces[next]->at - end <= near_bytes); next++) {
      end = std::max(end, int64_t{pieces[next]->at} + pieces[next]->length);
    }
    Bytes bytes;
    Check(file->Read(header.start + start, static_cast<size_t>(end - start), &bytes));
    count += end - start;
    for (size_t k = i; k < next; k++) {
      const uint8_t* from = bytes.data() + (pieces[k]->at - start);
      pieces[k]->bytes.assign(reinterpret_cast<const char*>(from), pieces[k]->length);
    }
  }
  return count;
}

/// Returns the JSON of a schema file of the columns that were read.
std::string Json(const Index& index) {
  std::string features;
  for (const auto& [flag, name] : kFeatureFlags) {
    features += (index.flags & flag) == 0 ? "" : features.empty() ? "" : ",";
    features += (index.flags & flag) == 0 ? "" : name;
  }
  std::string fields;
  std::string elements;
  for (const Place& place : index.places) {
    fields += (fields.empty() ? "" : ",") + place.field.bytes;
    elements += (elements.empty() ? "" : ",") + place.element.bytes;
  }
  return R"({"formatVersion":1,"requires":[)" + features + R"(],"rows":)" +
         std::to_string(index.rows) + R"(,"schema":{"type":"record","name":"row","fields":[)" +
         fields + R"(]},"columns":[)" + elements + "]}";
}

SomeColumns Read(const FileSystem& fs, const std::string& folder, RandomAccessFile* file,
                 const WantedColumns& wanted) {
  SomeColumns some;
  Bytes bytes;
  Check(file->Read(0, kJsonHeaderBytes, &bytes));
  const JsonHeader header =
      ParseJsonHeader(kSchemaJson, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  some.bytes += kJsonHeaderBytes;
  if (file->size() != header.start + static_cast<uint64_t>(header.length) + 1) {
    Fail(ErrorCode::kCorrupt, "a schema file of another length");
  }
  char name[32];
  std::snprintf(name, sizeof(name), "_columns.%08x.index", header.crc);
  const auto beside = Check(fs.Open(folder + "/" + name));
  if (beside->size() > static_cast<uint64_t>(header.length)) {
    Fail(ErrorCode::kCorrupt, "an index longer than the schema");
  }
  // One read for all of it: its entries are 20 bytes a column, and another request costs more.
  Check(beside->Read(0, static_cast<size_t>(beside->size()), &bytes));
  some.bytes += static_cast<int64_t>(bytes.size());
  Index index = ReadIndex(bytes, header, wanted);
  std::vector<Piece*> pieces;
  for (Place& place : index.places) {
    pieces.push_back(&place.field);
    pieces.push_back(&place.element);
  }
  some.bytes += ReadPieces(file, header, fs.costs().near_bytes, pieces);
  for (const Place& place : index.places) {
    if (Crc(place.entry + place.field.bytes + place.element.bytes) != place.crc) {
      Fail(ErrorCode::kCorrupt, "the checksum of a column does not match");
    }
  }
  some.file = ParseSomeColumns(Json(index));
  return some;
}

}  // namespace

std::optional<SomeColumns> ReadByIndex(const FileSystem& fs, const std::string& folder,
                                       RandomAccessFile* file, const WantedColumns& wanted) {
  if (wanted.count() == 0 || wanted.count() > kMostColumns || file->size() <= kShortBytes) {
    return std::nullopt;
  }
  try {
    return Read(fs, folder, file, wanted);
  } catch (const Failure&) {
    return std::nullopt;
  } catch (const CorruptData&) {
    return std::nullopt;
  }
}

}  // namespace cif::internal

// "A simple program", as the paper has it: standard streams, standard containers.
#include <bit>
#include <cstring>
#include <fstream>
#include <map>
#include <vector>

#include "scan.h"

namespace paper {
namespace {

static_assert(std::endian::native == std::endian::little, "the file is big-endian");

uint16_t Load16(const char* p) {
  uint16_t v;
  std::memcpy(&v, p, sizeof(v));
  return __builtin_bswap16(v);
}

int32_t Load32(const char* p) {
  uint32_t v;
  std::memcpy(&v, p, sizeof(v));
  return static_cast<int32_t>(__builtin_bswap32(v));
}

double LoadDouble(const char* p) {
  uint64_t v;
  std::memcpy(&v, p, sizeof(v));
  return std::bit_cast<double>(__builtin_bswap64(v));
}

using Map = std::map<std::string, int32_t>;

/// The values of one record; each of these structs has the same two functions. `Read` reads the
/// values and returns the position behind them, or nullptr if they exceed the end. `Sum` sums them
/// up.
struct Integers {
  std::vector<int32_t> values;

  const char* Read(const char* p, const char* /*end*/) {
    for (int32_t& value : values) {
      value = Load32(p);
      p += sizeof(value);
    }
    return p;
  }

  uint64_t Sum() const {
    int64_t sum = 0;
    for (int32_t value : values) {
      sum += value;
    }
    return static_cast<uint64_t>(sum);
  }
};

struct Doubles {
  std::vector<double> values;

  const char* Read(const char* p, const char* /*end*/) {
    for (double& value : values) {
      value = LoadDouble(p);
      p += sizeof(value);
    }
    return p;
  }

  uint64_t Sum() const {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return std::bit_cast<uint64_t>(sum);
  }
};

struct Maps {
  std::vector<Map> values;

  const char* Read(const char* p, const char* end) {
    for (Map& map : values) {
      map.clear();
      for (int i = 0; i < kMapEntries; i++) {
        if (end - p < static_cast<ptrdiff_t>(kKeyPrefixBytes)) {
          return nullptr;
        }
        size_t length = Load16(p);
        p += kKeyPrefixBytes;
        if (end - p < static_cast<ptrdiff_t>(length + sizeof(int32_t))) {
          return nullptr;
        }
        map.emplace(std::string(p, length), Load32(p + length));
        p += length + sizeof(int32_t);
      }
    }
    return p;
  }

  uint64_t Sum() const {
    uint64_t sum = 0;
    for (const Map& map : values) {
      for (const auto& [key, value] : map) {
        sum += OfEntry(key, value);
      }
    }
    return sum;
  }
};

template <typename Values>
uint64_t Scan(const std::string& file, size_t count, size_t least_bytes) {
  if (count > kRecordBytes / least_bytes) {
    throw Failure(std::to_string(count) + " values do not fit into a record");
  }
  std::vector<char> buffer(128 << 10);
  std::ifstream in;
  in.rdbuf()->pubsetbuf(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  in.open(file, std::ios::binary);
  if (!in) {
    throw Failure(file + ": cannot be opened");
  }
  Values values;
  values.values.resize(count);
  std::vector<char> record(kRecordBytes);
  uint64_t answer = 0;
  for (size_t row = 0; in.read(record.data(), kRecordBytes); row++) {
    const char* end = record.data() + kRecordBytes;
    const char* rest = values.Read(record.data(), end);
    if (rest == nullptr) {
      throw Failure(file + ": values reach over the end of the record at byte " +
                    std::to_string(row * kRecordBytes) + ": not " + std::to_string(count) +
                    " maps a record?");
    }
    answer += OfRecord(values.Sum(), {rest, static_cast<size_t>(end - rest)});
  }
  if (in.gcount() != 0 || in.bad()) {
    throw Failure(file + ": does not end with a whole record");
  }
  return answer;
}

}  // namespace

uint64_t ScanPlain(const std::string& file, Type type, size_t values) {
  switch (type) {
    case Type::kIntegers:
      return Scan<Integers>(file, values, sizeof(int32_t));
    case Type::kDoubles:
      return Scan<Doubles>(file, values, sizeof(double));
    case Type::kMaps:
      return Scan<Maps>(file, values, kMapEntries * (kKeyPrefixBytes + sizeof(int32_t)));
  }
  return 0;
}

}  // namespace paper

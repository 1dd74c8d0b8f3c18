#include "file/filter_file.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "file/file_header.h"
#include "file/footer.h"
#include "filter/bloom_filter.h"
#include "util/crc32c.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

constexpr char kMagic[] = "CIFB";
constexpr char kWayOut[] = "; restore it from a copy, or read without filters (use_filters)";

/// Maximum length of a file that is read with one read.
constexpr int64_t kSmallFile = 64 << 10;

/// Maximum gap between two filters that are read together.
constexpr int64_t kNear = 16 << 10;

/// Approximate maximum number of bytes of one read.
constexpr int64_t kAtOnce = 8 << 20;

/// Calls f(probe, filter) for each filter with rows of a probe, in the order of the filters.
template <typename F>
void ForEachTouched(const std::vector<FilterPlace>& filters,
                    const std::vector<FilterProbe*>& probes, F f) {
  std::vector<size_t> next(probes.size(), 0);
  for (size_t i = 0; i < filters.size(); i++) {
    for (size_t q = 0; q < probes.size(); q++) {
      const RowRanges& rows = probes[q]->rows;
      size_t& at = next[q];
      while (at < rows.size() && rows[at].end <= filters[i].first_row) {
        at++;
      }
      if (at < rows.size() && rows[at].first < filters[i].end_row()) {
        f(q, i);
      }
    }
  }
}

}  // namespace

class FilterFile::Reading {
 public:
  Reading(const FilterFile& of, int64_t* bytes_read) : of_(of), bytes_read_(bytes_read) {}

  /// Reads bytes of the file. Valid until the next read.
  const uint8_t* Read(int64_t offset, int64_t length) {
    if (offset < start_ || offset + length > end_) {
      Open();
      end_ = start_;  // invalid until the read succeeds
      Check(file_->Read(static_cast<uint64_t>(offset), static_cast<size_t>(length), &bytes_));
      *bytes_read_ += length;
      start_ = offset;
      end_ = offset + length;
      if (offset == 0) {
        CheckHeader();
      }
    }
    return bytes_.data() + (offset - start_);
  }

  /// Returns true if the bytes have been read already.
  bool Has(int64_t offset, int64_t length) const {
    return offset >= start_ && offset + length <= end_;
  }

 private:
  void Open() {
    if (file_ != nullptr) {
      return;
    }
    auto opened =
        of_.split_->file_system().OpenSized(of_.path_, static_cast<uint64_t>(of_.entry_->length));
    if (!opened.ok() && opened.error().code == ErrorCode::kNotFound) {
      throw Failure(of_.At(
          -1, std::string("the schema file names this filter, but it does not exist") + kWayOut,
          ErrorCode::kNotFound));
    }
    file_ = Check(std::move(opened));
    const int64_t length = of_.entry_->length;
    if (file_->size() > static_cast<uint64_t>(length)) {
      throw Failure(of_.At(
          length,
          std::string("the filter goes on where the schema file says that it ends") + kWayOut));
    }
    if (file_->size() < static_cast<uint64_t>(length)) {
      throw Failure(of_.At(static_cast<int64_t>(file_->size()),
                           "the filter ends here, the schema file says that it has " +
                               std::to_string(length) + " bytes" + kWayOut));
    }
  }

  void CheckHeader() const {
    const Status status = CheckFileHeader(bytes_.data(), kMagic, "filter");
    if (!status.ok()) {
      const Error& error = status.error();
      throw Failure(of_.At(error.offset, error.message + kWayOut, error.code));
    }
  }

  const FilterFile& of_;
  int64_t* bytes_read_;
  std::unique_ptr<RandomAccessFile> file_;
  Bytes bytes_;
  int64_t start_ = 0;
  int64_t end_ = 0;
};

FilterFile::FilterFile(const Split& split, std::vector<const Column*> key, const FilterEntry& entry,
                       std::shared_ptr<MemoryLimit> limit)
    : split_(&split),
      key_(std::move(key)),
      entry_(&entry),
      path_(split.folder() + "/" + entry.file),
      limit_(std::move(limit)) {}

int64_t FilterFile::Verify(const Split& split, const Column& column, const FilterEntry& entry) {
  FilterFile file(split, {&column}, entry, std::make_shared<MemoryLimit>(0));
  int64_t bytes_read = 0;
  Reading reading(file, &bytes_read);
  reading.Read(0, kHeaderBytes);
  file.ReadIndex(&reading);
  const std::vector<bool> all(file.bodies_.size(), true);
  for (size_t i = 0; i < all.size(); i++) {
    file.BodyOf(i, all, &reading);
    file.bodies_[i].reset();
  }
  return bytes_read;
}

Error FilterFile::At(int64_t offset, const std::string& message, ErrorCode code) const {
  return Error{code, path_, key_.front()->name, offset, message};
}

void FilterFile::Narrow(const std::vector<FilterProbe*>& probes, int64_t* bytes_read) {
  std::lock_guard<std::mutex> lock(mutex_);
  // Even after an error, nothing stays that there is no room for.
  struct Forget {
    FilterFile* file;
    ~Forget() {
      if (!file->is_kept_) {
        file->index_.reset();
        file->bodies_.clear();
      }
    }
  } forget{this};
  Reading reading(*this, bytes_read);
  if ((index_ || FindIndex(&reading)) && is_of_split_) {
    Probe(probes, &reading);
  }
}

void FilterFile::Probe(const std::vector<FilterProbe*>& probes, Reading* reading) {
  std::vector<RowRanges> left(probes.size());
  const std::vector<bool> wanted = Wanted(probes);
  size_t read = wanted.size();
  const Body* body = nullptr;
  ForEachTouched(index_->filters, probes, [&](size_t q, size_t i) {
    if (i != read) {
      if (!is_kept_ && read < wanted.size()) {
        bodies_[read].reset();
      }
      body = &BodyOf(i, wanted, reading);
      read = i;
    }
    const FilterPlace& place = index_->filters[i];
    if (MayHave(i, *body, probes[q]->key)) {
      left[q].Add(place.first_row, place.end_row());
    }
  });
  for (size_t q = 0; q < probes.size(); q++) {
    probes[q]->rows = probes[q]->rows.Intersect(left[q]);
  }
}

bool FilterFile::FindIndex(Reading* reading) {
  if (is_missing_) {
    return false;
  }
  try {
    ReadIndex(reading);
  } catch (Failure& e) {
    if (e.error().code != ErrorCode::kNotFound) {
      throw;
    }
    is_missing_ = true;
  }
  return !is_missing_;
}

void FilterFile::ReadIndex(Reading* reading) {
  const int64_t length = entry_->index_length;
  const int64_t end = entry_->length - length;
  if (entry_->length <= kSmallFile) {
    reading->Read(0, entry_->length);
  }
  const uint8_t* bytes = reading->Read(end, length);
  if (Crc32c(bytes, static_cast<size_t>(length)) != entry_->index_crc) {
    throw Failure(
        At(end, std::string("the checksum of the filter's index does not match") + kWayOut));
  }
  FilterIndex index;
  try {
    index = ReadFilterIndex(Input(bytes, static_cast<size_t>(length), end), entry_->with.size() + 1,
                            split_->rows(), end);
  } catch (const CorruptData& e) {
    throw Failure(At(e.offset(), "the filter's index: " + e.message() + kWayOut));
  }
  is_of_split_ =
      std::equal(key_.begin(), key_.end(), index.footer_crcs.begin(), index.footer_crcs.end(),
                 [](const Column* column, uint32_t crc) { return column->footer_crc == crc; });
  const auto places = static_cast<int64_t>(index.filters.size() * (sizeof(FilterPlace) + 64));
  is_kept_ = limit_->Take(2 * entry_->length + places);
  bodies_.clear();
  bodies_.resize(index.filters.size());
  index_ = std::move(index);
}

std::vector<bool> FilterFile::Wanted(const std::vector<FilterProbe*>& probes) const {
  std::vector<bool> wanted(index_->filters.size(), false);
  ForEachTouched(index_->filters, probes, [&wanted](size_t, size_t i) { wanted[i] = true; });
  return wanted;
}

const FilterFile::Body& FilterFile::BodyOf(size_t filter, const std::vector<bool>& wanted,
                                           Reading* reading) {
  static const Body kNothing;
  const std::vector<FilterPlace>& filters = index_->filters;
  const FilterPlace& place = filters[filter];
  if (place.kind == FilterKind::kNone) {
    return kNothing;
  }
  if (bodies_[filter] == nullptr) {
    if (!reading->Has(place.offset, place.length)) {
      // The read includes later wanted filters that are near.
      const int64_t start = place.offset == kHeaderBytes ? 0 : place.offset;
      int64_t end = place.end();
      for (size_t next = filter + 1; next < filters.size() && filters[next].offset - end <= kNear &&
                                     filters[next].end() - start <= kAtOnce;
           next++) {
        end = wanted[next] && bodies_[next] == nullptr ? filters[next].end() : end;
      }
      reading->Read(start, end - start);
    }
    bodies_[filter] =
        std::make_unique<const Body>(ReadBody(filter, reading->Read(place.offset, place.length)));
  }
  return *bodies_[filter];
}

FilterFile::Body FilterFile::ReadBody(size_t filter, const uint8_t* bytes) const {
  const FilterPlace& place = index_->filters[filter];
  const auto length = static_cast<size_t>(place.length);
  if (Crc32c(bytes, length) != place.crc) {
    throw Failure(At(place.offset, "the checksum of filter " + std::to_string(filter) +
                                       " does not match" + kWayOut));
  }
  Body body;
  if (place.kind == FilterKind::kValues) {
    try {
      body.starts = ReadFilterValues(Input(bytes, length, place.offset));
    } catch (const CorruptData& e) {
      throw Failure(
          At(e.offset(), "filter " + std::to_string(filter) + ": " + e.message() + kWayOut));
    }
  }
  body.bytes.assign(bytes, bytes + length);
  return body;
}

bool FilterFile::MayHave(size_t filter, const Body& body, const FilterKey& key) const {
  const FilterPlace& place = index_->filters[filter];
  if (place.kind != FilterKind::kValues) {
    return place.kind == FilterKind::kNone ||
           BloomMayHave(body.bytes.data(), place.length, key.hash);
  }
  auto value = [&body](uint32_t start) {
    const Input bytes =
        Input(body.bytes.data() + start, body.bytes.size() - start).Sized("a value");
    return std::string_view(reinterpret_cast<const char*>(bytes.position()),
                            static_cast<size_t>(bytes.remaining()));
  };
  auto found = std::lower_bound(
      body.starts.begin(), body.starts.end(), std::string_view(key.value),
      [&value](uint32_t start, std::string_view wanted) { return value(start) < wanted; });
  return found != body.starts.end() && value(*found) == key.value;
}

bool FilterFile::is_kept() {
  std::lock_guard<std::mutex> lock(mutex_);
  return index_ && is_kept_;
}

std::vector<std::unique_ptr<FilterFile>> FiltersOf(const Split& split,
                                                   const std::shared_ptr<MemoryLimit>& limit) {
  std::vector<std::unique_ptr<FilterFile>> filters;
  const Schema& schema = split.schema();
  for (const Column& column : schema.columns) {
    for (const FilterEntry& entry : column.filters) {
      std::vector<const Column*> key = {&column};
      for (int32_t id : entry.with) {
        const int other = schema.Find("", id);
        key.push_back(other < 0 ? nullptr : &schema.columns[static_cast<size_t>(other)]);
      }
      if (std::all_of(key.begin(), key.end(), [](const Column* one) {
            return one != nullptr && one->type.is_primitive();
          })) {
        filters.push_back(std::make_unique<FilterFile>(split, std::move(key), entry, limit));
      }
    }
  }
  std::stable_sort(filters.begin(), filters.end(),
                   [](const auto& a, const auto& b) { return a->key().size() > b->key().size(); });
  return filters;
}

}  // namespace cif::internal

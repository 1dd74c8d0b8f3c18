#include "file/read_ahead.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "util/failure.h"

namespace cif::internal {
namespace {

/// Maximum length of a combined range, as a multiple of near_bytes. Beyond it, the cost of a
/// request hardly matters, and several requests can share the work.
constexpr int64_t kLongest = 16;
constexpr int64_t kLongestBytes = 4 << 20;

/// Maximum number of expected files per request.
constexpr size_t kFilesOfRequest = 8;

}  // namespace

/// Reader's view of a file.
class ReadAhead::File final : public RandomAccessFile {
 public:
  File(ReadAhead* ahead, std::shared_ptr<Source> source, uint64_t size)
      : ahead_(ahead), source_(std::move(source)), size_(size) {}

  uint64_t size() const override { return size_; }

  Status Read(uint64_t offset, size_t length, Bytes* out) override {
    return ahead_->Read(source_, static_cast<int64_t>(offset), length, out);
  }

  std::unique_ptr<RandomAccessFile> Share() const override {
    return std::make_unique<File>(ahead_, source_, size_);
  }

 private:
  ReadAhead* ahead_;
  std::shared_ptr<Source> source_;
  uint64_t size_;
};

Result<std::unique_ptr<RandomAccessFile>> ReadAhead::Files::Open(const std::string& path) const {
  return ahead_->below_.Open(path);
}

Result<std::unique_ptr<RandomAccessFile>> ReadAhead::Files::OpenSized(const std::string& path,
                                                                      uint64_t length) const {
  Lock lock(ahead_->mutex_);
  std::shared_ptr<Source> source = ahead_->SourceOf(path, length);
  ahead_->changed_.wait(lock, [&] { return !source->is_opening; });
  if (!source->is_open) {
    auto opened = ahead_->Take(source.get(), &lock);
    if (!opened.ok()) {
      return opened;
    }
    source->idle.push_back(std::move(*opened));
  }
  const uint64_t size = source->length;
  return std::unique_ptr<RandomAccessFile>(std::make_unique<File>(ahead_, std::move(source), size));
}

Result<std::vector<DirectoryEntry>> ReadAhead::Files::List(const std::string& folder) const {
  return ahead_->below_.List(folder);
}

ReadAhead::ReadAhead(const FileSystem& below, int64_t most_bytes)
    : below_(below),
      costs_(below.costs()),
      most_bytes_(most_bytes),
      longest_(std::max(costs_.near_bytes, std::min({kLongestBytes, kLongest * costs_.near_bytes,
                                                     most_bytes / costs_.requests}))),
      memory_(static_cast<size_t>(costs_.requests)) {}

ReadAhead::~ReadAhead() { Stop(); }

void ReadAhead::Start(std::function<bool()> plan_next) {
  std::lock_guard<std::mutex> lock(mutex_);
  plan_next_ = std::move(plan_next);
  may_plan_more_ = true;
  threads_.reserve(MostThreads());
  StartThread();
}

void ReadAhead::Stop() {
  std::vector<std::thread> threads;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
    threads.swap(threads_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads) {
    thread.join();
  }
}

void ReadAhead::StartThread() {
  try {
    threads_.emplace_back([this] { Work(); });
  } catch (const std::exception&) {
    // The system refuses more threads: the running ones or the readers do the work.
  }
}

bool ReadAhead::MayRead() const {
  return !queue_.empty() && requests_ < costs_.requests &&
         bytes_ + queue_.front().extent->length() <= most_bytes_;
}

bool ReadAhead::MayPlan() const {
  return may_plan_more_ && queue_.empty() && bytes_ < most_bytes_ &&
         sources_.size() < kFilesOfRequest * static_cast<size_t>(costs_.requests);
}

void ReadAhead::Work() {
  Lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stop_ || MayRead() || MayPlan(); });
    if (stop_) {
      return;
    }
    // Each thread with work starts the next one, as long as there is more.
    if (threads_.size() < MostThreads() && (queue_.size() > 1 || may_plan_more_)) {
      StartThread();
    }
    if (MayRead()) {
      const Queued next = std::move(queue_.front());
      queue_.pop_front();
      Load(next, &lock);
    } else {
      lock.unlock();
      const bool more = plan_next_();
      lock.lock();
      may_plan_more_ = may_plan_more_ && more;
    }
  }
}

std::shared_ptr<ReadAhead::Extent> ReadAhead::Source::Find(int64_t offset, int64_t of) const {
  const auto found = std::find_if(extents.begin(), extents.end(),
                                  [&](const auto& extent) { return extent->Has(offset, of); });
  return found == extents.end() ? nullptr : *found;
}

std::shared_ptr<ReadAhead::Source> ReadAhead::SourceOf(const std::string& path, uint64_t length) {
  const auto known = sources_.find(path);
  if (known != sources_.end()) {
    return known->second;
  }
  auto source = std::make_shared<Source>();
  source->path = path;
  source->length = length;
  sources_.emplace(path, source);
  return source;
}

void ReadAhead::Expect(const std::vector<Range>& ranges) {
  if (ranges.empty()) {
    return;
  }
  // One lock for all: neighbours are combined before either is read.
  Lock lock(mutex_);
  for (const Range& range : ranges) {
    Queue(range);
  }
  changed_.notify_all();
}

void ReadAhead::Queue(const Range& range) {
  const std::shared_ptr<Source> source =
      SourceOf(range.path, static_cast<uint64_t>(range.file_length));
  if (range.length > most_bytes_ || source->Find(range.offset, range.length) != nullptr) {
    return;
  }
  const int64_t end = range.offset + range.length;
  std::vector<std::shared_ptr<Extent>>& extents = source->extents;
  Extent* last = extents.empty() ? nullptr : extents.back().get();
  if (last != nullptr && last->is_queued && last->keep == range.keep && range.offset >= last->end &&
      range.offset - last->end <= costs_.near_bytes && end - last->start <= longest_) {
    last->end = end;
    last->unread += range.length;
    return;
  }
  auto extent = std::make_shared<Extent>();
  extent->start = range.offset;
  extent->end = end;
  extent->keep = range.keep;
  extent->unread = range.length;
  extents.push_back(extent);
  queue_.push_back({source, std::move(extent)});
}

void ReadAhead::Forget(const std::string& folder) {
  const std::string prefix = folder + "/";
  // Closed without the lock, since that may take a request.
  std::vector<std::shared_ptr<Source>> closed;
  Lock lock(mutex_);
  auto at = sources_.lower_bound(prefix);
  while (at != sources_.end() && at->first.compare(0, prefix.size(), prefix) == 0) {
    while (!at->second->extents.empty()) {
      Drop(at->second.get(), at->second->extents.back());
    }
    closed.push_back(std::move(at->second));
    at = sources_.erase(at);
  }
  changed_.notify_all();
}

void ReadAhead::Drop(Source* source, const std::shared_ptr<Extent>& of) {
  const std::shared_ptr<Extent> extent = of;
  std::erase(source->extents, extent);
  if (extent->is_queued) {
    std::erase_if(queue_, [&](const Queued& one) { return one.extent == extent; });
  } else if (extent->bytes != nullptr) {
    bytes_ -= extent->length();
  }  // else its reader notices that it is dropped
  changed_.notify_all();
}

Result<std::unique_ptr<RandomAccessFile>> ReadAhead::Take(Source* source, Lock* lock) {
  changed_.wait(*lock, [source] { return !source->is_opening; });
  if (!source->idle.empty()) {
    std::unique_ptr<RandomAccessFile> file = std::move(source->idle.back());
    source->idle.pop_back();
    return file;
  }
  if (source->shared != nullptr) {
    return source->shared->ShareWithThread();
  }
  source->is_opening = !source->is_open;
  lock->unlock();
  auto opened =
      Guard(source->path, "", [&] { return below_.OpenSized(source->path, source->length); });
  lock->lock();
  source->is_opening = false;
  changed_.notify_all();  // also for errors from here on
  if (opened.ok() && !source->is_open) {
    source->is_open = true;
    source->length = (*opened)->size();
    source->shared = (*opened)->ShareWithThread();
  }
  return opened;
}

Status ReadAhead::ReadBelow(Source* source, int64_t offset, size_t length, Bytes* out) {
  Lock lock(mutex_);
  auto file = Take(source, &lock);
  if (!file.ok()) {
    return file.error();
  }
  lock.unlock();
  Status status = (*file)->Read(static_cast<uint64_t>(offset), length, out);
  lock.lock();
  source->idle.push_back(std::move(*file));
  return status;
}

Status ReadAhead::Read(const std::shared_ptr<Source>& source, int64_t offset, size_t length,
                       Bytes* out) {
  Lock lock(mutex_);
  const auto count = static_cast<int64_t>(length);
  const std::shared_ptr<Extent> extent = Await(source, offset, count, &lock);
  if (extent == nullptr) {
    lock.unlock();
    return ReadBelow(source.get(), offset, length, out);
  }
  out->Hold(extent->bytes, extent->bytes->data() + (offset - extent->start), length);
  extent->unread -= count;
  if (extent->keep == Keep::kOnce && extent->unread <= 0 && source->Find(offset, count) == extent) {
    Drop(source.get(), extent);
  }
  return {};
}

std::shared_ptr<ReadAhead::Extent> ReadAhead::Await(const std::shared_ptr<Source>& source,
                                                    int64_t offset, int64_t length, Lock* lock) {
  const std::shared_ptr<Extent> extent = source->Find(offset, length);
  if (extent == nullptr) {
    return nullptr;
  }
  const auto is_dropped = [&] { return source->Find(offset, length) != extent; };
  changed_.wait(*lock,
                [&] { return !extent->is_queued || requests_ < costs_.requests || is_dropped(); });
  if (is_dropped()) {
    return nullptr;
  }
  if (extent->is_queued && bytes_ + extent->length() > most_bytes_) {
    Drop(source.get(), extent);
    return nullptr;
  }
  if (extent->is_queued) {
    std::erase_if(queue_, [&](const Queued& one) { return one.extent == extent; });
    Load({source, extent}, lock);
  }
  changed_.wait(*lock, [&] { return extent->bytes != nullptr || is_dropped(); });
  return extent->bytes == nullptr ? nullptr : extent;
}

void ReadAhead::Load(const Queued& wanted, Lock* lock) {
  Extent& extent = *wanted.extent;
  extent.is_queued = false;
  requests_++;
  bytes_ += extent.length();
  std::shared_ptr<Bytes> bytes;
  lock->unlock();
  const Status status = Guard(wanted.source->path, "", [&] {
    bytes = memory_.Take();
    return ReadBelow(wanted.source.get(), extent.start, static_cast<size_t>(extent.length()),
                     bytes.get());
  });
  lock->lock();
  requests_--;
  const bool is_wanted = wanted.source->Find(extent.start, extent.length()) == wanted.extent;
  if (status.ok() && is_wanted) {
    extent.bytes = std::move(bytes);
  } else {
    bytes_ -= extent.length();
    std::erase(wanted.source->extents, wanted.extent);
  }
  changed_.notify_all();
}

}  // namespace cif::internal

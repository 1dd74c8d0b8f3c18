#include "slow_store.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

namespace cif::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr char kTable[] = "/table";

}  // namespace

class SlowStore::File final : public StoredFile {
 public:
  File(const SlowStore& store, std::unique_ptr<RandomAccessFile> local, const std::string& path)
      : StoredFile(path, local->size()), store_(store), local_(std::move(local)) {}

  std::unique_ptr<RandomAccessFile> ShareWithThread() const override {
    return std::make_unique<File>(store_, local_->ShareWithThread(), path());
  }

 protected:
  Result<size_t> ReadSome(uint64_t offset, size_t length, uint8_t* to) override {
    store_.Request(length);
    const Status status = local_->Read(offset, length, &bytes_);
    if (!status.ok()) {
      return status.error();
    }
    std::memcpy(to, bytes_.data(), length);
    return length;
  }

 private:
  const SlowStore& store_;
  std::unique_ptr<RandomAccessFile> local_;
  Bytes bytes_;
};

SlowStore::SlowStore(std::string split, int splits, const Link& link, const ReadCosts& costs)
    : split_(std::move(split)), splits_(splits), link_(link), costs_(costs) {}

void SlowStore::Request(size_t bytes) const {
  Clock::time_point answered;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    traffic_.requests++;
    traffic_.bytes += static_cast<int64_t>(bytes);
    const std::chrono::duration<double> sending(static_cast<double>(bytes) /
                                                link_.bytes_per_second);
    is_free_ = std::max(is_free_, Clock::now() + link_.latency) +
               std::chrono::duration_cast<Clock::duration>(sending);
    answered = is_free_;
  }
  std::this_thread::sleep_until(answered);
}

std::string SlowStore::Local(const std::string& path) const {
  return split_ + path.substr(std::min(path.size(), path.find('/', sizeof(kTable))));
}

Result<std::unique_ptr<RandomAccessFile>> SlowStore::Open(const std::string& path) const {
  Request(0);
  return OpenSized(path, 0);
}

Result<std::unique_ptr<RandomAccessFile>> SlowStore::OpenSized(const std::string& path,
                                                               uint64_t /*length*/) const {
  auto local = LocalFileSystem().Open(Local(path));
  if (!local.ok()) {
    return local;
  }
  return std::unique_ptr<RandomAccessFile>(
      std::make_unique<File>(*this, std::move(local).value(), path));
}

Result<std::vector<DirectoryEntry>> SlowStore::List(const std::string& folder) const {
  Request(0);
  if (folder != kTable) {
    return LocalFileSystem().List(Local(folder));
  }
  std::vector<DirectoryEntry> splits;
  for (int i = 0; i < splits_; i++) {
    char name[16];
    std::snprintf(name, sizeof(name), "%06d_0", i);
    splits.push_back({name, true});
  }
  return splits;
}

Traffic SlowStore::TakeTraffic() {
  std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(traffic_, Traffic());
}

}  // namespace cif::bench

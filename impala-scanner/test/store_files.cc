#include "store_files.h"

#include <algorithm>
#include <cstring>

namespace cif::test {

/// Counter of requests from their start to their end.
class StoreFiles::Request {
 public:
  explicit Request(const StoreFiles& store) : asked_(store.asked_.Get()) {
    std::lock_guard<std::mutex> lock(asked_.mutex);
    asked_.counts.requests++;
    asked_.at_a_time++;
    asked_.counts.most_at_a_time = std::max(asked_.counts.most_at_a_time, asked_.at_a_time);
    asked_.counts.threads.insert(std::this_thread::get_id());
  }
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request() {
    std::lock_guard<std::mutex> lock(asked_.mutex);
    asked_.at_a_time--;
  }

 private:
  Asked& asked_;
};

class StoreFiles::File final : public StoredFile {
 public:
  File(const StoreFiles& store, const std::string& path, uint64_t size, const std::string& content)
      : StoredFile(path, size), store_(store), content_(content) {}

  std::unique_ptr<RandomAccessFile> Share() const override {
    return std::make_unique<File>(store_, path(), size(), content_);
  }

  std::unique_ptr<RandomAccessFile> ShareWithThread() const override { return Share(); }

 protected:
  Result<size_t> ReadSome(uint64_t offset, size_t length, uint8_t* to) override {
    const Request request(store_);
    if (store_.answer_) {
      const Status status = store_.answer_(path(), offset, length);
      if (!status.ok()) {
        return status.error();
      }
    }
    const size_t from = std::min<uint64_t>(offset, content_.size());
    const size_t read = std::min(length, content_.size() - from);
    std::memcpy(to, content_.data() + from, read);
    Asked& asked = store_.asked_.Get();
    std::lock_guard<std::mutex> lock(asked.mutex);
    asked.counts.bytes += static_cast<int64_t>(read);
    asked.counts.files.insert(path());
    return read;
  }

 private:
  const StoreFiles& store_;
  const std::string& content_;
};

Result<std::unique_ptr<RandomAccessFile>> StoreFiles::Open(const std::string& path) const {
  const Request request(*this);
  const auto found = files_.files.find(path);
  return Opened(path, found == files_.files.end() ? 0 : found->second.size());
}

Result<std::unique_ptr<RandomAccessFile>> StoreFiles::OpenSized(const std::string& path,
                                                                uint64_t length) const {
  return Opened(path, length);
}

Result<std::unique_ptr<RandomAccessFile>> StoreFiles::Opened(const std::string& path,
                                                             uint64_t length) const {
  const auto found = files_.files.find(path);
  if (found == files_.files.end()) {
    return Error{ErrorCode::kNotFound, path, "", -1, "does not exist"};
  }
  return std::unique_ptr<RandomAccessFile>(
      std::make_unique<File>(*this, path, length, found->second));
}

Result<std::vector<DirectoryEntry>> StoreFiles::List(const std::string& folder) const {
  const Request request(*this);
  return files_.List(folder);
}

StoreFiles::Counts StoreFiles::counts() const {
  Asked& asked = asked_.Get();
  std::lock_guard<std::mutex> lock(asked.mutex);
  return asked.counts;
}

void StoreFiles::Clear() {
  Asked& asked = asked_.Get();
  std::lock_guard<std::mutex> lock(asked.mutex);
  asked.counts = Counts();
}

}  // namespace cif::test

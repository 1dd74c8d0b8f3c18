// Read-ahead of a scan's files.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cif/io.h"
#include "cif/split.h"
#include "util/bytes_pool.h"

namespace cif::internal {

/// Reads expected ranges of files with its own threads, with at most ReadCosts::requests requests
/// at a time. Neighbouring ranges are read together. A reader of such bytes gets them without a
/// copy, and waits if they are on their way. It reads them itself if no thread has begun, or if
/// that read has failed. Errors thus concern only wanted bytes, and come up in the thread that
/// wants them. Thread-safe.
class ReadAhead {
 public:
  /// Time for which bytes are kept.
  enum class Keep {
    kOnce,      ///< until they are read
    kInFolder,  ///< until their folder is forgotten
  };

  /// @param below file system that is read; it must outlive this object
  /// @param most_bytes maximum number of bytes that wait or are on their way
  ReadAhead(const FileSystem& below, int64_t most_bytes);
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  /// Same files, with read-ahead for files that are opened with OpenSized. They must not outlive
  /// this object.
  const FileSystem& files() const { return files_; }

  /// Starts the threads.
  /// @param plan_next called by several threads at the same time, when they are idle and may read
  /// more; returns false if nothing is left to plan. Must not throw.
  void Start(std::function<bool()> plan_next);

  /// Stops reading, and waits for the requests on their way.
  void Stop();

  /// Range of bytes of a file.
  struct Range {
    std::string path;
    int64_t file_length;  ///< expected length of the file
    int64_t offset;
    int64_t length;
    Keep keep;
  };

  /// Queues ranges for reading in this order, behind earlier ones.
  void Expect(const std::vector<Range>& ranges);

  /// Drops the expected ranges of files in a folder.
  void Forget(const std::string& folder);

 private:
  /// Range of a file that is expected, on its way, or read.
  struct Extent {
    int64_t length() const { return end - start; }
    bool Has(int64_t offset, int64_t of) const { return offset >= start && offset + of <= end; }

    int64_t start = 0;
    int64_t end = 0;
    Keep keep = Keep::kOnce;
    int64_t unread = 0;  ///< expected bytes that nobody has read
    bool is_queued = true;
    std::shared_ptr<Bytes> bytes;  ///< nullptr until they are read
  };

  /// File with its expected ranges.
  struct Source {
    /// Returns the extent with these bytes; nullptr if they are not expected.
    std::shared_ptr<Extent> Find(int64_t offset, int64_t length) const;

    std::string path;
    uint64_t length = 0;                           ///< expected length; real length once it is open
    std::vector<std::shared_ptr<Extent>> extents;  ///< in the order in which they were expected
    bool is_opening = false;
    bool is_open = false;
    /// Origin of further objects; nullptr if not supported.
    std::unique_ptr<RandomAccessFile> shared;
    std::vector<std::unique_ptr<RandomAccessFile>> idle;  ///< objects that nobody uses
  };

  struct Queued {
    std::shared_ptr<Source> source;
    std::shared_ptr<Extent> extent;
  };

  class Files final : public FileSystem {
   public:
    explicit Files(ReadAhead* ahead) : ahead_(ahead) {}
    Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override;
    Result<std::unique_ptr<RandomAccessFile>> OpenSized(const std::string& path,
                                                        uint64_t length) const override;
    Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override;
    ReadCosts costs() const override { return ahead_->costs_; }

   private:
    ReadAhead* ahead_;
  };

  class File;
  using Lock = std::unique_lock<std::mutex>;

  /// Maximum number of threads. Threads that plan often wait for data that others read.
  size_t MostThreads() const { return 2 * static_cast<size_t>(costs_.requests); }
  void StartThread();
  void Work();
  bool MayRead() const;
  bool MayPlan() const;
  std::shared_ptr<Source> SourceOf(const std::string& path, uint64_t length);
  void Queue(const Range& range);
  /// Takes a file object for one read, which then goes to Source::idle. Opens the file without the
  /// lock if necessary.
  Result<std::unique_ptr<RandomAccessFile>> Take(Source* source, Lock* lock);
  Status ReadBelow(Source* source, int64_t offset, size_t length, Bytes* out);
  Status Read(const std::shared_ptr<Source>& source, int64_t offset, size_t length, Bytes* out);
  /// Waits for the extent with some bytes. If no thread has begun, this thread reads it as soon as
  /// the store takes another request. Returns nullptr if the bytes are not expected, their read
  /// failed, or there is no room.
  std::shared_ptr<Extent> Await(const std::shared_ptr<Source>& source, int64_t offset,
                                int64_t length, Lock* lock);
  /// Reads an extent taken from the queue. Releases the lock meanwhile.
  void Load(const Queued& wanted, Lock* lock);
  void Drop(Source* source, const std::shared_ptr<Extent>& extent);

  const FileSystem& below_;
  const ReadCosts costs_;
  const int64_t most_bytes_;
  const int64_t longest_;  ///< maximum length of a combined range
  const Files files_{this};
  BytesPool memory_;
  std::function<bool()> plan_next_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::shared_ptr<Source>> sources_;  ///< by path
  std::deque<Queued> queue_;    ///< extents that nobody has begun to read
  int requests_ = 0;            ///< read-ahead requests on their way
  int64_t bytes_ = 0;           ///< bytes of extents that are read or on their way
  bool may_plan_more_ = false;  ///< false once `plan_next_` has returned false
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

/// Returns the files of a split, with read-ahead if there is any.
inline const FileSystem& FilesOf(const Split& split, const ReadAhead* ahead) {
  return ahead == nullptr ? split.file_system() : ahead->files();
}

}  // namespace cif::internal

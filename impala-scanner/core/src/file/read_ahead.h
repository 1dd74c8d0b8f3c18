// Files of a scan, whose bytes are read before they are asked for.
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
#include "util/recycled.h"

namespace cif::internal {

/// Reads ranges of files that were foreseen, with threads of its own, as many at a time as ReadCosts has requests, and
/// neighbours as one. Who asks for such bytes gets them without a copy, waits while they are on their way, and reads
/// them itself where nobody has begun, or where that has failed: so errors come from the bytes that are wanted, and
/// from the thread that wants them. Thread-safe.
class ReadAhead {
 public:
  /// How long bytes are kept.
  enum class Keep {
    kOnce,      ///< until they were asked for
    kInFolder,  ///< until their folder is forgotten
  };

  /// @param below outlives it
  /// @param most_bytes that wait or are on their way
  ReadAhead(const FileSystem& below, int64_t most_bytes);
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  /// The same files. Those that are opened with their length give what was foreseen. Ends with this.
  const FileSystem& files() const { return files_; }

  /// Starts the threads.
  /// @param foresee called by them, several at a time, when they have nothing to do and may read more; false:
  /// there is nothing left to foresee. Must not throw.
  void Start(std::function<bool()> foresee);

  /// Reads nothing more; waits for the requests on their way.
  void Stop();

  /// Bytes of a file.
  struct Range {
    std::string path;
    int64_t file_length;  ///< that the file is to have
    int64_t offset;
    int64_t length;
    Keep keep;
  };

  /// Has bytes read in this order, after those that were foreseen before.
  void Expect(const std::vector<Range>& ranges);

  /// Drops what was foreseen of the files in a folder.
  void Forget(const std::string& folder);

 private:
  /// A range of a file that was foreseen.
  struct Extent {
    int64_t length() const { return end - start; }
    bool Has(int64_t offset, int64_t of) const { return offset >= start && offset + of <= end; }

    int64_t start = 0;
    int64_t end = 0;
    Keep keep = Keep::kOnce;
    int64_t unread = 0;  ///< bytes that were foreseen, and that nobody has asked for
    bool is_queued = true;
    std::shared_ptr<Bytes> bytes;  ///< once they are read
  };

  /// A file, and what was foreseen of it.
  struct Source {
    /// What has these bytes; nullptr: they were not foreseen.
    std::shared_ptr<Extent> Find(int64_t offset, int64_t length) const;

    std::string path;
    uint64_t length = 0;  ///< that it is to have; once it was opened, that it has
    std::vector<std::shared_ptr<Extent>> extents;  ///< in the order in which they were foreseen
    bool is_opening = false;
    bool is_open = false;
    std::unique_ptr<RandomAccessFile> shared;  ///< of which others are made; none if they can't be
    std::vector<std::unique_ptr<RandomAccessFile>> idle;  ///< that nobody reads from
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

  /// Those that foresee often wait for what others read.
  size_t MostThreads() const { return 2 * static_cast<size_t>(costs_.requests); }
  void StartThread();
  void Work();
  bool MayRead() const;
  bool MayForesee() const;
  std::shared_ptr<Source> SourceOf(const std::string& path, uint64_t length);
  void Queue(const Range& range);
  /// A file for one read at a time, which goes to Source::idle again. Opens it without the lock.
  Result<std::unique_ptr<RandomAccessFile>> Take(Source* source, Lock* lock);
  Status ReadBelow(Source* source, int64_t offset, size_t length, Bytes* out);
  Status Read(const std::shared_ptr<Source>& source, int64_t offset, size_t length, Bytes* out);
  /// Has what was foreseen of some bytes read, by this thread if nobody has begun once the store takes one more
  /// request; nullptr: nothing was foreseen, it failed, or there is no room for it.
  std::shared_ptr<Extent> Await(const std::shared_ptr<Source>& source, int64_t offset,
                                int64_t length, Lock* lock);
  /// Reads what was taken from the queue, without the lock.
  void Load(const Queued& wanted, Lock* lock);
  void Drop(Source* source, const std::shared_ptr<Extent>& extent);

  const FileSystem& below_;
  const ReadCosts costs_;
  const int64_t most_bytes_;
  const int64_t longest_;  ///< to which neighbours are put together
  const Files files_{this};
  Recycled memory_;
  std::function<bool()> foresee_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::shared_ptr<Source>> sources_;  ///< by path
  std::deque<Queued> queue_;  ///< what nobody has begun to read
  int requests_ = 0;          ///< on their way, of what was foreseen
  int64_t bytes_ = 0;         ///< of extents that are read or being read
  bool foresees_ = false;     ///< there may be more
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

/// The files of a split; nullptr: nothing is read ahead.
inline const FileSystem& FilesOf(const Split& split, const ReadAhead* ahead) {
  return ahead == nullptr ? split.file_system() : ahead->files();
}

}  // namespace cif::internal

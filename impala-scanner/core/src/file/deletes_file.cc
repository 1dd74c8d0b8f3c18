#include "file/deletes_file.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "util/crc32c.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

/// Returns all rows of a split as a bitmap: a run in each container.
std::shared_ptr<const DeletedRows> AllRows(int64_t rows) {
  constexpr int64_t kContainerRows = 1 << 16;
  const int64_t containers = (rows + kContainerRows - 1) / kContainerRows;
  std::vector<uint8_t> bitmap;
  const auto append = [&bitmap](uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++) {
      bitmap.push_back(static_cast<uint8_t>(number >> (8 * i)));
    }
  };
  const auto last_of = [&](int64_t i) {
    return static_cast<uint64_t>(std::min(kContainerRows, rows - i * kContainerRows) - 1);
  };
  append(12347 | static_cast<uint64_t>(containers - 1) << 16, 4);
  for (int64_t i = 0; i < containers; i += 8) {
    append((1U << std::min<int64_t>(8, containers - i)) - 1, 1);
  }
  for (int64_t i = 0; i < containers; i++) {
    append(static_cast<uint64_t>(i), 2);
    append(last_of(i), 2);
  }
  if (containers >= 4) {
    const size_t first = bitmap.size() + static_cast<size_t>(4 * containers);
    for (int64_t i = 0; i < containers; i++) {
      append(first + static_cast<size_t>(6 * i), 4);
    }
  }
  for (int64_t i = 0; i < containers; i++) {
    append(1, 2);
    append(0, 2);
    append(last_of(i), 2);
  }
  Bytes bytes;
  std::memcpy(bytes.Allocate(bitmap.size()), bitmap.data(), bitmap.size());
  return std::make_shared<const DeletedRows>(std::move(bytes), rows, rows);
}

/// Reads the file of a split that has one.
std::shared_ptr<const DeletedRows> Read(const Split& split) {
  const DeletesEntry& entry = split.schema().deletes;
  const std::string path = split.folder() + "/" + entry.file;
  const auto fail = [&path](int64_t offset, const std::string& message,
                            ErrorCode code = ErrorCode::kCorrupt) {
    throw Failure(Error{code, path, "", offset, message});
  };
  const auto length = static_cast<uint64_t>(entry.length);
  auto opened = split.file_system().OpenSized(path, length);
  if (!opened.ok() && opened.error().code == ErrorCode::kNotFound) {
    fail(-1, "the schema file names this file of deleted rows, but it does not exist; restore it",
         ErrorCode::kNotFound);
  }
  const std::unique_ptr<RandomAccessFile> file = Check(std::move(opened));
  if (file->size() < length) {
    fail(static_cast<int64_t>(file->size()), "the schema file says that the file has " +
                                                 std::to_string(length) +
                                                 " bytes, but it ends: it is truncated");
  }
  if (file->size() > length) {
    fail(entry.length, "the file goes on where the schema file says that it ends");
  }
  Bytes bytes;
  Check(file->Read(0, static_cast<size_t>(length), &bytes));
  if (Crc32c(bytes.data(), bytes.size()) != entry.crc) {
    fail(0,
         "the checksum of the deleted rows does not match; the file is damaged, restore it from a "
         "copy");
  }
  if (bytes.is_lent()) {
    Bytes own;
    if (length > 0) {
      std::memcpy(own.Allocate(bytes.size()), bytes.data(), bytes.size());
    }
    bytes = std::move(own);
  }
  try {
    return std::make_shared<const DeletedRows>(std::move(bytes), split.rows(), entry.rows);
  } catch (const CorruptData& e) {
    throw Failure(Error{ErrorCode::kCorrupt, path, "", e.offset(),
                        "the file is no Roaring bitmap of the deleted rows: " + e.message()});
  }
}

}  // namespace

std::shared_ptr<const DeletedRows> DeletesCache::Find() const {
  Used& used = used_.Get();
  std::lock_guard<std::mutex> lock(used.mutex);
  return used.rows.lock();
}

void DeletesCache::Share(const std::shared_ptr<const DeletedRows>& rows) {
  Used& used = used_.Get();
  std::lock_guard<std::mutex> lock(used.mutex);
  used.rows = rows;
}

std::shared_ptr<const DeletedRows> DeletedRowsOf(const Split& split, int64_t* bytes_read) {
  if (split.deletes() == nullptr) {
    return nullptr;
  }
  std::shared_ptr<const DeletedRows> rows = split.deletes()->Find();
  if (rows == nullptr) {
    // Without a lock: who waits for a file system may hold what that needs.
    rows = split.schema().deletes.file.empty() ? AllRows(split.rows()) : Read(split);
    *bytes_read += split.schema().deletes.length;
    split.deletes()->Share(rows);
  }
  return rows;
}

}  // namespace cif::internal

#include "file/group_files.h"

#include <algorithm>
#include <utility>

#include "util/failure.h"

namespace cif::internal {

GroupFile::GroupFile(const FileSystem& fs, std::string path, std::vector<const Column*> columns)
    : fs_(fs), path_(std::move(path)), columns_(std::move(columns)), file_(Check(OpenOnce())) {
  std::sort(columns_.begin(), columns_.end(),
            [](const Column* a, const Column* b) { return a->footer_offset < b->footer_offset; });
}

Result<std::unique_ptr<RandomAccessFile>> GroupFile::OpenOnce() const {
  return fs_.OpenSized(path_, static_cast<uint64_t>(columns_.front()->file_length));
}

std::unique_ptr<RandomAccessFile> GroupFile::ForColumn() const {
  std::unique_ptr<RandomAccessFile> shared = file_->Share();
  return shared != nullptr ? std::move(shared) : Check(OpenOnce());
}

const uint8_t* GroupFile::Whole(int64_t length, int64_t* bytes_read) {
  if (whole_.data() == nullptr) {
    Check(file_->Read(0, static_cast<size_t>(length), &whole_));
    *bytes_read += length;
  }
  return whole_.data();
}

const uint8_t* GroupFile::Footer(const Column& column, int64_t* bytes_read) {
  const int64_t wanted = column.footer_offset;
  if (wanted < footers_start_ || wanted + column.footer_length > footers_end_) {
    footers_end_ = 0;  // invalid until the read succeeds
    int64_t start = 0;
    int64_t end = 0;
    ChooseFooters(column, &start, &end);
    Check(file_->Read(static_cast<uint64_t>(start), static_cast<size_t>(end - start), &footers_));
    *bytes_read += end - start;
    footers_start_ = start;
    footers_end_ = end;
  }
  return footers_.data() + (wanted - footers_start_);
}

void GroupFile::ChooseFooters(const Column& column, int64_t* start, int64_t* end) const {
  auto end_of = [](const Column* c) { return c->footer_offset + c->footer_length; };
  *start = column.footer_offset;
  *end = end_of(&column);
  auto before = std::partition_point(columns_.begin(), columns_.end(), [&](const Column* c) {
    return c->footer_offset < column.footer_offset;
  });
  for (auto next = before; next != columns_.end() && (*next)->footer_offset - *end <= kNear &&
                           end_of(*next) - *start <= kMostFooters;
       next++) {
    *end = end_of(*next);
  }
  for (; before != columns_.begin() && *start - end_of(before[-1]) <= kNear &&
         *end - before[-1]->footer_offset <= kMostFooters;
       before--) {
    *start = before[-1]->footer_offset;
  }
}

GroupFiles::GroupFiles(const Split& split, const std::vector<const Column*>& columns,
                       const FileSystem& files)
    : split_(&split), files_(&files) {
  for (const Column* column : columns) {
    if (column->in_group()) {
      columns_[column->file].push_back(column);
    }
  }
}

std::shared_ptr<GroupFile> GroupFiles::Open(const Column& column) {
  std::shared_ptr<GroupFile>& file = open_[column.file];
  if (file == nullptr) {
    file = std::make_shared<GroupFile>(*files_, split_->folder() + "/" + column.file,
                                       columns_[column.file]);
  }
  return file;
}

}  // namespace cif::internal

#include "file/parts_file.h"

#include <utility>

#include "file/file_header.h"
#include "file/footer.h"
#include "util/crc32c.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

constexpr char kMagic[] = "CIFP";
constexpr int64_t kMaxParts = 1000;
constexpr char kWayOut[] =
    "; restore it from a copy, or read without conditions on parts of the column";

bool IsKeyed(const Type& column) {
  return column.kind() == Kind::kMap && column.child(1).type_class() < Class::kList &&
         (column.child(0).type_class() == Class::kBytes ||
          column.child(0).type_class() == Class::kInt);
}

/// Returns the type of the named part of a column; empty if it has no such part.
std::optional<Type> TypeOf(const Type& column, const std::string& name) {
  Input in(reinterpret_cast<const uint8_t*>(name.data()), name.size());
  try {
    if (IsKeyed(column)) {
      if (column.child(0).type_class() == Class::kInt) {
        in.Svarint();
        in.ExpectEnd("a key");
      }
      return column.child(1);
    }
    Type type = column;
    do {
      if (type.kind() != Kind::kStruct) {
        return std::nullopt;
      }
      type = Type(type.child(static_cast<size_t>(
          in.Count("a field", static_cast<int64_t>(type.children().size()) - 1))));
    } while (in.remaining() > 0);
    return type.type_class() < Class::kList ? std::optional<Type>(type) : std::nullopt;
  } catch (const CorruptData&) {
    return std::nullopt;
  }
}

void AppendUvarint(uint64_t value, std::string* bytes) {
  for (; value >= 0x80; value >>= 7) {
    bytes->push_back(static_cast<char>(value | 0x80));
  }
  bytes->push_back(static_cast<char>(value));
}

/// Returns the name of the part at a path; empty if such a part has no statistics.
std::optional<std::string> NameOf(const Type& column, Path path) {
  std::string name;
  if (IsKeyed(column)) {
    if (path.length != 1) {
      return std::nullopt;
    }
    const Key& key = path.step->key;
    if (key.is_bytes) {
      return key.bytes;
    }
    AppendUvarint(static_cast<uint64_t>(key.number) << 1 ^ static_cast<uint64_t>(key.number >> 63),
                  &name);
    return name;
  }
  for (; !path.empty(); path = path.Rest()) {
    if (path.step->is_key) {
      return std::nullopt;
    }
    AppendUvarint(path.step->field, &name);
  }
  return name;
}

Statistics OfNulls(int64_t rows) {
  Statistics statistics;
  statistics.nulls = rows;
  return statistics;
}

}  // namespace

PartsFile::PartsFile(const Split& split, const Column& column, const Footer& footer,
                     int64_t* bytes_read)
    : column_(&column),
      footer_(&footer),
      files_(&split.file_system()),
      path_(split.folder() + "/" + column.parts.file) {
  Read(bytes_read);
  try {
    Parse(Input(bytes_.data(), bytes_.size()));
  } catch (const CorruptData& e) {
    throw Failure(At(e.offset(), "the statistics of parts: " + e.message()));
  }
}

std::unique_ptr<PartsFile> PartsFile::Find(const Split& split, const Column& column,
                                           const Footer& footer, int64_t* bytes_read) {
  try {
    return std::make_unique<PartsFile>(split, column, footer, bytes_read);
  } catch (Failure& e) {
    if (e.error().code == ErrorCode::kNotFound) {
      return nullptr;
    }
    throw;
  }
}

Error PartsFile::At(int64_t offset, const std::string& message, ErrorCode code) const {
  return Error{code, path_, column_->name, offset, message};
}

void PartsFile::Read(int64_t* bytes_read) {
  const auto length = static_cast<uint64_t>(column_->parts.length);
  auto opened = files_->OpenSized(path_, length);
  if (!opened.ok() && opened.error().code == ErrorCode::kNotFound) {
    throw Failure(At(-1,
                     std::string("the schema file names this file of statistics of parts, but it "
                                 "does not exist") +
                         kWayOut,
                     ErrorCode::kNotFound));
  }
  const std::unique_ptr<RandomAccessFile> file = Check(std::move(opened));
  if (file->size() < length) {
    throw Failure(At(static_cast<int64_t>(file->size()),
                     "the schema file says that the file has " + std::to_string(length) +
                         " bytes, but it ends: it is truncated" + kWayOut));
  }
  if (file->size() > length) {
    throw Failure(
        At(column_->parts.length,
           std::string("the file goes on where the schema file says that it ends") + kWayOut));
  }
  Check(file->Read(0, length, &bytes_));
  *bytes_read += column_->parts.length;
  if (Crc32c(bytes_.data(), bytes_.size()) != column_->parts.crc) {
    throw Failure(At(0, std::string("the checksum of the statistics of parts does not match; the "
                                    "file is damaged") +
                            kWayOut));
  }
}

void PartsFile::Parse(Input in) {
  const Status status =
      CheckFileHeader(in.Skip(kHeaderBytes), kMagic, "file of statistics of parts");
  if (!status.ok()) {
    const Error& error = status.error();
    throw Failure(At(error.offset, error.message, error.code));
  }
  if (in.U32() != column_->footer_crc) {
    throw CorruptData(kHeaderBytes, "they are of another column file");
  }
  const auto blocks = static_cast<int64_t>(footer_->blocks.size());
  if (in.Count("the number of blocks", INT32_MAX) != blocks) {
    in.Corrupt("of other blocks than the " + std::to_string(blocks) + " of the column");
  }
  complete_ = in.Skip((blocks + 7) / 8);
  if (blocks % 8 != 0 && complete_[blocks / 8] >> blocks % 8 != 0) {
    in.Corrupt("flags of blocks that there are not");
  }
  const int64_t count = in.Count("the number of parts", kMaxParts);
  for (int64_t i = 0; i < count; i++) {
    const Input bytes = in.Sized("the name of a part");
    const std::string name(reinterpret_cast<const char*>(bytes.position()),
                           static_cast<size_t>(bytes.remaining()));
    if (!TypeOf(column_->type, name)) {
      in.Corrupt("a part that values of type " + column_->type.ToString() + " do not have");
    }
    if (!parts_.emplace(name, in.Sized("the statistics of a part")).second) {
      in.Corrupt("a part that was there before");
    }
  }
  in.ExpectEnd("the parts");
}

PartStatistics PartsFile::Of(Path path) const {
  const std::optional<std::string> name = NameOf(column_->type, path);
  const std::optional<Type> type = name ? TypeOf(column_->type, *name) : std::nullopt;
  return type ? Of(*name, *type) : PartStatistics(footer_->blocks.size());
}

PartStatistics PartsFile::Of(const std::string& name, const Type& type) const {
  const std::vector<BlockInfo>& blocks = footer_->blocks;
  const auto listed = parts_.find(name);
  PartStatistics all(blocks.size());
  for (size_t b = 0; b < blocks.size(); b++) {
    if (listed != parts_.end() || IsComplete(b)) {
      all[b] = OfNulls(blocks[b].rows);
    }
  }
  if (listed == parts_.end()) {
    return all;
  }
  try {
    Input in = listed->second;
    const auto count = static_cast<int64_t>(blocks.size());
    for (int64_t block = 0; in.remaining() > 0; block++) {
      if (block >= count) {
        in.Corrupt("statistics of a block that there is not");
      }
      block += in.Count("the gap to a block", count - 1 - block);
      const auto b = static_cast<size_t>(block);
      all[b] = ReadStatistics(&in, type, blocks[b].rows);
    }
  } catch (const CorruptData& e) {
    throw Failure(At(e.offset(), "the statistics of parts: " + e.message()));
  }
  return all;
}

void PartsFile::Verify() const {
  for (const auto& [name, statistics] : parts_) {
    Of(name, *TypeOf(column_->type, name));
  }
}

}  // namespace cif::internal

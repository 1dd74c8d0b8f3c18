#include "arrow_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

#include "arrow_metadata.h"

namespace cif::tools {
namespace {

constexpr char kMagic[] = "ARROW1";
constexpr size_t kMagicBytes = 6;
constexpr int64_t kAlignment = 8;

int64_t Padded(int64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

/// Parts of a record batch in the order of the format: an array precedes the arrays below it.
struct BatchParts {
  std::vector<ArrowNode> nodes;
  std::vector<ArrowBuffer> places;
  std::vector<const void*> buffers;
  int64_t body_length = 0;

  void AddBuffer(const void* data, int64_t bytes) {
    buffers.push_back(data);
    places.push_back({body_length, bytes});
    body_length += Padded(bytes);
  }

  void Add(const ArrowArray& array, const ArrowSchema& schema) {
    nodes.push_back({array.length, array.null_count});
    const std::string_view format = schema.format;
    const int64_t n = array.length;
    if (format.substr(0, 2) != "+u") {
      AddBuffer(array.buffers[0], array.null_count == 0 ? 0 : (n + 7) / 8);
    }
    if (format == "u" || format == "z") {
      const auto* offsets = static_cast<const int32_t*>(array.buffers[1]);
      AddBuffer(offsets, (n + 1) * 4);
      AddBuffer(array.buffers[2], offsets[n]);
    } else if (format == "+l" || format == "+m") {
      AddBuffer(array.buffers[1], (n + 1) * 4);
    } else if (format.substr(0, 2) == "+u") {
      AddBuffer(array.buffers[0], n);
      AddBuffer(array.buffers[1], n * 4);
    } else if (format != "+s") {
      AddBuffer(array.buffers[1], format == "b" ? (n + 7) / 8 : n * Width(format));
    }
    for (int64_t i = 0; i < array.n_children; i++) {
      Add(*array.children[i], *schema.children[i]);
    }
  }

  static int64_t Width(std::string_view format) {
    switch (format[0]) {
      case 'c':
        return 1;
      case 's':
        return 2;
      case 'i':
      case 'f':
        return 4;
      case 'd':
        return 16;
      default:
        return format == "tdD" ? 4 : 8;
    }
  }
};

/// File that is written under another name until it is complete.
class Output {
 public:
  explicit Output(std::string path) : path_(std::move(path)), partial_(path_ + ".partial") {
    file_ = std::fopen(partial_.c_str(), "wb");
    is_good_ = file_ != nullptr;
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() {
    if (file_ != nullptr) {
      std::fclose(file_);
      std::remove(partial_.c_str());
    }
  }

  int64_t position() const { return position_; }

  void Write(const void* data, int64_t bytes) {
    is_good_ = is_good_ && std::fwrite(data, 1, static_cast<size_t>(bytes), file_) ==
                               static_cast<size_t>(bytes);
    position_ += bytes;
  }

  void Pad() {
    static constexpr char kZeros[kAlignment] = {};
    Write(kZeros, Padded(position_) - position_);
  }

  void WriteNumber(int32_t number) { Write(&number, sizeof(number)); }

  Status Close() {
    is_good_ = is_good_ && std::fflush(file_) == 0;
    if (file_ != nullptr) {
      is_good_ = std::fclose(file_) == 0 && is_good_;
      file_ = nullptr;
      is_good_ = is_good_ && std::rename(partial_.c_str(), path_.c_str()) == 0;
    }
    if (is_good_) {
      return {};
    }
    std::string message = "cannot be written: " + std::string(std::strerror(errno));
    std::remove(partial_.c_str());
    return Error{ErrorCode::kIo, path_, "", -1, std::move(message)};
  }

 private:
  std::string path_;
  std::string partial_;
  std::FILE* file_;
  bool is_good_;
  int64_t position_ = 0;
};

/// Writes the padded metadata of a message. Returns its length, including everything before the
/// body.
int32_t WriteMessage(const std::vector<uint8_t>& metadata, Output* out) {
  constexpr int32_t kContinuation = -1;
  const auto length = static_cast<int32_t>(Padded(static_cast<int64_t>(metadata.size())));
  out->WriteNumber(kContinuation);
  out->WriteNumber(length);
  out->Write(metadata.data(), static_cast<int64_t>(metadata.size()));
  out->Pad();
  return length + 8;
}

ArrowBlock WriteBatch(const ArrowArray& array, const ArrowSchema& schema, Output* out) {
  BatchParts parts;
  for (int64_t i = 0; i < array.n_children; i++) {
    parts.Add(*array.children[i], *schema.children[i]);
  }
  ArrowBlock block{out->position(), 0, 0, parts.body_length};
  block.metadata_length =
      WriteMessage(BatchMessage(array.length, parts.nodes, parts.places, parts.body_length), out);
  for (size_t i = 0; i < parts.buffers.size(); i++) {
    out->Write(parts.buffers[i], parts.places[i].length);
    out->Pad();
  }
  return block;
}

Status StreamError(ArrowArrayStream* stream) {
  const char* text = stream->get_last_error(stream);
  return Error{ErrorCode::kIo, "", "", -1, text == nullptr ? "unknown" : text};
}

Status WriteStream(ArrowArrayStream* stream, const ArrowSchema& schema, const std::string& path,
                   int64_t* rows) {
  Output out(path);
  out.Write(kMagic, kMagicBytes);
  out.Pad();
  WriteMessage(SchemaMessage(schema), &out);
  std::vector<ArrowBlock> blocks;
  *rows = 0;
  for (;;) {
    ArrowArray array;
    if (stream->get_next(stream, &array) != 0) {
      return StreamError(stream);
    }
    if (array.release == nullptr) {
      break;
    }
    *rows += array.length;
    blocks.push_back(WriteBatch(array, schema, &out));
    array.release(&array);
  }
  out.WriteNumber(-1);
  out.WriteNumber(0);
  std::vector<uint8_t> footer = FileFooter(schema, blocks);
  out.Write(footer.data(), static_cast<int64_t>(footer.size()));
  out.WriteNumber(static_cast<int32_t>(footer.size()));
  out.Write(kMagic, kMagicBytes);
  return out.Close();
}

}  // namespace

Status WriteArrowFile(std::unique_ptr<TableScanner> scanner, std::vector<std::string> names,
                      const ArrowOptions& options, const std::string& path, int64_t* rows,
                      int64_t* bytes_read) {
  const TableScanner* reading = scanner.get();
  ArrowArrayStream stream;
  ArrowOptions plain = options;
  plain.strings = ArrowStrings::kPlain;  // the only form that the file's metadata know
  if (Status s = ExportStream(std::move(scanner), std::move(names), plain, &stream); !s.ok()) {
    return s;
  }
  ArrowSchema schema;
  Status status;
  if (stream.get_schema(&stream, &schema) != 0) {
    status = StreamError(&stream);
  } else {
    status = WriteStream(&stream, schema, path, rows);
    schema.release(&schema);
  }
  *bytes_read = reading->metrics().bytes_read;
  stream.release(&stream);
  return status;
}

}  // namespace cif::tools

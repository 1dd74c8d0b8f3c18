#include <cerrno>
#include <mutex>
#include <utility>

#include "arrow_array.h"
#include "arrow_schema.h"
#include "cif/arrow.h"
#include "cif/buffer.h"
#include "failure.h"

namespace cif {
namespace {

/// Bytes of large buffers that a process keeps which reads Arrow streams.
constexpr size_t kKeptMemory = size_t{256} << 20;

using arrow::BatchPool;
using arrow::ExportedBatch;
using arrow::Failure;
using arrow::Guard;

/// Memory that a stream owns.
struct Stream {
  std::unique_ptr<TableScanner> scanner;
  std::vector<std::string> names;
  ArrowOptions options;
  std::shared_ptr<BatchPool> pool = std::make_shared<BatchPool>();
  std::string error;
  std::function<void(const Error&)> failed;
};

Stream* StreamOf(ArrowArrayStream* stream) { return static_cast<Stream*>(stream->private_data); }

/// Runs a function of the stream. An error becomes a code of errno and the stream's last text.
template <typename F>
int Run(Stream* stream, F f) {
  const Status status = Guard(std::move(f));
  if (status.ok()) {
    return 0;
  }
  if (!Guard([&] { stream->error = status.error().ToString(); }).ok()) {
    stream->error = "out of memory";
  }
  if (stream->failed) {
    stream->failed(status.error());
  }
  switch (status.error().code) {
    case ErrorCode::kInvalidArgument:
      return EINVAL;
    case ErrorCode::kNotFound:
      return ENOENT;
    case ErrorCode::kUnsupported:
      return ENOSYS;
    case ErrorCode::kTooLarge:
      return ENOMEM;
    case ErrorCode::kCancelled:
      return ECANCELED;
    case ErrorCode::kIo:
    case ErrorCode::kCorrupt:
      break;
  }
  return EIO;
}

int GetSchema(ArrowArrayStream* self, ArrowSchema* out) {
  Stream* stream = StreamOf(self);
  return Run(stream, [&] {
    *out = arrow::BuildSchema(stream->scanner->types(), stream->names, stream->options);
  });
}

int GetNext(ArrowArrayStream* self, ArrowArray* out) {
  Stream* stream = StreamOf(self);
  return Run(stream, [&] {
    *out = {};
    std::unique_ptr<ExportedBatch> batch = stream->pool->Take();
    if (const Status next = stream->scanner->Next(&batch->batch); !next.ok()) {
      throw Failure(next.error());
    }
    if (batch->batch.rows > 0) {
      *out = arrow::BuildArray(std::move(batch), stream->names, stream->options, stream->pool);
    }
  });
}

const char* GetLastError(ArrowArrayStream* self) {
  const std::string& error = StreamOf(self)->error;
  return error.empty() ? nullptr : error.c_str();
}

void ReleaseStream(ArrowArrayStream* self) {
  delete StreamOf(self);
  self->release = nullptr;
}

}  // namespace

Status ExportStream(std::unique_ptr<TableScanner> scanner, std::vector<std::string> names,
                    const ArrowOptions& options, ArrowArrayStream* out,
                    std::function<void(const Error&)> failed) {
  return Guard([&] {
    *out = {};
    static std::once_flag once;
    std::call_once(once, [] { KeepLargeMemory(kKeptMemory); });
    auto stream = std::make_unique<Stream>();
    stream->scanner = std::move(scanner);
    stream->names = std::move(names);
    stream->options = options;
    stream->failed = std::move(failed);
    out->get_schema = GetSchema;
    out->get_next = GetNext;
    out->get_last_error = GetLastError;
    out->release = ReleaseStream;
    out->private_data = stream.release();
  });
}

Status ExportSchema(const std::vector<Type>& types, const std::vector<std::string>& names,
                    const ArrowOptions& options, ArrowSchema* out) {
  return Guard([&] { *out = arrow::BuildSchema(types, names, options); });
}

}  // namespace cif

#include "overlay.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "error.h"
#include "file_io.h"

namespace cif::zones {
namespace {

/// Overlay that libext2fs opens by the device's name.
Overlay* current = nullptr;

Overlay* Of(io_channel channel) { return static_cast<Overlay*>(channel->private_data); }

/// Returns the size in bytes: libext2fs counts in blocks, or, below zero, in bytes.
size_t SizeOf(io_channel channel, int count) {
  return count < 0 ? static_cast<size_t>(-static_cast<int64_t>(count))
                   : static_cast<size_t>(count) * static_cast<size_t>(channel->block_size);
}

errcode_t ReadBlocks(io_channel channel, unsigned long long block, int count, void* data) {
  return Of(channel)->Read(block * static_cast<uint64_t>(channel->block_size),
                           SizeOf(channel, count), static_cast<char*>(data));
}

errcode_t WriteBlocks(io_channel channel, unsigned long long block, int count, const void* data) {
  return Of(channel)->Write(block * static_cast<uint64_t>(channel->block_size),
                            SizeOf(channel, count), static_cast<const char*>(data));
}

errcode_t ReadBlocks32(io_channel channel, unsigned long block, int count, void* data) {
  return ReadBlocks(channel, block, count, data);
}

errcode_t WriteBlocks32(io_channel channel, unsigned long block, int count, const void* data) {
  return WriteBlocks(channel, block, count, data);
}

errcode_t WriteBytes(io_channel channel, unsigned long offset, int count, const void* data) {
  return Of(channel)->Write(offset, static_cast<size_t>(count), static_cast<const char*>(data));
}

errcode_t SetBlockSize(io_channel channel, int size) {
  channel->block_size = size;
  return 0;
}

errcode_t Flush(io_channel) { return 0; }

errcode_t NoStats(io_channel, io_stats* stats) {
  *stats = nullptr;
  return 0;
}

errcode_t NoOption(io_channel, const char*, const char*) { return EXT2_ET_INVALID_ARGUMENT; }

errcode_t Close(io_channel channel) {
  if (--channel->refcount > 0) {
    return 0;
  }
  std::free(channel->name);
  std::free(channel);
  return 0;
}

errcode_t Open(const char* name, int flags, io_channel* channel);

struct_io_manager* OverlayManager() {
  static struct_io_manager manager = [] {
    struct_io_manager made{};
    made.magic = EXT2_ET_MAGIC_IO_MANAGER;
    made.name = "cif-zones overlay";
    made.open = Open;
    made.close = Close;
    made.set_blksize = SetBlockSize;
    made.read_blk = ReadBlocks32;
    made.write_blk = WriteBlocks32;
    made.flush = Flush;
    made.write_byte = WriteBytes;
    made.set_option = NoOption;
    made.get_stats = NoStats;
    made.read_blk64 = ReadBlocks;
    made.write_blk64 = WriteBlocks;
    return made;
  }();
  return &manager;
}

errcode_t Open(const char* name, int flags, io_channel* channel) {
  if (current == nullptr || current->device() != name) {
    return unix_io_manager->open(name, flags, channel);
  }
  auto* made = static_cast<io_channel>(std::calloc(1, sizeof(struct_io_channel)));
  char* copy = strdup(name);
  if (made == nullptr || copy == nullptr) {
    std::free(made);
    std::free(copy);
    return EXT2_ET_NO_MEMORY;
  }
  made->magic = EXT2_ET_MAGIC_IO_CHANNEL;
  made->manager = OverlayManager();
  made->name = copy;
  made->block_size = 1024;
  made->refcount = 1;
  made->private_data = current;
  *channel = made;
  return 0;
}

}  // namespace

Overlay::Overlay(std::string device, int fd, uint32_t block_size, const std::string& folder,
                 StepHook step)
    : device_(std::move(device)),
      fd_(fd),
      block_size_(block_size),
      spool_(open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)),
      step_(std::move(step)) {
  if (!spool_.ok()) {
    FailErrno(folder, "no temporary file can be made beside the undo file");
  }
}

io_manager Overlay::Manager() {
  current = this;
  return OverlayManager();
}

errcode_t Overlay::ReadPart(uint64_t block, size_t within, size_t size, char* to) const {
  auto slot = slots_.find(block);
  int from = slot == slots_.end() ? fd_ : spool_.get();
  uint64_t at = slot == slots_.end() ? block : slot->second;
  return ReadFully(from, to, size, at * block_size_ + within) ? 0 : EXT2_ET_SHORT_READ;
}

errcode_t Overlay::Read(uint64_t offset, size_t size, char* to) const {
  while (size > 0) {
    size_t within = offset % block_size_;
    size_t part = std::min<size_t>(size, block_size_ - within);
    if (errcode_t code = ReadPart(offset / block_size_, within, part, to); code != 0) {
      return code;
    }
    offset += part;
    to += part;
    size -= part;
  }
  return 0;
}

errcode_t Overlay::Write(uint64_t offset, size_t size, const char* from) {
  std::vector<char> block(block_size_);
  while (size > 0) {
    size_t within = offset % block_size_;
    size_t part = std::min<size_t>(size, block_size_ - within);
    uint64_t number = offset / block_size_;
    if (part < block_size_) {
      if (errcode_t code = ReadPart(number, 0, block_size_, block.data()); code != 0) {
        return code;
      }
    }
    std::memcpy(block.data() + within, from, part);
    step_();
    uint64_t slot = slots_.emplace(number, slots_.size()).first->second;
    if (!WriteFully(spool_.get(), block.data(), block_size_, slot * block_size_)) {
      return errno;
    }
    offset += part;
    from += part;
    size -= part;
  }
  return 0;
}

std::vector<uint64_t> Overlay::Blocks() const {
  std::vector<uint64_t> blocks;
  blocks.reserve(slots_.size());
  for (const auto& [block, slot] : slots_) {
    blocks.push_back(block);
  }
  return blocks;
}

}  // namespace cif::zones

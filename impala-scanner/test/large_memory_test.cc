// Memory of large buffers, and what the process keeps of it.

#include "util/large_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "cif/buffer.h"

namespace cif {
namespace {

constexpr size_t kMegabyte = size_t{1} << 20;

/// Frees all that the process keeps, before each test and behind it.
class LargeMemoryTest : public testing::Test {
 protected:
  void SetUp() override { KeepNone(); }
  void TearDown() override { KeepNone(); }

 private:
  static void KeepNone() {
    KeepLargeMemory(0);
    for (const size_t size : {kMegabyte, 4 * kMegabyte}) {
      Buffer buffer;
      buffer.Resize(size);
    }
  }
};

TEST_F(LargeMemoryTest, LargeBuffersAreAlignedAndHaveTheirSlack) {
  for (const size_t size :
       {internal::kLargeMemory - kSlack - 64, internal::kLargeMemory - kSlack,
        2 * kMegabyte - kSlack - 64, 2 * kMegabyte - kSlack, 2 * kMegabyte, 7 * kMegabyte + 5}) {
    Buffer buffer;
    buffer.Resize(size);
    std::memset(buffer.data(), 1, size);
    const size_t alignment =
        size + kSlack < internal::kHugePage ? internal::kBufferAlignment : internal::kHugePage;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % alignment, 0U) << size;
    EXPECT_GE(buffer.capacity(), size);
    // The slack is defined: valgrind would tell.
    int sum = 0;
    for (size_t i = 0; i < kSlack; i++) {
      sum += buffer.data()[buffer.capacity() + i];
    }
    EXPECT_EQ(sum, 0) << size;
  }
}

TEST_F(LargeMemoryTest, GrowthKeepsTheContent) {
  Buffer buffer;
  for (size_t size = 1000; size < 40 * kMegabyte; size *= 3) {
    const size_t before = buffer.size();
    buffer.Resize(size);
    std::memset(buffer.data() + before, static_cast<int>(size & 0xff), size - before);
  }
  size_t at = 0;
  for (size_t size = 1000; size < 40 * kMegabyte; size *= 3) {
    for (; at < size; at++) {
      ASSERT_EQ(buffer.data()[at], size & 0xff) << at;
    }
  }
}

TEST_F(LargeMemoryTest, WhatIsKeptIsUsedAgain) {
  KeepLargeMemory(16 * kMegabyte);
  const uint8_t* first = nullptr;
  {
    Buffer buffer;
    buffer.Resize(10 * kMegabyte);
    first = buffer.data();
  }
  Buffer smaller;
  smaller.Resize(3 * kMegabyte);
  EXPECT_NE(smaller.data(), first);  // it would waste more than it uses
  Buffer similar;
  similar.Resize(8 * kMegabyte);
  EXPECT_EQ(similar.data(), first);
  EXPECT_GE(similar.capacity(), 10 * kMegabyte);
}

TEST_F(LargeMemoryTest, WhatIsAboveTheLimitIsFreed) {
  KeepLargeMemory(9 * kMegabyte);
  size_t size = 10 * kMegabyte;
  void* memory = internal::AllocateLarge(&size);
  internal::FreeLarge(memory, size);
  // The next piece would be the same, if it had been kept: it is larger than what is asked for.
  size_t other = 6 * kMegabyte;
  void* next = internal::AllocateLarge(&other);
  EXPECT_EQ(other, 6 * kMegabyte);
  internal::FreeLarge(next, other);
  // A buffer above the limit is not kept, and drives none out.
  size = 10 * kMegabyte;
  memory = internal::AllocateLarge(&size);
  EXPECT_NE(memory, next);
  internal::FreeLarge(memory, size);
  size_t again = 5 * kMegabyte;
  void* kept = internal::AllocateLarge(&again);
  EXPECT_EQ(kept, next);
  EXPECT_EQ(again, 6 * kMegabyte);
  internal::FreeLarge(kept, again);
}

TEST_F(LargeMemoryTest, OfBuffersBelowAHugePageOnlyTheLastAreKept) {
  KeepLargeMemory(64 * kMegabyte);
  const size_t half = kMegabyte / 2;
  size_t size = 3 * half;
  void* first = internal::AllocateLarge(&size);
  internal::FreeLarge(first, size);
  // The piece is kept: it is larger than what is asked for.
  size = kMegabyte;
  EXPECT_EQ(internal::AllocateLarge(&size), first);
  EXPECT_EQ(size, 3 * half);
  std::vector<void*> pieces(16);
  for (void*& piece : pieces) {
    size = kMegabyte;
    piece = internal::AllocateLarge(&size);
    EXPECT_EQ(size, kMegabyte);
  }
  internal::FreeLarge(first, 3 * half);
  for (void* piece : pieces) {
    internal::FreeLarge(piece, kMegabyte);
  }
  // The 16 MiB behind it have driven it out.
  size = 3 * half - internal::kBufferAlignment;
  void* other = internal::AllocateLarge(&size);
  EXPECT_EQ(size, 3 * half - internal::kBufferAlignment);
  internal::FreeLarge(other, size);
}

TEST_F(LargeMemoryTest, ThreadsShareWhatIsKept) {
  KeepLargeMemory(32 * kMegabyte);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([t] {
      for (size_t i = 0; i < 200; i++) {
        Buffer buffer;
        buffer.Resize((1 + (i + static_cast<size_t>(t)) % 6) * kMegabyte);
        buffer.data()[0] = static_cast<uint8_t>(t);
        buffer.data()[buffer.size() - 1] = static_cast<uint8_t>(t);
        ASSERT_EQ(buffer.data()[0], t);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
}  // namespace cif

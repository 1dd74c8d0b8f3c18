// Scans without memory: an error, never the end of the process. Each allocation of a scan fails
// once, alone or together with all later ones.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

#include "cif/arrow_c.h"
#include "cif/c_api.h"
#include "support.h"

namespace {

/// Number of allocations until one fails; negative: none fails.
std::atomic<int64_t> until_failure{-1};
std::atomic<bool> all_that_follow{false};

bool Fails() {
  int64_t left = until_failure.load();
  while (left >= 0) {
    const int64_t next = left > 0 ? left - 1 : all_that_follow ? 0 : -1;
    if (until_failure.compare_exchange_weak(left, next)) {
      return left == 0;
    }
  }
  return false;
}

void* Allocate(size_t size) {
  void* memory = Fails() ? nullptr : std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}

}  // namespace

void* operator new(size_t size) { return Allocate(size); }
void* operator new[](size_t size) { return Allocate(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return Fails() ? nullptr : std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

// Buffers allocate their memory through this function.
extern "C" void* __real_aligned_alloc(size_t alignment, size_t size);
extern "C" void* __wrap_aligned_alloc(size_t alignment, size_t size) {
  return Fails() ? nullptr : __real_aligned_alloc(alignment, size);
}

namespace cif::test {
namespace {

bool IsNoMemory(cif_error* error) {
  if (error == nullptr) {
    return false;
  }
  EXPECT_EQ(cif_error_get_code(error), CIF_TOO_LARGE) << cif_error_message(error);
  cif_error_free(error);
  return true;
}

class MemoryTest : public testing::TestWithParam<std::tuple<int, bool, bool>> {
 protected:
  static void SetUpTestSuite() {
    ASSERT_EQ(cif_table_open((GoldenRoot() + "/auto").c_str(), CIF_IO_BUFFERED, &table_), nullptr);
  }
  static void TearDownTestSuite() { cif_table_free(table_); }

  static cif_scan_options Options() {
    static const char* columns[] = {"c3 int", "c11 string", "c20 map_string_int_",
                                    "c25 struct_a_int_b_string_.b"};
    static const cif_condition conditions[] = {{"c4 bigint", CIF_IS_NOT_NULL, nullptr}};
    cif_scan_options options = CIF_SCAN_OPTIONS;
    options.columns = columns;
    options.column_count = 4;
    options.conditions = conditions;
    options.condition_count = 1;
    options.batch_rows = 50;
    options.threads = std::get<0>(GetParam());
    options.in_order = std::get<1>(GetParam()) ? 1 : 0;
    return options;
  }

  /// Runs something with a failure at every allocation in turn, until it succeeds.
  /// @param is_alone true if one thread allocates memory
  template <typename Run>
  static void FailEverywhere(Run run, bool is_alone = std::get<0>(GetParam()) == 1) {
    all_that_follow = std::get<2>(GetParam());
    int failed = 0;
    // With several threads the order of allocations varies: some of the places are enough.
    for (int64_t place = 0;; place += is_alone ? 1 : 1 + place / 25) {
      ASSERT_LT(place, 100000) << "there is no end to the requests for memory";
      until_failure = place;
      const bool has_failed = run();
      const bool is_met = until_failure.exchange(-1) <= 0;
      failed += has_failed ? 1 : 0;
      if (!is_met) {
        break;
      }
    }
    EXPECT_GT(failed, 0);
  }

  /// Returns true if a scan of the table fails for lack of memory, as it may.
  static bool ScanFails(const cif_table* table) {
    const cif_scan_options options = Options();
    cif_scan* scan = nullptr;
    bool has_failed = IsNoMemory(cif_scan_open(table, &options, &scan));
    int64_t rows = 1;
    while (!has_failed && rows > 0) {
      has_failed = IsNoMemory(cif_scan_next(scan, &rows));
    }
    cif_scan_free(scan);
    return has_failed;
  }

  static cif_table* table_;
};

cif_table* MemoryTest::table_ = nullptr;

TEST_P(MemoryTest, ScansFailWithAnError) {
  FailEverywhere([] { return ScanFails(table_); });
}

TEST_P(MemoryTest, ScansThatReadAheadFailWithAnError) {
  cif_table* table = nullptr;
  ASSERT_EQ(cif_table_open((GoldenRoot() + "/auto").c_str(), CIF_IO_DIRECT, &table), nullptr);
  FailEverywhere([table] { return ScanFails(table); }, false);
  cif_table_free(table);
}

TEST_P(MemoryTest, ArrowStreamsFailWithAnError) {
  FailEverywhere([] {
    const cif_scan_options options = Options();
    ArrowArrayStream stream;
    if (IsNoMemory(cif_scan_arrow(table_, &options, &stream))) {
      return true;
    }
    ArrowSchema schema{};
    int code = stream.get_schema(&stream, &schema);
    if (schema.release != nullptr) {
      schema.release(&schema);
    }
    ArrowArray array{};
    do {
      code = code == 0 ? stream.get_next(&stream, &array) : code;
      if (code == 0 && array.release != nullptr) {
        const int64_t rows = array.length;
        array.release(&array);
        array.length = rows;
      }
    } while (code == 0 && array.length > 0);
    if (code != 0) {
      EXPECT_EQ(code, ENOMEM) << stream.get_last_error(&stream);
    }
    stream.release(&stream);
    return code != 0;
  });
}

TEST_P(MemoryTest, LookUpsFailWithAnError) {
  FailEverywhere([] {
    // A table that has kept nothing yet.
    const int64_t place = until_failure.exchange(-1);
    cif_table* table = nullptr;
    EXPECT_EQ(cif_table_open((FiltersRoot() + "/table").c_str(), CIF_IO_BUFFERED, &table), nullptr);
    until_failure = place;
    const cif_key_value values[] = {{"guid", "9e3779b1-guid-0001"}, {"n", "238"}, {"d", "NaN"}};
    const cif_key keys[] = {{&values[0], 1}, {&values[1], 1}, {&values[0], 2}, {&values[2], 1}};
    cif_scan_options options = CIF_SCAN_OPTIONS;
    options.threads = std::get<0>(GetParam());
    bool has_failed = false;
    // Data kept from a failed look-up serve the next one.
    for (int again = 0; again < 2; again++) {
      cif_scan* scan = nullptr;
      bool is_failed = IsNoMemory(cif_table_lookup(table, keys, 4, &options, &scan));
      int64_t rows = 0;
      int64_t all = 0;
      do {
        is_failed = is_failed || IsNoMemory(cif_scan_next(scan, &rows));
        all += is_failed ? 0 : rows;
      } while (!is_failed && rows > 0);
      EXPECT_TRUE(is_failed || all == 151) << all;
      cif_scan_free(scan);
      has_failed = has_failed || is_failed;
    }
    cif_table_free(table);
    return has_failed;
  });
}

/// Returns local files as callbacks that count open files.
cif_file_system CallbackFiles(std::atomic<int>* open_files) {
  cif_file_system files = CIF_FILE_SYSTEM;
  files.context = open_files;
  files.open = [](void* context, const char* path, void** file, int64_t* length) -> cif_error* {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
      return cif_error_new(CIF_NOT_FOUND, "no such file");
    }
    *file = reinterpret_cast<void*>(static_cast<intptr_t>(fd));
    *length = lseek(fd, 0, SEEK_END);
    ++*static_cast<std::atomic<int>*>(context);
    return nullptr;
  };
  files.read = [](void*, void* file, int64_t offset, size_t length, void* buffer, int64_t* done) {
    const auto fd = static_cast<int>(reinterpret_cast<intptr_t>(file));
    *done = pread(fd, buffer, std::min<size_t>(length, 1000), offset);
    return static_cast<cif_error*>(nullptr);
  };
  files.close = [](void* context, void* file) {
    close(static_cast<int>(reinterpret_cast<intptr_t>(file)));
    --*static_cast<std::atomic<int>*>(context);
  };
  files.list = [](void*, const char*, cif_list_entry entry, void* entries) {
    entry(entries, "schema.cif", 0);
    return static_cast<cif_error*>(nullptr);
  };
  return files;
}

TEST_P(MemoryTest, FilesOfCallbacksAreClosed) {
  std::atomic<int> open_files{0};
  const cif_file_system files = CallbackFiles(&open_files);
  cif_table* table = nullptr;
  ASSERT_EQ(cif_table_open_with(&files, (GoldenRoot() + "/auto").c_str(), &table), nullptr);
  FailEverywhere([&] {
    const bool has_failed = ScanFails(table);
    EXPECT_EQ(open_files, 0);
    return has_failed;
  });
  cif_table_free(table);
}

INSTANTIATE_TEST_SUITE_P(Threads, MemoryTest,
                         testing::Values(std::tuple{1, true, false}, std::tuple{1, true, true},
                                         std::tuple{3, true, false}, std::tuple{3, true, true},
                                         std::tuple{3, false, false}, std::tuple{3, false, true}),
                         [](const auto& p) {
                           return std::to_string(std::get<0>(p.param)) +
                                  (std::get<1>(p.param) ? "_in_order" : "_as_they_come") +
                                  (std::get<2>(p.param) ? "_and_all_that_follow" : "");
                         });

}  // namespace
}  // namespace cif::test

// Arrow streams: lifetimes and errors. python/tests tests the values in engines.

#include "cif/arrow.h"

#include <cstring>
#include <functional>
#include <set>
#include <thread>

#include "arrow_array.h"
#include "arrow_schema.h"
#include "failure.h"
#include "support.h"
#include "util/utf8.h"

namespace cif::test {
namespace {

ArrowArrayStream StreamOf(const FileSystem& files, const std::string& root,
                          std::vector<std::string> columns, int64_t batch_rows = 50,
                          ArrowOptions arrow = {TimestampUnit::kMicroseconds, true, true},
                          std::function<void(const Error&)> failed = nullptr) {
  auto table = Table::Open(files, root);
  EXPECT_TRUE(table.ok()) << table.error().ToString();
  TableScanRequest request;
  if (columns.empty()) {
    for (const Column& column : (*table)->schema().columns) {
      columns.push_back(column.name);
    }
  }
  for (const std::string& column : columns) {
    request.columns.push_back(*(*table)->ParseProjection(column));
  }
  ReadOptions options;
  options.batch_rows = batch_rows;
  options.strings = StringFormOf(arrow.strings);
  auto scanner = TableScanner::Open(*table, std::move(request), options);
  EXPECT_TRUE(scanner.ok()) << scanner.error().ToString();
  ArrowArrayStream stream;
  EXPECT_TRUE(
      ExportStream(std::move(*scanner), std::move(columns), arrow, &stream, std::move(failed))
          .ok());
  return stream;
}

TEST(ArrowTest, ArraysOutliveTheStreamAndEachOther) {
  MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/auto");
  ArrowArrayStream stream = StreamOf(files, "/auto", {});
  std::vector<ArrowArray> batches;
  for (;;) {
    ArrowArray array;
    ASSERT_EQ(stream.get_next(&stream, &array), 0) << stream.get_last_error(&stream);
    if (array.release == nullptr) {
      break;
    }
    batches.push_back(array);
  }
  ASSERT_EQ(batches.size(), 6U);
  stream.release(&stream);
  EXPECT_EQ(stream.release, nullptr);
  // A child that was moved out keeps its memory when its parent goes.
  ArrowArray child = *batches[0].children[3];
  batches[0].children[3]->release = nullptr;
  const auto* values = static_cast<const int32_t*>(child.buffers[1]);
  std::vector<int32_t> before(values, values + child.length);
  std::thread([&] { batches[0].release(&batches[0]); }).join();
  EXPECT_EQ(std::memcmp(values, before.data(), before.size() * 4), 0);
  child.release(&child);
  EXPECT_EQ(child.release, nullptr);
  for (size_t i = 1; i < batches.size(); i++) {
    batches[i].release(&batches[i]);
  }
}

TEST(ArrowTest, MemoryOfReleasedBatchesIsUsedAgain) {
  MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/encodings");
  ArrowArrayStream stream = StreamOf(files, "/encodings", {"packed"}, 1000);
  ArrowArray array;
  ASSERT_EQ(stream.get_next(&stream, &array), 0);
  const void* first = array.children[0]->buffers[1];
  array.release(&array);
  ASSERT_EQ(stream.get_next(&stream, &array), 0);
  EXPECT_EQ(array.children[0]->buffers[1], first);
  // While an array is held its memory stays its own.
  const std::string held(static_cast<const char*>(first), 4000);
  ArrowArray other;
  ASSERT_EQ(stream.get_next(&stream, &other), 0);
  EXPECT_NE(other.children[0]->buffers[1], first);
  EXPECT_EQ(std::memcmp(first, held.data(), held.size()), 0);
  array.release(&array);
  other.release(&other);
  stream.release(&stream);
}

TEST(ArrowTest, SchemasNameTypes) {
  auto format = [](const char* type) {
    ArrowSchema schema = arrow::BuildSchema({*Type::Parse(type)}, {"x"}, {});
    std::string text = schema.children[0]->format;
    EXPECT_STREQ(schema.children[0]->name, "x");
    schema.release(&schema);
    return text;
  };
  EXPECT_EQ(format("int"), "i");
  EXPECT_EQ(format("decimal(10,2)"), "d:10,2");
  EXPECT_EQ(format("timestamp"), "tsu:");
  EXPECT_EQ(format("timestamp with local time zone"), "tsu:UTC");
  EXPECT_EQ(format("uniontype<int,string>"), "+ud:0,1");
  EXPECT_EQ(format("map<string,int>"), "+m");
  EXPECT_EQ(format("varchar(7)"), "vu");
  EXPECT_EQ(format("binary"), "vz");
}

TEST(ArrowTest, SchemasNameTheFormOfStrings) {
  ArrowOptions options;
  auto describe = [&](const char* type) {
    ArrowSchema schema = arrow::BuildSchema({*Type::Parse(type)}, {"x"}, options);
    const ArrowSchema& field = *schema.children[0];
    std::string text = field.format;
    text += field.dictionary == nullptr ? "" : std::string(" ") + field.dictionary->format;
    schema.release(&schema);
    return text;
  };
  options.strings = ArrowStrings::kPlain;
  EXPECT_EQ(describe("string") + ", " + describe("binary"), "u, z");
  options.strings = ArrowStrings::kDictionaries;
  EXPECT_EQ(describe("string") + ", " + describe("binary") + ", " + describe("int"), "i u, i z, i");
  options.text_as_binary = true;
  EXPECT_EQ(describe("char(3)"), "i z");
}

bool IsValid(const ArrowArray& array, int64_t i) {
  const auto* bits = static_cast<const uint8_t*>(array.buffers[0]);
  return bits == nullptr || (bits[i >> 3] >> (i & 7) & 1) != 0;
}

/// Returns value i of an array of utf8, in any form.
std::string TextAt(const ArrowArray& array, ArrowStrings strings, int64_t i) {
  if (!IsValid(array, i)) {
    return "NULL";
  }
  switch (strings) {
    case ArrowStrings::kDictionaries:
      return TextAt(*array.dictionary, ArrowStrings::kPlain,
                    static_cast<const int32_t*>(array.buffers[1])[i]);
    case ArrowStrings::kPlain: {
      const auto* offsets = static_cast<const int32_t*>(array.buffers[1]) + i;
      return {static_cast<const char*>(array.buffers[2]) + offsets[0],
              static_cast<size_t>(offsets[1] - offsets[0])};
    }
    default: {
      const auto& view = static_cast<const BytesView*>(array.buffers[1])[i];
      const char* start =
          view.length <= BytesView::kInline
              ? reinterpret_cast<const char*>(view.words)
              : static_cast<const char*>(array.buffers[2 + view.words[1]]) + view.words[2];
      return {start, static_cast<size_t>(view.length)};
    }
  }
}

TEST(ArrowTest, StringsOfEveryFormAreTheSameAndOutliveStreamAndTable) {
  std::vector<std::vector<std::string>> all;
  for (ArrowStrings strings :
       {ArrowStrings::kPlain, ArrowStrings::kViews, ArrowStrings::kDictionaries}) {
    std::vector<ArrowArray> batches;
    {
      MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/encodings");
      ArrowArrayStream stream = StreamOf(files, "/encodings", {"words", "html"}, 700,
                                         {TimestampUnit::kMicroseconds, false, false, strings});
      do {
        ASSERT_EQ(stream.get_next(&stream, &batches.emplace_back()), 0)
            << stream.get_last_error(&stream);
      } while (batches.back().release != nullptr);
      stream.release(&stream);
    }
    batches.pop_back();
    std::vector<std::string>& texts = all.emplace_back();
    for (ArrowArray& batch : batches) {
      for (int64_t i = 0; i < batch.length; i++) {
        texts.push_back(TextAt(*batch.children[0], strings, i) + "|" +
                        TextAt(*batch.children[1], strings, i));
      }
      batch.release(&batch);
    }
  }
  EXPECT_EQ(all[0].size(), 3000U);
  EXPECT_EQ(all[0], all[1]);
  EXPECT_EQ(all[0], all[2]);
}

TEST(ArrowTest, ADictionaryHasEachValueOfItsBatchOnce) {
  MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/encodings");
  ArrowArrayStream stream =
      StreamOf(files, "/encodings", {"words"}, 700,
               {TimestampUnit::kMicroseconds, false, false, ArrowStrings::kDictionaries});
  ArrowArray batch;
  ASSERT_EQ(stream.get_next(&stream, &batch), 0);
  const ArrowArray& words = *batch.children[0];
  std::set<std::string> of_rows;
  for (int64_t i = 0; i < words.length; i++) {
    of_rows.insert(TextAt(words, ArrowStrings::kDictionaries, i));
  }
  std::set<std::string> of_dictionary;
  for (int64_t i = 0; i < words.dictionary->length; i++) {
    of_dictionary.insert(TextAt(*words.dictionary, ArrowStrings::kPlain, i));
  }
  EXPECT_EQ(words.dictionary->length, static_cast<int64_t>(of_dictionary.size()));
  EXPECT_EQ(of_rows, of_dictionary);
  EXPECT_LT(of_dictionary.size(), 700U);
  // The values move with the array.
  ArrowArray moved = words;
  batch.children[0]->release = nullptr;
  batch.release(&batch);
  stream.release(&stream);
  EXPECT_EQ(TextAt(moved, ArrowStrings::kDictionaries, 0).empty(), false);
  moved.release(&moved);
}

TEST(ArrowTest, DamageIsAnErrorOfTheStream) {
  MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/auto");
  files.files["/auto/4-c3_int.col"][10] ^= 1;
  Error error;
  ArrowArrayStream stream =
      StreamOf(files, "/auto", {"c3 int"}, 50, {}, [&](const Error& failed) { error = failed; });
  ArrowArray array;
  EXPECT_NE(stream.get_next(&stream, &array), 0);
  EXPECT_EQ(error.code, ErrorCode::kCorrupt);
  EXPECT_EQ(error.file, "/auto/4-c3_int.col");
  EXPECT_EQ(error.column, "c3 int");
  EXPECT_GE(error.offset, 0);
  EXPECT_NE(std::string(stream.get_last_error(&stream)).find("4-c3_int.col"), std::string::npos);
  EXPECT_NE(stream.get_next(&stream, &array), 0) << "an error is not the end";
  stream.release(&stream);
}

Vector Timestamps(const std::vector<Timestamp>& values) {
  Vector v(Type::Primitive(Kind::kTimestamp));
  v.length = static_cast<int64_t>(values.size());
  v.values.Resize(values.size() * 8);
  v.nanos.Resize(values.size() * 4);
  for (size_t i = 0; i < values.size(); i++) {
    v.values.as<int64_t>()[i] = values[i].seconds;
    v.nanos.as<int32_t>()[i] = values[i].nanos;
  }
  return v;
}

/// Returns the error of a batch of one column, or "".
std::string ErrorOf(Vector column, const ArrowOptions& options, int64_t* first = nullptr) {
  auto batch = std::make_unique<arrow::ExportedBatch>();
  batch->batch.rows = column.length;
  batch->batch.columns.push_back(std::move(column));
  auto pool = std::make_shared<arrow::BatchPool>();
  try {
    ArrowArray array = arrow::BuildArray(std::move(batch), {"x"}, options, pool);
    if (first != nullptr) {
      *first = *static_cast<const int64_t*>(array.children[0]->buffers[1]);
    }
    array.release(&array);
    return "";
  } catch (arrow::Failure& e) {
    EXPECT_EQ(e.error().column, "x");
    return e.error().message;
  }
}

TEST(ArrowTest, TimestampsAreExactOrAnError) {
  ArrowOptions us;
  ArrowOptions ns{TimestampUnit::kNanoseconds, false, false};
  int64_t value = 0;
  EXPECT_EQ(ErrorOf(Timestamps({{-1, 999'999'000}}), us, &value), "");
  EXPECT_EQ(value, -1);
  EXPECT_EQ(ErrorOf(Timestamps({{253402300799, 0}}), us, &value), "");
  EXPECT_EQ(value, 253402300799'000'000);
  EXPECT_NE(ErrorOf(Timestamps({{0, 1}}), us).find("nanoseconds"), std::string::npos);
  EXPECT_EQ(ErrorOf(Timestamps({{0, 1999}}), {TimestampUnit::kMicroseconds, true, false}, &value),
            "");
  EXPECT_EQ(value, 1);
  EXPECT_EQ(ErrorOf(Timestamps({{1, 1}}), ns, &value), "");
  EXPECT_EQ(value, 1'000'000'001);
  EXPECT_NE(ErrorOf(Timestamps({{253402300799, 0}}), ns).find("microseconds"), std::string::npos);
  EXPECT_NE(ErrorOf(Timestamps({{INT64_MAX, 0}}), us), "");
  EXPECT_NE(ErrorOf(Timestamps({{INT64_MIN, 0}}), us), "");
}

int64_t FirstInvalid(const std::vector<std::string>& texts) {
  std::string bytes;
  std::vector<int32_t> offsets{0};
  for (const std::string& text : texts) {
    bytes += text;
    offsets.push_back(static_cast<int32_t>(bytes.size()));
  }
  return internal::FindInvalidUtf8(reinterpret_cast<const uint8_t*>(bytes.data()), offsets.data(),
                                   static_cast<int64_t>(texts.size()));
}

TEST(Utf8Test, WhatIsTextAndWhatIsNot) {
  EXPECT_EQ(FirstInvalid({}), -1);
  EXPECT_EQ(FirstInvalid({"", "plain", std::string(10000, 'x')}), -1);
  EXPECT_EQ(FirstInvalid({"Z\xC3\xBCrich", "\xE6\x9D\xB1\xE4\xBA\xAC", "\xF0\x9F\x98\x80"}), -1);
  EXPECT_EQ(FirstInvalid({"\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF",
                          "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}),
            -1);
  EXPECT_EQ(FirstInvalid({"ok", "\xC3"}), 1) << "cut";
  EXPECT_EQ(FirstInvalid({"\xC3", "\xBC"}), 0) << "a character over two texts";
  for (const char* bad : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80",
                          "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF",
                          "\xE6\x9D", "\xF0\x9F\x98", "\xE6\x41\x41"}) {
    EXPECT_EQ(FirstInvalid({std::string(100, 'x'), bad}), 1) << bad;
  }
}

TEST(ArrowTest, TextThatIsNotUtf8IsAnErrorOrBinary) {
  Vector v(Type::Primitive(Kind::kString));
  v.length = 1;
  v.offsets.Resize(8);
  v.offsets.as<int32_t>()[0] = 0;
  v.offsets.as<int32_t>()[1] = 1;
  v.values.Resize(1);
  v.values.data()[0] = 0xFF;
  Vector same(Type::Primitive(Kind::kString));
  same.length = 1;
  same.offsets.Resize(8);
  std::memcpy(same.offsets.data(), v.offsets.data(), 8);
  same.values.Resize(1);
  same.values.data()[0] = 0xFF;
  EXPECT_NE(ErrorOf(std::move(v), {}).find("UTF-8"), std::string::npos);
  EXPECT_EQ(ErrorOf(std::move(same), {TimestampUnit::kMicroseconds, false, true}), "");
}

}  // namespace
}  // namespace cif::test

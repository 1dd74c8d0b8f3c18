// Arrow arrays of decoded values. Input: the type, the rows, the options, then the body of a block
// of layout auto. Everything that the arrays point to has to exist.

#include <algorithm>
#include <cstring>

#include "arrow_array.h"
#include "arrow_schema.h"
#include "failure.h"
#include "read_block.h"

namespace cif::fuzz {
namespace {

int64_t Sum(const void* buffer, int64_t bytes) {
  const auto* p = static_cast<const uint8_t*>(buffer);
  int64_t sum = 0;
  for (int64_t i = 0; i < bytes; i++) {
    sum += p[i];
  }
  return sum;
}

/// Requires that the offsets ascend. Returns the last one.
int64_t CheckOffsets(const ArrowArray& array) {
  const auto* offsets = static_cast<const int32_t*>(array.buffers[1]);
  for (int64_t i = 0; i < array.length; i++) {
    Require(offsets[i] >= 0 && offsets[i] <= offsets[i + 1], "offsets ascend");
  }
  return array.length == 0 ? 0 : offsets[array.length];
}

void CheckUnion(const ArrowArray& array) {
  const auto* tags = static_cast<const int8_t*>(array.buffers[0]);
  const auto* places = static_cast<const int32_t*>(array.buffers[1]);
  for (int64_t i = 0; i < array.length; i++) {
    Require(tags[i] >= 0 && tags[i] < array.n_children, "a union's tag names a branch");
    Require(places[i] >= 0 && places[i] < array.children[tags[i]]->length,
            "a union's place is in its branch");
  }
}

/// Returns the bytes of a value of fixed width.
int64_t Width(const std::string& format) {
  constexpr std::pair<const char*, int64_t> kWidths[] = {{"c", 1}, {"s", 2}, {"i", 4},  {"l", 8},
                                                         {"f", 4}, {"g", 8}, {"tdD", 4}};
  for (const auto& [name, width] : kWidths) {
    if (format == name) {
      return width;
    }
  }
  return format[0] == 'd' ? 16 : 8;  // decimals, timestamps
}

/// Requires that views point into their buffers, and that their own content is correct.
int64_t CheckViews(const ArrowArray& array) {
  const auto* views = static_cast<const BytesView*>(array.buffers[1]);
  const int64_t buffers = array.n_buffers - 3;
  const auto* sizes = static_cast<const int64_t*>(array.buffers[array.n_buffers - 1]);
  int64_t sum = 0;
  for (int64_t i = 0; i < array.length; i++) {
    const BytesView& view = views[i];
    Require(view.length >= 0, "a view's length");
    if (view.length <= BytesView::kInline) {
      const auto* bytes = reinterpret_cast<const uint8_t*>(view.words);
      Require(std::all_of(bytes + view.length, bytes + BytesView::kInline,
                          [](uint8_t byte) { return byte == 0; }),
              "zeros behind a short text");
      continue;
    }
    Require(view.words[1] >= 0 && view.words[1] < buffers, "a view's buffer is there");
    Require(view.words[2] >= 0 && int64_t{view.words[2]} + view.length <= sizes[view.words[1]],
            "a view is in its buffer");
    const auto* text =
        static_cast<const uint8_t*>(array.buffers[2 + view.words[1]]) + view.words[2];
    Require(std::memcmp(text, view.words, 4) == 0, "a view has the first bytes of its text");
    sum += Sum(text, view.length);
  }
  return sum;
}

int64_t Walk(const ArrowSchema& schema, const ArrowArray& array);

/// Requires that ids are within the dictionary.
int64_t CheckDictionary(const ArrowSchema& schema, const ArrowArray& array) {
  const auto* ids = static_cast<const int32_t*>(array.buffers[1]);
  for (int64_t i = 0; i < array.length; i++) {
    const bool is_null =
        array.null_count > 0 &&
        (static_cast<const uint8_t*>(array.buffers[0])[i >> 3] >> (i & 7) & 1) == 0;
    Require(is_null || (ids[i] >= 0 && ids[i] < array.dictionary->length), "an id has a value");
  }
  return Walk(*schema.dictionary, *array.dictionary);
}

int64_t Walk(const ArrowSchema& schema, const ArrowArray& array) {
  const std::string format = schema.format;
  Require(schema.n_children == array.n_children, "as many children as types");
  const bool is_union = format.rfind("+u", 0) == 0;
  int64_t sum = 0;
  if (!is_union && array.null_count > 0) {
    sum += Sum(array.buffers[0], (array.length + 7) / 8);
  }
  if (is_union) {
    CheckUnion(array);
  } else if (schema.dictionary != nullptr) {
    sum += CheckDictionary(schema, array);
  } else if (format == "vu" || format == "vz") {
    sum += CheckViews(array);
  } else if (format == "u" || format == "z") {
    sum += Sum(array.buffers[2], CheckOffsets(array));
  } else if (format == "+l" || format == "+m") {
    Require(CheckOffsets(array) <= array.children[0]->length, "the entries are there");
  } else if (format == "b") {
    sum += Sum(array.buffers[1], (array.length + 7) / 8);
  } else if (format != "+s") {
    sum += Sum(array.buffers[1], array.length * Width(format));
  }
  for (int64_t i = 0; i < array.n_children; i++) {
    Require(format != "+s" || array.children[i]->length == array.length,
            "fields have a slot a row");
    sum += Walk(*schema.children[i], *array.children[i]);
  }
  return sum;
}

void Export(const Type& type, Batch batch, const ArrowOptions& options) {
  auto exported = std::make_unique<arrow::ExportedBatch>();
  exported->batch = std::move(batch);
  ArrowSchema schema = arrow::BuildSchema({type}, {"a"}, options);
  try {
    ArrowArray array = arrow::BuildArray(std::move(exported), {"a"}, options,
                                         std::make_shared<arrow::BatchPool>());
    volatile int64_t sum = Walk(schema, array);
    static_cast<void>(sum);
    array.release(&array);
  } catch (arrow::Failure& e) {
    Require(e.error().column == "a", "an error names the column");
  }
  schema.release(&schema);
}

}  // namespace
}  // namespace cif::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto held = std::make_unique<cif::fuzz::FuzzInput>(data, size);
  cif::fuzz::FuzzInput& input = *held;
  const auto& types = cif::fuzz::Types();
  const auto& type =
      types[static_cast<size_t>(input.Number(static_cast<int64_t>(types.size()) - 1))];
  const int64_t rows = 1 + input.Number(cif::fuzz::kMostValues);
  const int64_t choice = input.Number(63);
  cif::ArrowOptions options;
  options.timestamp_unit =
      (choice & 1) != 0 ? cif::TimestampUnit::kNanoseconds : cif::TimestampUnit::kMicroseconds;
  options.truncate_timestamps = (choice & 2) == 0;
  options.text_as_binary = (choice & 4) != 0;
  constexpr cif::ArrowStrings kStrings[] = {cif::ArrowStrings::kPlain, cif::ArrowStrings::kViews,
                                            cif::ArrowStrings::kDictionaries,
                                            cif::ArrowStrings::kViews};
  options.strings = kStrings[choice >> 3 & 3];
  // Every form of vectors becomes every form of arrays.
  const cif::StringForm form =
      (choice & 32) != 0 ? cif::StringForm::kOffsets : cif::StringForm::kViews;
  std::optional<cif::Batch> batch = cif::fuzz::DecodeBatch(type, rows, form, input.Rest());
  held.reset();
  if (batch) {
    cif::fuzz::Export(type, std::move(*batch), options);
  }
  return 0;
}

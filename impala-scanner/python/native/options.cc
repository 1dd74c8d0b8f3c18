#include "options.h"

namespace cif::python {

ArrowOptions Options::arrow() const {
  ArrowOptions options;
  options.timestamp_unit = Choose<TimestampUnit>(
      {{"us", TimestampUnit::kMicroseconds}, {"ns", TimestampUnit::kNanoseconds}}, "timestamp_unit",
      timestamp_unit);
  options.truncate_timestamps = truncate_timestamps;
  options.text_as_binary = text_as_binary;
  options.strings = Choose<ArrowStrings>({{"view", ArrowStrings::kViews},
                                          {"plain", ArrowStrings::kPlain},
                                          {"dictionary", ArrowStrings::kDictionaries}},
                                         "strings", strings);
  return options;
}

ReadOptions Options::read() const {
  ReadOptions options;
  options.verify_checksums = verify_checksums;
  options.use_filters = use_filters;
  options.batch_rows = batch_rows;
  options.strings = StringFormOf(arrow().strings);
  return options;
}

}  // namespace cif::python

#include "encoding/strings.h"

#include <string>

#include "encoding/encodings.h"
#include "vector/vector_ops.h"

namespace cif::internal {

bool SelectAmong(Strings* strings, int64_t count, const ValueMatcher& matcher,
                 std::vector<int32_t>* places) {
  constexpr int64_t kMostCopied = 16 << 20;
  Budget budget;
  budget.Set(kMostCopied);
  Vector values(matcher.type(), StringForm::kViews);
  try {
    strings->Append(Rows::Range(0, count), &values, &budget);
  } catch (const TooLarge&) {
    return false;
  }
  AppendValid(&values, count);
  matcher.Select(values, places);
  return true;
}

StringsPtr OpenStrings(Input* in, int64_t n, const Nesting& nesting) {
  return OpenStringsContent(in->Sized("the length of a stream of strings"), n, nesting);
}

StringsPtr OpenStringsContent(Input in, int64_t n, const Nesting& nesting) {
  const uint8_t encoding = in.U8();
  switch (static_cast<StringsEncoding>(encoding)) {
    case StringsEncoding::kConstant:
      return OpenConstantStrings(in, n);
    case StringsEncoding::kPlain:
      return OpenPlainStrings(in, n, nesting);
    case StringsEncoding::kPacked:
      return OpenPackedStrings(in, n, nesting);
    case StringsEncoding::kDictionary:
      return OpenDictionaryStrings(in, n, nesting);
    case StringsEncoding::kCompressed:
      return OpenCompressedStrings(in, n, nesting);
    case StringsEncoding::kSymbols:
      return OpenSymbolStrings(in, n, nesting);
  }
  in.Corrupt("encoding " + std::to_string(encoding) + " of strings is unknown");
}

}  // namespace cif::internal

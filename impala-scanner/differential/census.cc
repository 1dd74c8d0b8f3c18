#include "census.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <vector>

#include "auto/node.h"
#include "codec/codec.h"
#include "encoding/encodings.h"
#include "encoding/ints.h"
#include "file/column_file.h"

namespace cif::differential {
namespace {

using internal::Input;
using internal::IntsEncoding;
using internal::kCodecs;
using internal::kIntsEncodings;
using internal::kMapForms;
using internal::kPresenceKinds;
using internal::kStringsEncodings;
using internal::MapForm;
using internal::PresenceKind;
using internal::StringsEncoding;

constexpr std::array<const char*, 5> kLayouts = {"auto", "plain", "skiplist", "block", "dcsl"};

/// Walks through a body of layout auto by its lengths. Decodes only values that determine sizes.
class Walk {
 public:
  explicit Walk(std::map<std::string, int64_t>* counts) : counts_(counts) {}

  void Node(Input* in, const Type& type, int64_t n) {
    Input node = in->Sized("a node");
    const int64_t present = Present(&node, n);
    if (present == 0) {
      return;
    }
    switch (type.type_class()) {
      case Class::kBytes:
        Strings(&node);
        break;
      case Class::kTimestamp:
        Ints(&node);
        Ints(&node);
        break;
      case Class::kDecimal:
        Ints(&node);
        if (!type.is_decimal64()) {
          Ints(&node);
        }
        break;
      case Class::kMap: {
        const uint8_t form = node.U8();
        Count(std::string("maps of form ") + kMapForms.at(form));
        switch (static_cast<MapForm>(form)) {
          case MapForm::kEntries:
            Ranges(&node, type, present);
            break;
          case MapForm::kColumns:
            Columns(&node, type);
            break;
        }
        break;
      }
      case Class::kList:
        Ranges(&node, type, present);
        break;
      case Class::kStruct:
        for (const Type& child : type.children()) {
          Node(&node, child, present);
        }
        break;
      case Class::kUnion: {
        std::vector<int64_t> tags = Values(&node, present);
        for (size_t b = 0; b < type.children().size(); b++) {
          Node(&node, type.child(b), std::count(tags.begin(), tags.end(), b));
        }
        break;
      }
      case Class::kInt:
      case Class::kFloat:
      case Class::kDouble:
        Ints(&node);
        break;
    }
    node.ExpectEnd("a node");
  }

 private:
  void Count(const std::string& what) { counts_->at(what)++; }

  void Ranges(Input* in, const Type& type, int64_t present) {
    std::vector<int64_t> lengths = Values(in, present);
    const int64_t sum = std::accumulate(lengths.begin(), lengths.end(), int64_t{0});
    for (const Type& child : type.children()) {
      Node(in, child, sum);
    }
  }

  void Columns(Input* in, const Type& type) {
    const int64_t columns = in->Count("columns", 255);
    Node(in, type.child(0), columns);
    std::vector<int64_t> counts = Values(in, columns + 1);
    Strings(in);
    for (int64_t column = 0; column < columns; column++) {
      Node(in, type.child(1), counts[static_cast<size_t>(column)]);
    }
    for (const Type& child : type.children()) {
      Node(in, child, counts.back());
    }
  }

  int64_t Present(Input* in, int64_t n) {
    const uint8_t kind = in->U8();
    Count(std::string("presence ") + kPresenceKinds.at(kind));
    int64_t present = 0;
    switch (static_cast<PresenceKind>(kind)) {
      case PresenceKind::kAll:
        present = n;
        break;
      case PresenceKind::kNone:
        break;
      case PresenceKind::kBitmap: {
        const uint8_t* bits = in->Skip((n + 7) / 8);
        for (int64_t i = 0; i < (n + 7) / 8; i++) {
          present += std::popcount(bits[i]);
        }
        break;
      }
      case PresenceKind::kRuns: {
        const int64_t runs = in->Count("runs", n + 1);
        std::vector<int64_t> lengths = Values(in, runs);
        for (size_t i = 0; i < lengths.size(); i += 2) {
          present += lengths[i];
        }
        break;
      }
    }
    return present;
  }

  /// Returns the values of a stream, and counts the stream.
  std::vector<int64_t> Values(Input* in, int64_t n) {
    Input again = *in;
    Ints(&again);
    std::vector<int64_t> values(static_cast<size_t>(n));
    internal::OpenInts(in, n)->Read(0, n, values.data());
    return values;
  }

  void Ints(Input* in) {
    Input stream = in->Sized("a stream");
    const uint8_t encoding = stream.U8();
    Count(std::string("ints ") + kIntsEncodings.at(encoding));
    switch (static_cast<IntsEncoding>(encoding)) {
      case IntsEncoding::kConstant:
      case IntsEncoding::kPacked:
      case IntsEncoding::kDelta:
      case IntsEncoding::kPlain:
        break;
      case IntsEncoding::kRunLength:
      case IntsEncoding::kDictionary:
        stream.Uvarint();
        Ints(&stream);
        Ints(&stream);
        break;
      case IntsEncoding::kScaled:
        stream.Uvarint();
        Ints(&stream);
        break;
      case IntsEncoding::kDigits:
        stream.U8();
        stream.U8();
        Ints(&stream);
        if (stream.Uvarint() > 0) {
          Ints(&stream);
          Ints(&stream);
        }
        break;
      case IntsEncoding::kCompressed:
        Count(std::string("auto codec ") + kCodecs.at(stream.U8()));
        break;
    }
  }

  void Strings(Input* in) {
    Input stream = in->Sized("a stream");
    const uint8_t encoding = stream.U8();
    Count(std::string("strings ") + kStringsEncodings.at(encoding));
    switch (static_cast<StringsEncoding>(encoding)) {
      case StringsEncoding::kConstant:
        break;
      case StringsEncoding::kPlain:
      case StringsEncoding::kPacked:
        Ints(&stream);
        break;
      case StringsEncoding::kDictionary:
        stream.Uvarint();
        Strings(&stream);
        Ints(&stream);
        break;
      case StringsEncoding::kSymbols:
        Ints(&stream);
        stream.Uvarint();
        Strings(&stream);
        stream.Uvarint();
        stream.Uvarint();
        Ints(&stream);
        break;
      case StringsEncoding::kCompressed:
        Count(std::string("auto codec ") + kCodecs.at(stream.U8()));
        break;
    }
  }

  std::map<std::string, int64_t>* counts_;
};

}  // namespace

Census::Census() {
  auto add = [this](const std::string& kind, const auto& names, size_t from = 0) {
    for (size_t i = from; i < names.size(); i++) {
      counts_[kind + " " + names[i]] = 0;
    }
  };
  add("layout", kLayouts);
  add("presence", kPresenceKinds);
  add("ints", kIntsEncodings);
  add("strings", kStringsEncodings);
  add("maps of form", kMapForms);
  add("auto codec", kCodecs, 1);
  add("block codec", kCodecs);
  counts_["key filter"] = 0;
  counts_["column in a group file"] = 0;
}

void Census::Add(const Split& split) {
  for (const Column& column : split.schema().columns) {
    internal::ColumnFile file(split, column, {});
    const Footer& footer = file.footer();
    counts_["column in a group file"] += column.in_group() ? 1 : 0;
    for (size_t b = 0; b < footer.blocks.size(); b++) {
      counts_[std::string("layout ") + kLayouts.at(static_cast<size_t>(footer.layout))]++;
      counts_["key filter"] += footer.blocks[b].filter_length > 0 ? 1 : 0;
      Input body = file.ReadBlock(b);
      if (footer.layout == Layout::kAuto) {
        Walk(&counts_).Node(&body, column.type, footer.blocks[b].rows);
      } else if (footer.layout == Layout::kBlock) {
        counts_[std::string("block codec ") + kCodecs.at(body.U8())]++;
      }
    }
  }
}

}  // namespace cif::differential

#include "census.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <vector>

#include "encoding/ints.h"
#include "file/column_file.h"

namespace cif::differential {
namespace {

using internal::Input;

constexpr std::array<const char*, 5> kLayouts = {"auto", "plain", "skiplist", "block", "dcsl"};
constexpr std::array<const char*, 4> kPresences = {"all", "none", "bitmap", "runs"};
constexpr std::array<const char*, 9> kInts = {"constant",   "packed",     "delta",
                                              "run-length", "dictionary", "plain",
                                              "scaled",     "compressed", "digits"};
constexpr std::array<const char*, 6> kStrings = {"constant",   "plain",      "packed",
                                                 "dictionary", "compressed", "symbols"};
constexpr std::array<const char*, 2> kMaps = {"entries", "columns"};
constexpr std::array<const char*, 6> kCodecs = {"none", "zlib", "snappy", "lz4", "zstd", "lzo"};

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
        const size_t form = node.U8();
        Count(std::string("maps of form ") + kMaps.at(form));
        if (form == 0) {
          Ranges(&node, type, present);
        } else {
          Columns(&node, type);
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
      default:
        Ints(&node);
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
    const size_t kind = in->U8();
    Count(std::string("presence ") + kPresences.at(kind));
    if (kind < 2) {
      return kind == 0 ? n : 0;
    }
    int64_t present = 0;
    if (kind == 2) {
      const uint8_t* bits = in->Skip((n + 7) / 8);
      for (int64_t i = 0; i < (n + 7) / 8; i++) {
        present += std::popcount(bits[i]);
      }
      return present;
    }
    const int64_t runs = in->Count("runs", n + 1);
    std::vector<int64_t> lengths = Values(in, runs);
    for (size_t i = 0; i < lengths.size(); i += 2) {
      present += lengths[i];
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
    const std::string name = kInts.at(stream.U8());
    Count("ints " + name);
    if (name == "run-length") {
      stream.Uvarint();
      Ints(&stream);
      Ints(&stream);
    } else if (name == "dictionary") {
      stream.Uvarint();
      Ints(&stream);
      Ints(&stream);
    } else if (name == "scaled") {
      stream.Uvarint();
      Ints(&stream);
    } else if (name == "digits") {
      stream.U8();
      stream.U8();
      Ints(&stream);
      if (stream.Uvarint() > 0) {
        Ints(&stream);
        Ints(&stream);
      }
    } else if (name == "compressed") {
      Count(std::string("auto codec ") + kCodecs.at(stream.U8()));
    }
  }

  void Strings(Input* in) {
    Input stream = in->Sized("a stream");
    const std::string name = kStrings.at(stream.U8());
    Count("strings " + name);
    if (name == "plain" || name == "packed") {
      Ints(&stream);
    } else if (name == "dictionary") {
      stream.Uvarint();
      Strings(&stream);
      Ints(&stream);
    } else if (name == "symbols") {
      Ints(&stream);
      stream.Uvarint();
      Strings(&stream);
      stream.Uvarint();
      stream.Uvarint();
      Ints(&stream);
    } else if (name == "compressed") {
      Count(std::string("auto codec ") + kCodecs.at(stream.U8()));
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
  add("presence", kPresences);
  add("ints", kInts);
  add("strings", kStrings);
  add("maps of form", kMaps);
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

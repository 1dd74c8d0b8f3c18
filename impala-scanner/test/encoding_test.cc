// Streams written by hand: forms that writers never write, and forms that FORMAT.md section 6
// forbids.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "auto/node.h"
#include "encoding/ints.h"
#include "encoding/strings.h"
#include "streams.h"
#include "util/bits.h"

namespace cif::internal {
namespace {

using test::Constant;
using test::Plain;
using test::Sized;
using test::Svarint;
using test::Uvarint;

/// Bytes with the slack that decoders may load.
struct Padded {
  explicit Padded(const std::string& content) : bytes(content) {
    bytes.resize(content.size() + kSlack);
    input = Input(reinterpret_cast<const uint8_t*>(bytes.data()), content.size());
  }
  std::string bytes;
  Input input;
};

/// Decodes all values. Returns them, or the error.
std::string Decode(const std::string& stream, int64_t n) {
  Padded padded(stream);
  try {
    IntsPtr ints = OpenInts(&padded.input, n);
    padded.input.ExpectEnd("the stream");
    std::vector<int64_t> values(static_cast<size_t>(n));
    ints->Read(0, n, values.data());
    std::string text;
    for (int64_t i = 0; i < n; i++) {
      if (ints->At(i) != values[static_cast<size_t>(i)]) {
        return "At differs";
      }
      text += std::to_string(values[static_cast<size_t>(i)]) + " ";
    }
    return text;
  } catch (const CorruptData& e) {
    return "error: " + e.message();
  }
}

TEST(IntsTest, EveryEncoding) {
  EXPECT_EQ(Decode(Constant(-7), 3), "-7 -7 -7 ");
  EXPECT_EQ(Decode(Sized(std::string("\x01\x04") + Svarint(10) + "\x21\x03"), 3), "11 12 13 ");
  EXPECT_EQ(Decode(Sized(std::string("\x02\x02") + Svarint(5) + Svarint(-1) + "\x0E"), 3),
            "5 6 8 ");
  EXPECT_EQ(Decode(Sized("\x03\x02" + Plain({4, 9}) + Plain({1, 2})), 3), "4 9 9 ");
  EXPECT_EQ(Decode(Sized("\x04\x02" + Plain({4, 9}) + Plain({1, 0, 1})), 3), "9 4 9 ");
  EXPECT_EQ(Decode(Plain({-1, 0, 1}), 3), "-1 0 1 ");
  EXPECT_EQ(Decode(Sized(std::string("\x06\x64") + Plain({-1, 0, 2})), 3), "-100 0 200 ");
}

TEST(IntsTest, WrapModulo64Bits) {
  EXPECT_EQ(Decode(Sized("\x06" + Uvarint(uint64_t{1} << 63) + Plain({1, 2, 3})), 3),
            "-9223372036854775808 0 -9223372036854775808 ");
}

TEST(IntsTest, RulesAreChecked) {
  auto expect_error = [](const std::string& stream, int64_t n) {
    EXPECT_EQ(Decode(stream, n).substr(0, 5), "error") << testing::PrintToString(stream);
  };
  expect_error(Sized("\x09"), 1);                                         // unknown
  expect_error(Sized(std::string("\x00\x02\x00", 3)), 1);                 // a byte too many
  expect_error(Sized("\x01\x39" + Svarint(0) + std::string(8, 'a')), 1);  // 57 bits
  expect_error(Sized("\x03\x02" + Plain({4, 9}) + Plain({1, 1})), 3);     // too few
  expect_error(Sized("\x03\x02" + Plain({4, 9}) + Plain({3, 0})), 3);     // an empty run
  expect_error(Sized("\x03\x02" + Plain({4, 9}) + Plain({-1, 4})), 3);
  expect_error(Sized(std::string("\x03\x00", 2)), 3);                     // no runs
  expect_error(Sized("\x04\x02" + Plain({4, 9}) + Plain({1, 0, 2})), 3);  // an id too great
  expect_error(Sized("\x04\x02" + Plain({4, 9}) + Plain({1, 0, -1})), 3);
  expect_error(Sized("\x05\x03"
                     "abcabcabc"),
               3);                                                     // 3 bytes wide
  expect_error(Sized(std::string("\x06\x01") + Plain({1, 2, 3})), 3);  // a factor of 1
  expect_error(Sized(std::string("\x07\x00\x02\x00\x02", 5)), 1);      // compressed by none
  expect_error(std::string("\x05\x00\x02", 3), 1);                     // longer than its container
}

/// Makes a stream of the digits 10, 25 and -30.
std::string Digits(const std::string& head, const std::string& corrections) {
  return Sized("\x08" + head + Plain({10, 25, -30}) + corrections);
}

TEST(IntsTest, DigitsAreDividedAndThenCorrected) {
  const std::string doubles("\x08\x01", 2);
  const std::string floats("\x04\x01", 2);
  const std::string none(1, '\0');
  EXPECT_EQ(Decode(Digits(doubles, none), 3),
            "4607182418800017408 4612811918334230528 -4609434218613702656 ");
  EXPECT_EQ(Decode(Digits(doubles, "\x02" + Plain({0, 2}) + Plain({1, -2})), 3),
            "4607182418800017409 4612811918334230528 -4609434218613702658 ");
  EXPECT_EQ(Decode(Digits(floats, none), 3), "1065353216 1075838976 -1069547520 ");
  // Modulo 2^32.
  EXPECT_EQ(Decode(Digits(floats, "\x01" + Plain({1}) + Constant((int64_t{1} << 32) + 1)), 3),
            "1065353216 1075838977 -1069547520 ");
}

TEST(IntsTest, CorrectionsOfManyDigitsAreFoundFromAnywhere) {
  constexpr int64_t kCount = 10'000;
  constexpr int64_t kCorrected = 5'000;
  // Digits 0, places 0, 2, 4 ..., each corrected by 7.
  std::string places("\x02", 1);
  places += std::string((kCorrected + kVector - 1) / kVector, '\0');
  for (int64_t from = 0; from < kCorrected; from += kVector) {
    places += Svarint(2 * from);
  }
  for (int64_t from = 0; from < kCorrected; from += kVector) {
    places += Svarint(2);
  }
  Padded padded(Sized(std::string("\x08\x08\x02", 3) + Constant(0) + Uvarint(kCorrected) +
                      Sized(places) + Constant(7)));
  IntsPtr ints = OpenInts(&padded.input, kCount);
  for (int64_t from : {0, 1, 2046, 2047, 2048, 2049, 5000, 9998, 9999}) {
    for (int64_t count : {int64_t{1}, int64_t{2}, int64_t{3000}, kCount}) {
      const int64_t k = std::min(count, kCount - from);
      std::vector<int64_t> values(static_cast<size_t>(k));
      ints->Read(from, k, values.data());
      for (int64_t i = 0; i < k; i++) {
        ASSERT_EQ(values[static_cast<size_t>(i)], (from + i) % 2 == 0 ? 7 : 0) << from + i;
      }
    }
    EXPECT_EQ(ints->At(from), from % 2 == 0 ? 7 : 0);
  }
}

TEST(IntsTest, RulesOfDigitsAreChecked) {
  const std::string none(1, '\0');
  EXPECT_EQ(Decode(Digits("\x05\x01", none), 3), "error: floating-point numbers of 5 bytes");
  EXPECT_EQ(Decode(Digits("\x08\x17", none), 3), "error: a scale of 23: at most 22 can be");
  auto refused = [](int8_t first, int8_t second) {
    return Decode(Digits("\x08\x01", "\x02" + Plain({first, second}) + Plain({1, 1})), 3);
  };
  EXPECT_EQ(refused(1, 1), "error: a correction of number 1 behind 1, of 3");
  EXPECT_EQ(refused(1, 0), "error: a correction of number 0 behind 1, of 3");
  EXPECT_EQ(refused(-1, 0), "error: a correction of number -1 behind -1, of 3");
  EXPECT_EQ(refused(0, 3), "error: a correction of number 3 behind 0, of 3");
  EXPECT_EQ(Decode(Digits("\x08\x01", "\x04" + Plain({0, 1, 2, 3}) + Plain({1, 1, 1, 1})), 3)
                .substr(0, 5),
            "error");
}

TEST(IntsTest, NestFourDeepAndNoDeeper) {
  std::string stream = Constant(3);
  for (int depth = 0; depth < 3; depth++) {
    stream = Sized("\x06\x02" + stream);
  }
  EXPECT_EQ(Decode(stream, 2), "24 24 ");
  EXPECT_EQ(Decode(Sized("\x06\x02" + stream), 2), "error: streams nest deeper than 4");
}

TEST(IntsTest, NumbersBeyond32BitsAreFoundWhere32AreWanted) {
  for (const std::string& stream :
       {Constant(int64_t{1} << 40), Sized("\x01\x01" + Svarint(INT32_MAX) + "\x03"),
        Sized("\x06" + Uvarint(1 << 30) + Plain({1, 2}))}) {
    Padded padded(stream);
    IntsPtr ints = OpenInts(&padded.input, 2);
    int32_t values[2];
    EXPECT_THROW(ints->Read32(0, 2, values), CorruptData);
  }
  Padded padded(Sized("\x01\x01" + Svarint(INT32_MAX - 1) + "\x02"));
  int32_t values[2];
  OpenInts(&padded.input, 2)->Read32(0, 2, values);
  EXPECT_EQ(values[1], INT32_MAX);
}

/// Decodes all values of a node of strings. Returns them, or the error.
std::string DecodeStrings(const std::string& stream, int64_t n) {
  Padded padded(stream);
  Budget budget;
  budget.Set(1 << 20);
  try {
    StringsPtr strings = OpenStrings(&padded.input, n);
    padded.input.ExpectEnd("the stream");
    Vector vector(Type::Primitive(Kind::kBinary));
    strings->Append(Rows::Range(0, n), &vector, &budget);
    vector.length = n;
    std::string text;
    for (int64_t i = 0; i < n; i++) {
      if (!strings->Equals(i, vector.bytes(i)) || strings->Equals(i, "other")) {
        return "Equals is wrong";
      }
      text += std::string(vector.bytes(i)) + ";";
    }
    return text;
  } catch (const CorruptData& e) {
    return "error: " + e.message();
  } catch (const TooLarge&) {
    return "too large";
  }
}

TEST(StringsTest, EveryEncoding) {
  EXPECT_EQ(DecodeStrings(Sized(std::string("\x00\x02", 2) + "ab"), 2), "ab;ab;");
  EXPECT_EQ(DecodeStrings(Sized("\x01" + Plain({1, 0, 2}) + "xyz"), 3), "x;;yz;");
  // Letters a, b, c of 2 bits: b c | a.
  EXPECT_EQ(DecodeStrings(Sized("\x02" + Plain({2, 1}) +
                                "\x02\x03"
                                "abc"
                                "\x09"),
                          2),
            "bc;a;");
  EXPECT_EQ(DecodeStrings(
                Sized("\x03\x02" + Sized("\x01" + Plain({1, 2}) + "abb") + Plain({1, 1, 0})), 3),
            "bb;bb;a;");
}

/// Stream of symbols, each part of which may be wrong.
struct Symbols {
  std::vector<int8_t> lengths = {3, 2};
  uint64_t count = 2;
  std::vector<std::string> symbols = {"ab", "c"};
  uint64_t raw_length = 5;
  uint64_t code_count = 3;
  std::string codes = Plain({0, 1, 0});

  std::string Stream() const {
    std::string table;
    std::vector<int8_t> sizes;
    for (const std::string& symbol : symbols) {
      table += symbol;
      sizes.push_back(static_cast<int8_t>(symbol.size()));
    }
    return Sized("\x05" + Plain(lengths) + Uvarint(count) + Sized("\x01" + Plain(sizes) + table) +
                 Uvarint(raw_length) + Uvarint(code_count) + codes);
  }
};

TEST(StringsTest, SymbolsMayGoOnFromOneValueToTheNext) {
  Symbols symbols;
  EXPECT_EQ(DecodeStrings(symbols.Stream(), 2), "abc;ab;");
  symbols.lengths = {1, 4};
  EXPECT_EQ(DecodeStrings(symbols.Stream(), 2), "a;bcab;");
}

TEST(StringsTest, SymbolsMayHave1To32Bytes) {
  for (const size_t length : {size_t{16}, size_t{17}, size_t{32}}) {
    Symbols symbols;
    symbols.symbols[0] = std::string(length, 'x');
    symbols.symbols[0].back() = 'y';
    symbols.raw_length = 2 * length + 1;
    symbols.lengths = {static_cast<int8_t>(length), static_cast<int8_t>(length + 1)};
    EXPECT_EQ(DecodeStrings(symbols.Stream(), 2),
              symbols.symbols[0] + ";c" + symbols.symbols[0] + ";");
  }
}

TEST(StringsTest, ManySymbolsAreCopiedAtOnce) {
  for (const bool is_long : {false, true}) {
    Symbols symbols;
    symbols.symbols[1] = is_long ? "more than sixteen letters" : "c";
    symbols.code_count = 3000;
    symbols.raw_length = 1000 * (4 + symbols.symbols[1].size());
    std::string codes("\x05\x01", 2);
    std::string wanted;
    for (int i = 0; i < 3000; i++) {
      codes += static_cast<char>(i % 3 == 1);
      wanted += symbols.symbols[i % 3 == 1];
    }
    symbols.codes = Sized(codes);
    std::string stream = symbols.Stream();
    // One value of all.
    const std::string before = Plain(symbols.lengths);
    const std::string all = Constant(static_cast<int64_t>(wanted.size()));
    std::string content = stream.substr(stream.find(before) + before.size());
    EXPECT_EQ(DecodeStrings(Sized("\x05" + all + content), 1), wanted + ";") << is_long;
  }
}

TEST(StringsTest, RulesOfSymbolsAreChecked) {
  auto refused = [](auto change) {
    Symbols symbols;
    change(&symbols);
    const std::string text = DecodeStrings(symbols.Stream(), 2);
    return text.substr(0, 7) == "error: " ? text.substr(7) : "not refused: " + text;
  };
  EXPECT_EQ(refused([](Symbols* s) { s->symbols[1] = ""; }), "a symbol of 0 bytes: 1 to 32 can be");
  EXPECT_EQ(refused([](Symbols* s) { s->symbols[1] = std::string(33, 'x'); }),
            "a symbol of 33 bytes: 1 to 32 can be");
  EXPECT_EQ(refused([](Symbols* s) {
              s->codes = Plain({0, 2, 0});
            }),
            "a code of 2 where there are 2 symbols");
  EXPECT_EQ(refused([](Symbols* s) {
              s->codes = Plain({0, -1, 0});
            }),
            "a code of -1 where there are 2 symbols");
  EXPECT_EQ(refused([](Symbols* s) { s->raw_length = 4; }),
            "symbols of more bytes than were announced");
  EXPECT_EQ(refused([](Symbols* s) { s->raw_length = 6; }), "symbols of 5 bytes, 6 were announced");
  EXPECT_EQ(refused([](Symbols* s) { s->lengths = {3, 1}; }), "strings of 4 bytes in 5 bytes");
  EXPECT_EQ(refused([](Symbols* s) { s->lengths = {3, 3}; }), "lengths of 6 in all where 5 can be");
  EXPECT_EQ(refused([](Symbols* s) { s->count = 0; }), "the number of symbols is 0");
  EXPECT_EQ(refused([](Symbols* s) { s->raw_length = 0; }), "the length of the values is 0");
  EXPECT_EQ(refused([](Symbols* s) { s->code_count = 0; }), "the number of codes is 0");
  EXPECT_EQ(refused([](Symbols* s) { s->code_count = (1 << 24) + 1; }).substr(0, 19),
            "the number of codes");
  EXPECT_EQ(refused([](Symbols* s) { s->count = (1 << 16) + 1; }).substr(0, 21),
            "the number of symbols");
  EXPECT_NE(refused([](Symbols* s) {
              s->raw_length = (1 << 20) + 2048 * 8;
            }).find("more than the format allows"),
            std::string::npos);
}

TEST(StringsTest, RulesAreChecked) {
  auto expect_error = [](const std::string& stream, int64_t n) {
    EXPECT_EQ(DecodeStrings(stream, n).substr(0, 5), "error") << testing::PrintToString(stream);
  };
  expect_error(Sized("\x06"), 1);
  expect_error(Sized("\x01" + Plain({1, 0, 2}) + "xyzz"), 3);
  expect_error(Sized("\x01" + Plain({1, -1, 3}) + "xyz"), 3);
  expect_error(Sized("\x02" + Plain({2, 1}) + std::string("\x02\x00\x09", 3)), 2);  // no letters
  expect_error(Sized("\x02" + Plain({2, 1}) +
                     "\x08\x03"
                     "abc"
                     "\x09"),
               2);  // 8 bits
  expect_error(Sized("\x02" + Plain({2, 1}) +
                     "\x02\x02"
                     "ab"
                     "\x09"),
               2);  // number 2 of 2
  expect_error(Sized("\x02" + Plain({2, 1}) +
                     "\x02\x03"
                     "abc"
                     "\x09\x09"),
               2);  // too many
  expect_error(Sized("\x02" + Plain({2, 4}) +
                     "\x02\x03"
                     "abc"
                     "\x09"),
               2);  // too few
}

TEST(StringsTest, EachIdIsOneOfItsDictionary) {
  const std::string texts = Sized("\x01" + Plain({1, 2}) + "abb");
  const auto decode = [&](const std::string& ids) {
    return DecodeStrings(Sized("\x03\x02" + texts + ids), 40);
  };
  for (const int8_t wrong : {2, 127, -1, -128}) {
    for (const size_t place : {0, 13, 39}) {
      std::vector<int8_t> ids(40, 1);
      ids[place] = wrong;
      EXPECT_EQ(decode(Plain(ids)), "error: id " + std::to_string(wrong) + " in a dictionary of 2");
    }
  }
  for (const int64_t wrong : {INT32_MAX, INT32_MIN, INT32_MIN + 1}) {
    EXPECT_EQ(decode(Constant(wrong)),
              "error: id " + std::to_string(wrong) + " in a dictionary of 2");
  }
}

TEST(StringsTest, DictionaryWithAValueTwiceStillFindsIt) {
  Padded padded(Sized("\x03\x03" + Sized("\x01" + Plain({1, 1, 1}) + "aba") + Plain({2, 0, 1})));
  StringsPtr strings = OpenStrings(&padded.input, 3);
  EXPECT_EQ(strings->IdOf("a"), Strings::kManyIds);
  EXPECT_EQ(strings->IdOf("b"), 1);
  EXPECT_EQ(strings->IdOf("c"), Strings::kNoId);
}

TEST(StringsTest, GreatClaimsOfFewBytesTakeNoMemory) {
  // 2^27 strings of 2^20 bytes each.
  std::string constant = Sized(std::string(1, '\0') + Uvarint(1 << 20) + std::string(1 << 20, 'x'));
  EXPECT_EQ(DecodeStrings(constant, 1 << 27), "too large");
  // A dictionary of 2^27 entries that are all the same.
  std::string one = Sized(std::string("\x00\x01", 2) + "x");
  Padded padded(Sized("\x03" + Uvarint(1 << 27) + one + Constant((1 << 27) - 1)));
  StringsPtr strings = OpenStrings(&padded.input, 1 << 27);
  EXPECT_TRUE(strings->Equals(12345, "x"));
  EXPECT_EQ(strings->ids(), nullptr);
}

/// Reads a whole node. Returns the values, or the error.
std::string DecodeNode(const char* type_text, const std::string& node, int64_t n) {
  Padded padded(node);
  Budget budget;
  budget.Set(1 << 20);
  Type type = *Type::Parse(type_text);
  try {
    NodePtr root = OpenNode(&padded.input, type, n, &budget);
    padded.input.ExpectEnd("the node");
    Vector vector(type);
    root->Read(Rows::Range(0, n), {}, &vector);
    return std::to_string(vector.length) + " " + std::to_string(vector.null_count);
  } catch (const CorruptData& e) {
    return "error: " + e.message();
  } catch (const TooLarge&) {
    return "too large";
  }
}

std::string Present(const std::string& body) { return Sized(std::string(1, '\0') + body); }

TEST(NodesTest, PresenceIsChecked) {
  EXPECT_EQ(DecodeNode("int", Sized("\x01"), 9), "9 9");
  EXPECT_EQ(DecodeNode("int", Sized("\x02\x05" + Constant(1)), 3), "3 1");
  EXPECT_EQ(DecodeNode("int", Sized("\x03\x03" + Plain({0, 1, 2}) + Constant(1)), 3), "3 1");
  EXPECT_EQ(DecodeNode("int", Sized("\x02\x0D" + Constant(1)), 3),
            "error: bits behind the last value are set");
  EXPECT_EQ(DecodeNode("int", Sized("\x03\x03" + Plain({1, 0, 2}) + Constant(1)), 3),
            "error: a run of 0 values");
  EXPECT_EQ(DecodeNode("int", Sized("\x03\x02" + Plain({1, 1}) + Constant(1)), 3),
            "error: runs of 2 values, 3 are wanted");
  EXPECT_EQ(DecodeNode("int", Sized("\x04"), 3), "error: unknown presence 4");
  EXPECT_EQ(DecodeNode("array<int>", Present(Constant(0) + Sized(std::string(1, '\0'))), 3), "3 0");
}

TEST(NodesTest, ValuesStayInTheRangeOfTheirType) {
  EXPECT_EQ(DecodeNode("boolean", Present(Constant(2)), 1), "error: a boolean of 2");
  EXPECT_EQ(DecodeNode("tinyint", Present(Constant(128)), 1),
            "error: a number beyond the range of tinyint");
  EXPECT_EQ(DecodeNode("smallint", Present(Constant(-32768)), 1), "1 0");
  EXPECT_EQ(DecodeNode("timestamp", Present(Constant(0) + Constant(1'000'000'000)), 1),
            "error: 1000000000 nanoseconds in a timestamp");
}

TEST(NodesTest, GreatClaimsOfFewBytesTakeNoMemory) {
  // Lists of 2^24 NULLs, and of more than the format allows.
  std::string nulls = Sized("\x01");
  EXPECT_EQ(DecodeNode("array<int>", Present(Constant(1 << 24) + nulls), 1), "too large");
  EXPECT_EQ(DecodeNode("array<int>", Present(Constant((1 << 24) + 1) + nulls), 1).substr(0, 5),
            "error");
}

TEST(NodesTest, MapKeysAreNotNull) {
  std::string nulls = Sized("\x01");
  EXPECT_EQ(
      DecodeNode("map<string,int>", Present(std::string(1, 0) + Constant(1) + nulls + nulls), 1),
      "error: a map with a NULL key");
}

TEST(NodesTest, LookUpReadsTheColumnOfItsKeyAlone) {
  // {a:1, b:2}, {b:4, x:9}, {a:3}, as in FORMAT.md; the column of b is damaged.
  const std::string zero(1, 0);
  const std::string shapes = Sized("\x01" + Plain({2, 2, 1}) + zero + "\x01\x01\x02" + zero);
  const std::string keys = Present(Sized("\x01" + Constant(1) + "ab"));
  const std::string maps = Present("\x01\x02" + keys + Plain({2, 2, 1}) + shapes +
                                   Present(Plain({1, 3})) + Present(Sized("\x05\x09\x02\x04")) +
                                   Present(Sized(zero + "\x01x")) + Present(Constant(9)));
  Padded padded(maps);
  Budget budget;
  budget.Set(1 << 20);
  const Type type = *Type::Parse("map<string,int>");
  NodePtr root = OpenNode(&padded.input, type, 3, &budget);
  for (const auto& [key, wanted] : std::vector<std::pair<std::string, std::vector<int64_t>>>{
           {"a", {1, -1, 3}}, {"x", {-1, 9, -1}}, {"no", {-1, -1, -1}}}) {
    PathStep step{true, 0, {true, key, 0}};
    Vector found(*Type::Parse("int"));
    root->Read(Rows::Range(0, 3), {&step, 1}, &found);
    for (int64_t i = 0; i < 3; i++) {
      EXPECT_EQ(found.IsNull(i) ? -1 : found.integer(i), wanted[static_cast<size_t>(i)]) << key;
    }
  }
  PathStep step{true, 0, {true, "b", 0}};
  Vector found(*Type::Parse("int"));
  EXPECT_THROW(root->Read(Rows::Range(0, 3), {&step, 1}, &found), CorruptData);
  Vector whole(type);
  EXPECT_THROW(root->Read(Rows::Range(0, 3), {}, &whole), CorruptData);
}

TEST(NodesTest, ShapesOfMapsAreChecked) {
  const std::string zero(1, 0);
  const auto decode = [&](const std::vector<int8_t>& counts, const std::string& shapes) {
    return DecodeNode(
        "map<string,int>",
        Present("\x01\x02" + Present(Sized("\x01" + Constant(1) + "ab")) + Plain(counts) + shapes +
                Present(Plain({1, 3})) + Present(Plain({2, 4})) + Present(Sized(zero + "\x01x")) +
                Present(Constant(9))),
        3);
  };
  const std::vector<int8_t> counts = {2, 2, 1};
  // One behind the other, and as a dictionary.
  for (const bool has_dictionary : {false, true}) {
    const auto shapes = [&](const std::string& first, const std::string& second,
                            const std::string& third) {
      const auto length = [](const std::string& shape) {
        return static_cast<int8_t>(shape.size());
      };
      const std::vector<int8_t> lengths = {length(first), length(second), length(third)};
      const std::string plain = Sized("\x01" + Plain(lengths) + first + second + third);
      return has_dictionary ? Sized("\x03" + Uvarint(3) + plain + Plain({0, 1, 2})) : plain;
    };
    EXPECT_EQ(decode(counts, shapes(zero + "\x01", "\x01\x02", zero)), "3 0");
    EXPECT_EQ(decode(counts, shapes(zero + zero, "\x01\x02", "\x01")),
              "error: a map has the key of column 0 twice");
    EXPECT_EQ(decode(counts, shapes(zero + "\x01", "\x01\x03", zero)),
              "error: column 3 of a map that has 2");
    EXPECT_EQ(decode(counts, shapes(zero + "\x01", "\x02\x02", zero)),
              "error: column 1 of a map has 1 entries, not 2");
  }
}

TEST(NodesTest, RangesOfManyMapsHaveTheirEntries) {
  // Map i is {a:7, b:i%100}, but every third {a:7, x:9}.
  constexpr int kMaps = 3000;
  const std::string zero(1, 0);
  std::vector<int8_t> ids;
  std::vector<int8_t> values;
  for (int i = 0; i < kMaps; i++) {
    ids.push_back(i % 3 == 0 ? 1 : 0);
    if (i % 3 != 0) {
      values.push_back(static_cast<int8_t>(i % 100));
    }
  }
  const std::string counts = Sized("\x05\x02\xB8\x0B\xD0\x07\xE8\x03");  // 3,000, 2,000 and 1,000
  const std::string dictionary = Sized("\x01" + Constant(2) + zero + "\x01" + zero + "\x02");
  const std::string maps =
      Present("\x01\x02" + Present(Sized("\x01" + Constant(1) + "ab")) + counts +
              Sized("\x03" + Uvarint(2) + dictionary + Plain(ids)) + Present(Constant(7)) +
              Present(Plain(values)) + Present(Sized(zero + "\x01x")) + Present(Constant(9)));
  const Type type = *Type::Parse("map<string,int>");
  for (const auto& [first, count] : std::vector<std::pair<int, int>>{
           {0, 3000}, {1, 2999}, {500, 1024}, {1024, 1976}, {2999, 1}}) {
    Padded padded(maps);
    Budget budget;
    budget.Set(1 << 20);
    NodePtr root = OpenNode(&padded.input, type, kMaps, &budget);
    Vector found(type);
    root->Read(Rows::Range(first, count), {}, &found);
    ASSERT_EQ(found.length, count);
    ASSERT_EQ(found.children[0].length, 2 * count);
    for (int i = 0; i < count; i++) {
      const bool has_x = (first + i) % 3 == 0;
      EXPECT_EQ(found.offsets.as<int32_t>()[i], 2 * i);
      EXPECT_EQ(found.children[0].bytes(2 * i), "a");
      EXPECT_EQ(found.children[1].integer(2 * i), 7);
      EXPECT_EQ(found.children[0].bytes(2 * i + 1), has_x ? "x" : "b");
      EXPECT_EQ(found.children[1].integer(2 * i + 1), has_x ? 9 : (first + i) % 100);
    }
  }
}

TEST(NodesTest, LastOfEqualKeysAnswersALookUp) {
  // {a:1, bb:2}, {}, {a:3, c:4, a:5}, NULL, {bb:6}; the keys have no dictionary.
  std::string keys = Present(Sized("\x01" + Plain({1, 2, 1, 1, 1, 2}) + "abbacabb"));
  std::string values = Present(Plain({1, 2, 3, 4, 5, 6}));
  std::string maps = Sized("\x02\x17" + std::string(1, 0) + Plain({2, 0, 3, 1}) + keys + values);
  Padded padded(maps);
  Budget budget;
  budget.Set(1 << 20);
  NodePtr root = OpenNode(&padded.input, *Type::Parse("map<string,int>"), 5, &budget);
  for (const auto& [key, wanted] : std::vector<std::pair<std::string, std::vector<int64_t>>>{
           {"a", {1, -1, 5, -1, -1}}, {"bb", {2, -1, -1, -1, 6}}, {"b", {-1, -1, -1, -1, -1}}}) {
    PathStep step{true, 0, {true, key, 0}};
    Vector found(*Type::Parse("int"));
    root->Read(Rows::Range(0, 5), {&step, 1}, &found);
    const int32_t some[] = {0, 2, 4};
    root->Read(Rows::List(some, 3), {&step, 1}, &found);
    ASSERT_EQ(found.length, 8);
    for (int64_t i = 0; i < 8; i++) {
      int64_t value = found.IsNull(i) ? -1 : found.integer(i);
      EXPECT_EQ(value, wanted[static_cast<size_t>(i < 5 ? i : some[i - 5])]) << key << " " << i;
    }
  }
}

TEST(NodesTest, UnionTagsAreChecked) {
  std::string one = Present(Constant(5));
  EXPECT_EQ(
      DecodeNode("uniontype<int,int>", Present(Constant(1) + Sized(std::string(1, '\0')) + one), 1),
      "1 0");
  EXPECT_EQ(DecodeNode("uniontype<int,int>", Present(Constant(2) + one + one), 1),
            "error: tag 2 in a union of 2 branches");
}

}  // namespace
}  // namespace cif::internal

// Defaults of columns as table files have them: texts that are exactly values of the type.

#include "scan/default_value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace cif::test {
namespace {

using internal::DefaultValue;

template <typename T>
void Expect(const std::string& type, const std::string& text, const T& value) {
  const std::optional<Literal> found = DefaultValue(*Type::Parse(type), text);
  ASSERT_TRUE(found) << type << " of '" << text << "'";
  EXPECT_EQ(std::get<T>(*found), value) << type << " of '" << text << "'";
}

void ExpectNone(const std::string& type, const std::string& text) {
  EXPECT_FALSE(DefaultValue(*Type::Parse(type), text)) << type << " of '" << text << "'";
}

TEST(DefaultValueTest, IntegersAndBooleans) {
  Expect<int64_t>("tinyint", " -128 ", -128);
  Expect<int64_t>("smallint", "+32767", 32767);
  Expect<int64_t>("int", "2147483647", 2147483647);
  Expect<int64_t>("bigint", "-9223372036854775808", INT64_MIN);
  Expect<int64_t>("boolean", "TRUE", 1);
  Expect<int64_t>("boolean", "f", 0);
  for (const char* text : {"128", "-129", "", "1.0", "0x1", "1 2", "+-1", "+"}) {
    ExpectNone("tinyint", text);
  }
  ExpectNone("bigint", "9223372036854775808");
  ExpectNone("boolean", "yes");
}

TEST(DefaultValueTest, FloatingNumbers) {
  Expect<double>("double", "1.5", 1.5);
  Expect<double>("double", "-.5e3", -500);
  Expect<double>("double", "1.0E10", 1e10);
  Expect<double>("double", "-Infinity", -INFINITY);
  Expect<double>("float", "0.1", static_cast<double>(0.1F));
  EXPECT_TRUE(std::isnan(std::get<double>(*DefaultValue(*Type::Parse("double"), "NaN"))));
  for (const char* text :
       {"", "1f", "1d", "0x1p3", "nan", "inf", "infinity", "1e999", "e5", "1e"}) {
    ExpectNone("double", text);
  }
  ExpectNone("float", "1e39");
}

TEST(DefaultValueTest, Decimals) {
  Expect<int128>("decimal(5,2)", "1.5", 150);
  Expect<int128>("decimal(5,2)", "-999.990", -99999);
  Expect<int128>("decimal(5,2)", "+0.01", 1);
  Expect<int128>("decimal(5,2)", "12e1", 12000);
  Expect<int128>("decimal(5,2)", "1200e-3", 120);
  Expect<int128>("decimal(5,2)", "0e999999999", 0);
  Expect<int128>("decimal(38,0)", std::string(38, '9'), [] {
    int128 value = 0;
    for (int i = 0; i < 38; i++) {
      value = value * 10 + 9;
    }
    return value;
  }());
  for (const char* text : {"1.005", "1000", "1e9", "1e999999999", "1e-999999999", "1e99999999999",
                           ".", "", "1.2.3", "1,2", "NaN"}) {
    ExpectNone("decimal(5,2)", text);
  }
  ExpectNone("decimal(5,2)", std::string(1001, '0'));
}

TEST(DefaultValueTest, Texts) {
  Expect<std::string>("string", " a ", " a ");
  Expect<std::string>("string", "", "");
  Expect<std::string>("varchar(3)", "äöü", "äöü");
  Expect<std::string>("char(3)", "ab    ", "ab");
  ExpectNone("varchar(3)", "abc ");
  ExpectNone("char(3)", "abcd");
  Expect<std::string>("binary", "AAH/", std::string("\0\1\xff", 3));
  Expect<std::string>("binary", "YQ==", "a");
  Expect<std::string>("binary", "YWI", "ab");
  for (const char* text : {"Y", "YQ=", "YWI==", "Y Q=", "*"}) {
    ExpectNone("binary", text);
  }
}

TEST(DefaultValueTest, DatesAndTimes) {
  Expect<int64_t>("date", "1970-01-02", 1);
  Expect<int64_t>("date", "-0001-12-31", -719529);
  Expect<Timestamp>("timestamp", "1970-01-01 00:00:01.5", Timestamp{1, 500000000});
  Expect<Timestamp>("timestamp", "1970-01-01T00:01", Timestamp{60, 0});
  Expect<Timestamp>("timestamp", "1969-12-31", Timestamp{-86400, 0});
  Expect<Timestamp>("timestamp with local time zone", "1970-01-01 01:00:00.000000001 +01:00",
                    Timestamp{0, 1});
  Expect<Timestamp>("timestamp with local time zone", "1970-01-01T00:00:00Z", Timestamp{0, 0});
  Expect<Timestamp>("timestamp with local time zone", "1970-01-01 00:00:00", Timestamp{0, 0});
  for (const char* text : {"1970-1-2", "1970-02-30", "1970-01-01x", "19700-01-01", "today", ""}) {
    ExpectNone("date", text);
  }
  for (const char* text :
       {"1970-01-01 24:00:00", "1970-01-01 1:00:00", "1970-01-01 00:00:60", "1970-01-01 00:00:00Z",
        "1970-01-01 00", "1970-01-01 00:00:00.1234567891"}) {
    ExpectNone("timestamp", text);
  }
}

TEST(DefaultValueTest, ComplexTypesHaveNone) { ExpectNone("array<int>", "[]"); }

}  // namespace
}  // namespace cif::test

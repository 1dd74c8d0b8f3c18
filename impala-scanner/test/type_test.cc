// Types and literals as text.

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "cif/predicate.h"
#include "cif/type.h"
#include "scan/projection.h"
#include "util/failure.h"

namespace cif {
namespace {

TEST(TypesTest, GiveBackTheirText) {
  for (const char* text :
       {"boolean", "timestamp with local time zone", "decimal(38,10)", "varchar(65535)", "char(1)",
        "map<int,array<string>>", "uniontype<int,struct<a:string,`b:c`:int>>",
        "struct<a:struct<`x``y`:date>,b c:binary>"}) {
    Result<Type> type = Type::Parse(text);
    ASSERT_TRUE(type.ok()) << text << ": " << type.error().message;
    EXPECT_EQ(type->ToString(), text);
    EXPECT_TRUE(*type == *Type::Parse(text));
  }
}

TEST(TypesTest, OfOtherTextAreErrors) {
  for (const char* text :
       {"", "integer", "decimal(39,0)", "decimal(5,6)", "char(256)", "varchar(0)", "array<int",
        "array<int,int>", "map<int>", "map<array<int>,int>", "struct<>", "struct<a>", "int x",
        "struct<`a:int>", "uniontype<>", "decimal(1)"}) {
    EXPECT_FALSE(Type::Parse(text).ok()) << text;
  }
}

TEST(TypesTest, NestAtMost64Deep) {
  auto nested = [](int depth) {
    std::string text;
    for (int i = 1; i < depth; i++) {
      text += "array<";
    }
    return Type::Parse(text + "int" + std::string(static_cast<size_t>(depth - 1), '>'));
  };
  EXPECT_TRUE(nested(64).ok());
  EXPECT_FALSE(nested(65).ok());
  EXPECT_FALSE(nested(100000).ok());
}

Literal Parsed(const char* type, const char* text) {
  Result<Literal> literal = ParseLiteral(*Type::Parse(type), text);
  EXPECT_TRUE(literal.ok()) << type << " " << text;
  return literal.ok() ? *literal : Literal();
}

TEST(LiteralsTest, OfEveryClass) {
  EXPECT_EQ(Parsed("int", "-12"), Literal(int64_t{-12}));
  EXPECT_EQ(Parsed("boolean", "true"), Literal(int64_t{1}));
  EXPECT_EQ(Parsed("date", "1970-01-02"), Literal(int64_t{1}));
  EXPECT_EQ(Parsed("date", "2026-11-21"), Literal(int64_t{20778}));
  EXPECT_EQ(Parsed("date", "1600-02-29"), Literal(int64_t{-135081}));
  EXPECT_EQ(Parsed("double", "1.5e3"), Literal(1500.0));
  EXPECT_EQ(Parsed("double", "-1e+3"), Literal(-1000.0));
  EXPECT_EQ(Parsed("float", "-.1"), Literal(static_cast<double>(-0.1F)));
  EXPECT_EQ(Parsed("double", "inf"), Literal(std::numeric_limits<double>::infinity()));
  EXPECT_EQ(Parsed("decimal(10,2)", "-1.5"), Literal(int128{-150}));
  EXPECT_EQ(Parsed("decimal(10,2)", "7"), Literal(int128{700}));
  EXPECT_EQ(Parsed("decimal(10,2)", "7.100"), Literal(int128{710}));
  EXPECT_EQ(Parsed("string", "a b "), Literal(std::string("a b ")));
  EXPECT_EQ(Parsed("char(5)", "a  "), Literal(std::string("a")));
  EXPECT_EQ(Parsed("timestamp", "1970-01-01 00:00:01.5"), Literal(Timestamp{1, 500'000'000}));
  EXPECT_EQ(Parsed("timestamp", "1969-12-31 23:59:59"), Literal(Timestamp{-1, 0}));
}

TEST(TypesTest, FieldsOfExactlyTheNameComeFirst) {
  const Type type = *Type::Parse("struct<x:int,X:int,Ab:int,aB:int,c:int>");
  EXPECT_EQ(type.FindField("x"), 0);
  EXPECT_EQ(type.FindField("X"), 1);
  EXPECT_EQ(type.FindField("aB"), 3);
  EXPECT_EQ(type.FindField("C"), 4);
  EXPECT_EQ(type.FindField("d"), -1);
  EXPECT_EQ(type.FindField("ab"), Type::kAmbiguous);
}

TEST(TypesTest, AFieldThatMayBeSeveralIsAnError) {
  Step step;
  step.field = "ab";
  EXPECT_THROW(internal::ResolvePath(*Type::Parse("struct<Ab:int,aB:int>"), {step}),
               internal::Failure);
}

TEST(LiteralsTest, OfOtherTextAreErrors) {
  EXPECT_FALSE(ParseLiteral(*Type::Parse("int"), "1.5").ok());
  EXPECT_EQ(ParseLiteral(*Type::Parse("int"), std::string(100000, 'x')).error().message,
            "'" + std::string(200, 'x') + "...' of 100000 bytes is no value of type int");
  for (const char* text : {"", "+1", " 1", "1 ", "0x10", "1e999", "1e-999", "1,5", "one", "-"}) {
    EXPECT_FALSE(ParseLiteral(*Type::Parse("double"), text).ok()) << text;
  }
  EXPECT_FALSE(ParseLiteral(*Type::Parse("decimal(10,2)"), "1.555").ok());
  for (const char* text : {"", "-", ".", "-."}) {
    EXPECT_FALSE(ParseLiteral(*Type::Parse("decimal(10,2)"), text).ok()) << text;
  }
  for (const char* text : {"2026-13-01", "2021-02-29", "2021-02-31", "1900-02-29", "2026-04-31"}) {
    EXPECT_FALSE(ParseLiteral(*Type::Parse("date"), text).ok()) << text;
  }
  EXPECT_TRUE(ParseLiteral(*Type::Parse("date"), "2000-02-29").ok());
  EXPECT_FALSE(ParseLiteral(*Type::Parse("timestamp"), "2026-12-01 25:00:00").ok());
  EXPECT_FALSE(ParseLiteral(*Type::Parse("array<int>"), "1").ok());
}

}  // namespace
}  // namespace cif

// Table files: every kind of damage is an error that names it (FORMAT.md section 2.4).

#include "file/table_file.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "described_table.h"
#include "util/failure.h"

namespace cif::test {
namespace {

using internal::ParseTableFile;
using internal::PlaceOf;
using internal::TableFile;

Result<TableFile> Parsed(const std::string& bytes) {
  return internal::Guard("", "", [&]() -> Result<TableFile> { return ParseTableFile(bytes); });
}

/// Makes JSON of a table with these columns and other members.
std::string Json(const std::string& columns, const std::string& more = "") {
  return "{'formatVersion':1,'revision':3,'columns':[" + columns + "]" + more + "}";
}

const char* const kKeyed = "{'name':'N','type':'bigint','number':1}";

TEST(TableFileTest, HasColumnsKeysAndPartitions) {
  const auto table = Parsed(TableFileOf(
      "{ 'unknown' : [1], 'revision':9223372036854775807,'formatVersion':1,'writer':'w',"
      "'owner':'db.t','transactional':'insert_only','properties':{'cif.layout':'auto'},"
      "'columns':[{'name':'Id','type':'bigint','default':'7','comment':'c','number':3,"
      "'storedAs':['A','id']},{'name':'s','type':'struct<`a b`:int>','number':4},"
      "{'name':'free','type':'decimal(10,2)','later':1}],"
      "'keys':{'table':'k-1','next':9,'dropped':[{'number':1,'storedAs':['OLD']},{'number':2}]},"
      "'partitionColumns':[{'name':'dt','type':'date'},{'name':'n','type':'int'}],"
      "'partitions':[{'values':['2020-01-01',null],'location':'file:/x'}]}"));
  ASSERT_TRUE(table.ok()) << table.error().ToString();
  EXPECT_EQ(table->revision, INT64_MAX);
  EXPECT_EQ(table->key_table, "k-1");
  EXPECT_EQ(table->transactional, "insert_only");
  ASSERT_EQ(table->columns.size(), 3U);
  EXPECT_EQ(table->columns[0].name, "Id");
  EXPECT_EQ(table->columns[0].default_text, "7");
  EXPECT_EQ(table->columns[0].number, 3);
  EXPECT_EQ(table->columns[0].stored_as, (std::vector<std::string>{"a", "id"}));
  EXPECT_EQ(table->columns[1].stored_as, std::vector<std::string>{"s"})
      << "without storedAs it is the name";
  EXPECT_EQ(table->columns[1].type.ToString(), "struct<a b:int>");
  EXPECT_EQ(table->columns[2].number, 0);
  EXPECT_EQ(table->columns[2].default_text, std::nullopt);
  ASSERT_EQ(table->dropped.size(), 2U);
  EXPECT_EQ(table->dropped[0].stored_as, std::vector<std::string>{"old"});
  ASSERT_EQ(table->partition_columns.size(), 2U);
  EXPECT_EQ(table->partition_columns[0].type.ToString(), "date");
  ASSERT_EQ(table->partitions.size(), 1U);
  EXPECT_EQ(table->partitions[0].values[0], "2020-01-01");
  EXPECT_EQ(table->partitions[0].values[1], std::nullopt);
}

TEST(TableFileTest, DamageIsRefused) {
  const std::string good = TableFileOf(Json(kKeyed, ",'keys':{'table':'k','next':2}"));
  ASSERT_TRUE(Parsed(good).ok());
  for (size_t length = 0; length < good.size(); length++) {
    EXPECT_FALSE(Parsed(good.substr(0, length)).ok()) << "cut to " << length;
  }
  for (size_t at = 0; at < good.size(); at++) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    EXPECT_FALSE(Parsed(bad).ok()) << "byte " << at;
  }
  EXPECT_FALSE(Parsed(good + "\n").ok());
  EXPECT_FALSE(Parsed("CIF1" + good.substr(5)).ok()) << "a schema file's header";
}

TEST(TableFileTest, UnknownVersionsAndFeaturesAreRefusedByName) {
  const std::string good = TableFileOf(Json(kKeyed, ",'keys':{'table':'k','next':2}"));
  const auto version = Parsed("CIFT2" + good.substr(5));
  ASSERT_FALSE(version.ok());
  EXPECT_EQ(version.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(version.error().message.find("version 2"), std::string::npos);
  const auto feature = Parsed(TableFileOf(Json("", ",'requires':['row ids']")));
  ASSERT_FALSE(feature.ok());
  EXPECT_EQ(feature.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(feature.error().message.find("'row ids'"), std::string::npos);
  EXPECT_TRUE(Parsed(TableFileOf(Json("", ",'requires':[]"))).ok());
}

TEST(TableFileTest, WrongMembersAreRefusedByName) {
  const std::string column = "{'name':'n','type':'int'}";
  const std::string keys = ",'keys':{'table':'k','next':9}";
  const auto keyed = [](const std::string& name, const std::string& more) {
    return "{'name':'" + name + "','type':'int'," + more + "}";
  };
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"[]", "no JSON object"},
      {"{'formatVersion':1", "no JSON object"},
      {"{}", "'formatVersion'"},
      {"{'formatVersion':2,'revision':1,'columns':[]}", "formatVersion"},
      {"{'formatVersion':1,'columns':[]}", "'revision'"},
      {"{'formatVersion':1,'revision':0,'columns':[]}", "'revision'"},
      {"{'formatVersion':1,'revision':1.5,'columns':[]}", "'revision'"},
      {"{'formatVersion':1,'revision':9223372036854775808,'columns':[]}", "'revision'"},
      {"{'formatVersion':1,'revision':1}", "'columns'"},
      {"{'formatVersion':1,'revision':1,'columns':{}}", "'columns' is no list"},
      {Json(column, ",'revision':4"), "'revision' occurs twice"},
      {Json("{'name':'n','type':'int','name':'m'}"), "'name' occurs twice"},
      {Json(column, ",'owner':7"), "'owner'"},
      {Json(column, ",'writer':7"), "'writer'"},
      {Json(column, ",'transactional':true"), "'transactional'"},
      {Json(column, ",'requires':'x'"), "'requires'"},
      {Json(column, ",'properties':[]"), "'properties'"},
      {Json(column, ",'properties':{'cif.a':1}"), "'cif.a'"},
      {Json(column, ",'properties':{'layout':'auto'}"), "'layout'"},
      {Json("7"), "'columns' has something"},
      {Json("{'type':'int'}"), "'name'"},
      {Json("{'name':'','type':'int'}"), "needs a name"},
      {Json("{'name':'n'}"), "'type'"},
      {Json("{'name':'n','type':'int32'}"), "int32"},
      {Json("{'name':'n','type':'struct<a:int'}"), "'n'"},
      {Json("{'name':'n','type':'int','default':7}"), "'default'"},
      {Json("{'name':'n','type':'array<int>','default':'[]'}"), "a default"},
      {Json("{'name':'n','type':'int','comment':7}"), "'comment'"},
      {Json("{'name':'n','type':'int'},{'name':'N','type':'int'}"), "two columns of one name"},
      {Json(column, ",'partitionColumns':[{'name':'N','type':'int'}]"), "two columns of one name"},
      {Json(column, ",'partitionColumns':[{'name':'p','type':'array<int>'}]"), "'p'"},
      {Json(column, ",'partitionColumns':{}"), "'partitionColumns'"},
      {Json(keyed("n", "'number':1")), "no 'keys'"},
      {Json(keyed("n", "'storedAs':['a']"), keys), "no number"},
      {Json(keyed("n", "'number':0"), keys), "'number'"},
      {Json(keyed("n", "'number':2147483648"), keys), "'number'"},
      {Json(keyed("n", "'number':9"), keys), "not below 'next'"},
      {Json(keyed("n", "'number':1") + "," + keyed("m", "'number':1"), keys), "occurs twice"},
      {Json(keyed("n", "'number':1,'storedAs':['M']") + "," + keyed("m", "'number':2"), keys),
       "'m' of 'storedAs' means two"},
      {Json(keyed("n", "'number':1,'storedAs':7"), keys), "'storedAs'"},
      {Json(keyed("n", "'number':1,'storedAs':[7]"), keys), "'storedAs'"},
      {Json(column, ",'keys':7"), "'keys'"},
      {Json(column, ",'keys':{'next':9}"), "'table'"},
      {Json(column, ",'keys':{'table':'a/b','next':9}"), "'a/b'"},
      {Json(column, ",'keys':{'table':'k'}"), "'next'"},
      {Json(column, ",'keys':{'table':'k','next':9,'dropped':[{}]}"), "'number'"},
      {Json(column, ",'keys':{'table':'k','next':9,'dropped':[{'number':9}]}"), "'next'"},
      {Json(column, ",'partitions':[7]"), "'partitions'"},
      {Json(column, ",'partitions':[{'values':['a'],'location':'x'}]"), "1 values"},
      {Json(column, ",'partitions':[{'values':[]}]"), "'location'"},
      {Json(column,
            ",'partitionColumns':[{'name':'p','type':'int'}],"
            "'partitions':[{'values':[7],'location':'x'}]"),
       "neither a text nor null"},
  };
  for (const auto& [json, named] : cases) {
    const auto table = Parsed(TableFileOf(json));
    ASSERT_FALSE(table.ok()) << json;
    EXPECT_NE(table.error().message.find(named), std::string::npos)
        << json << ": " << table.error().message;
    EXPECT_NE(table.error().message.find("table file"), std::string::npos) << json;
    EXPECT_EQ(table.error().code, ErrorCode::kCorrupt) << json;
  }
  EXPECT_FALSE(Parsed(TableFileOf(Json("{'name':'\xff','type':'int'}"))).ok()) << "no UTF-8";
  EXPECT_FALSE(Parsed(TableFileOf(std::string(2000, '['))).ok()) << "nested too deep";
}

TEST(TableFileTest, TheFolderOfATableIsTheNearestWithAnotherName) {
  const auto place = [](const std::string& folder) {
    const internal::TablePlace found = PlaceOf(folder);
    return found.folder + " " + std::to_string(found.prefix) + (found.is_base ? " base" : "");
  };
  EXPECT_EQ(place("/w/t"), "/w/t 4");
  EXPECT_EQ(place("/w/t/dt=1"), "/w/t 4");
  EXPECT_EQ(place("/w/t/dt=1/n=2"), "/w/t 4");
  EXPECT_EQ(place("/w/t//dt=1/./n=2"), "/w/t 4");
  EXPECT_EQ(place("/w/t/dt=1/base_5"), "/w/t 4 base");
  EXPECT_EQ(place("/w/t/base_0000005_v0000017"), "/w/t 4 base");
  EXPECT_EQ(place("/w/t/base_5/dt=1"), "/w/t 4") << "what is given is no base";
  EXPECT_EQ(place("/w/t/base_"), "/w/t/base_ 10");
  EXPECT_EQ(place("/w/t/base_5x"), "/w/t/base_5x 12");
  EXPECT_EQ(place("/w/t/database_5"), "/w/t/database_5 15");
  EXPECT_EQ(place("/w/t/=1"), "/w/t/=1 7") << "a folder without a key";
  EXPECT_EQ(place("t/dt=1"), "t 1");
  EXPECT_EQ(place("dt=1"), ". 0");
  EXPECT_EQ(place("/dt=1"), "/ 1");
  EXPECT_EQ(place("/"), "/ 1");
  EXPECT_EQ(place("."), ". 1");
  EXPECT_EQ(place(".."), ".. 2");
}

}  // namespace
}  // namespace cif::test

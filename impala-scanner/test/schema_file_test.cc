// Schema files read without a JSON tree of their columns: the result is that of the parser.

#include "file/schema_file.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <optional>
#include <random>
#include <string>

#include "file/long_members.h"
#include "file/schema_cache.h"
#include "util/crc32c.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

std::string Quoted(std::string text) {
  for (char& c : text) {
    c = c == '\'' ? '"' : c;
  }
  return text;
}

/// Makes an element of `columns` with statistics of parts and filters, in a file of its own or in
/// one of two groups.
std::string Entry(int id, const std::string& name) {
  const std::string number = std::to_string(id);
  const bool in_group = id % 5 > 1;
  std::string entry = "{'id':" + number + ",'name':'" + name + "','file':'" +
                      (in_group ? std::to_string(id % 2) + "-group" : number + "-c") +
                      ".col','length':1099511627776";
  entry += in_group ? ",'footerOffset':" + std::to_string(70 * id) : "";
  entry += ",'footerLength':60,'footerCrc32c':'0123abcd','rawBytes':" + std::to_string(8 * id);
  entry += id % 5 == 0
               ? ",'parts':{'file':'_" + number + "-c.parts','length':9,'crc32c':'00000001'}"
               : "";
  const std::string file = "'file':'_" + number + "-c";
  const std::string rest = ".filters','length':900,'indexLength':40,'indexCrc32c':'0a0b0c0d'}";
  entry += id % 3 == 0
               ? ",'filters':[{" + file + rest + ",{'with':[1,2]," + file + ".with1-2" + rest + "]"
               : "";
  entry += id % 4 == 0 ? ",'summary':{'statistics':'AAc=','registers':'ihHHGps+/w==','longest':12}"
           : id % 4 == 1 ? ",'summary':{'statistics':'AA','hashes':'','trues':7}"
                         : "";
  return entry + "}";
}

/// Makes the JSON of a schema file in the writer's form for many columns.
std::string Json(int columns, const std::string& name, const std::string& rows = "1000") {
  std::string fields;
  std::string entries;
  for (int id = 1; id <= columns; id++) {
    const std::string column = name + std::to_string(id);
    fields += (id > 1 ? ",{'name':'" : "{'name':'") + column +
              "','type':['null','long'],'default':null,'cif.id':" + std::to_string(id) + "}";
    entries += (id > 1 ? "," : "") + Entry(id, column);
  }
  return Quoted(
      "{'formatVersion':1,'requires':['groups','changes','deletes'],'writer':'a','rows':" + rows +
      ",'deletes':{'file':'_a.deletes','length':15,'crc32c':'0123abcd','rows':3}"
      ",'schema':{'type':'record','name':'row','fields':[" +
      fields + "]},'columns':[" + entries +
      "],'changes':[{'id':'c1','up':2,'deletes':{'file':'_c1.deletes','length':17,"
      "'crc32c':'00000001','rows':4},'schema':{'type':'record','name':'row',"
      "'fields':[{'name':'" +
      name +
      "1','type':['null','long'],'cif.id':1}]},'columns':["
      "{'id':1,'name':'" +
      name +
      "1','file':'1-c.g1.col','length':77,'footerLength':20,"
      "'footerCrc32c':'00000003','rawBytes':4}]}]}");
}

/// Reads a schema file; empty if it is refused.
std::optional<SchemaFile> Parsed(const std::string& json) {
  char head[64];
  std::snprintf(head, sizeof(head), "CIF1 %zu %08x\n", json.size(),
                Crc32c(reinterpret_cast<const uint8_t*>(json.data()), json.size()));
  try {
    return ParseSchemaFile(head + json + "\n");
  } catch (const Failure&) {
    return std::nullopt;
  }
}

/// Adds a space behind the brace, so that the whole JSON is parsed.
std::string Spaced(const std::string& json) { return json.substr(0, 1) + " " + json.substr(1); }

std::string Text(const std::vector<Column>& columns) {
  std::string text;
  for (const Column& c : columns) {
    text += std::to_string(c.id) + " " + c.name + " " + c.type.ToString() + " " + c.file + " " +
            std::to_string(c.file_length) + " " + std::to_string(c.footer_offset) + " " +
            std::to_string(c.footer_length) + " " + std::to_string(c.footer_crc) + " " +
            std::to_string(c.raw_bytes);
    for (const FilterEntry& entry : c.filters) {
      text += " " + entry.file + " " + std::to_string(entry.length) + " " +
              std::to_string(entry.index_length) + " " + std::to_string(entry.index_crc);
      for (int32_t id : entry.with) {
        text += "," + std::to_string(id);
      }
    }
    text += "\n";
  }
  return text;
}

std::string Text(const DeletesEntry& deletes) {
  return deletes.file + " " + std::to_string(deletes.length) + " " + std::to_string(deletes.crc) +
         " " + std::to_string(deletes.rows) + "\n";
}

std::string Text(const std::optional<SchemaFile>& file) {
  if (!file) {
    return "refused";
  }
  std::string text = std::to_string(file->schema.rows) + "\n" + Text(file->schema.deletes) +
                     Text(file->schema.columns);
  for (const Change& change : file->changes) {
    text += change.id + " " + std::to_string(change.up) + "\n" + Text(change.deletes) +
            Text(change.columns);
  }
  return text;
}

TEST(SchemaFileTest, ManyColumnsAreReadAsByTheParser) {
  for (int columns : {5, 300}) {
    const std::string json = Json(columns, "c");
    EXPECT_TRUE(ReadLongMembers(json).has_value());
    EXPECT_FALSE(ReadLongMembers(Spaced(json)).has_value());
    ASSERT_TRUE(Parsed(json).has_value());
    EXPECT_EQ(Text(Parsed(json)), Text(Parsed(Spaced(json))));
    EXPECT_EQ(Parsed(json)->schema.Find("C3"), 2);
  }
}

TEST(SchemaFileTest, NamesHaveAnyCharacters) {
  const std::optional<SchemaFile> file = Parsed(Json(3, R"(a,b:/..` \u0000\n)"));
  ASSERT_TRUE(file.has_value());
  const std::string name("a,b:/..` \0\n", 11);
  for (int i = 0; i < 3; i++) {
    EXPECT_EQ(file->schema.columns[i].name, name + std::to_string(i + 1));
    EXPECT_EQ(file->schema.Find(name + std::to_string(i + 1)), i);
  }
  EXPECT_EQ(file->schema.Find("a"), -1);
  EXPECT_EQ(file->schema.Find("a,b:/..` "), -1);
}

TEST(SchemaFileTest, MutationsAreReadOrRefusedAsByTheParser) {
  const std::string good = Json(7, "c");
  std::mt19937 random(18);
  int refused = 0;
  constexpr int kMutations = 2000;
  for (int i = 0; i < kMutations; i++) {
    std::string json = good;
    const size_t at = 1 + random() % (good.size() - 1);
    if (random() % 2 == 0) {
      json[at] = random() % 2 == 0 ? good[random() % good.size()] : static_cast<char>(random());
    } else {
      json.replace(at, random() % 200, good, 1 + random() % (good.size() - 1), random() % 200);
    }
    const std::string expected = Text(Parsed(Spaced(json)));
    ASSERT_EQ(Text(Parsed(json)), expected) << json;
    refused += expected == "refused" ? 1 : 0;
  }
  EXPECT_GT(refused, kMutations / 4);
  EXPECT_LT(refused, kMutations);
}

TEST(SchemaFileTest, FiltersThatCannotBeAreRefused) {
  const std::string good = Json(7, "c");
  ASSERT_TRUE(Parsed(good).has_value());
  const std::vector<std::pair<std::string, std::string>> edits = {
      {"'file':'_3-c.filters'", "'file':'3-c.filters'"},
      {"'file':'_3-c.filters'", "'file':'_a/b.filters'"},
      {"'file':'_3-c.filters'", "'file':'_3-c.parts'"},
      {"'file':'_3-c.filters'", "'file':'_6-c.filters'"},
      {"'file':'_3-c.filters',", ""},
      {"'length':900,", ""},
      {"'length':900,", "'length':1073741825,"},
      {"'indexLength':40", "'indexLength':893"},
      {"'indexCrc32c':'0a0b0c0d'", "'indexCrc32c':'0a0b0c0'"},
      {"'with':[1,2]", "'with':[1,3]"},
      {"'with':[1,2]", "'with':[2,2]"},
      {"'with':[1,2]", "'with':[]"},
      {"'with':[1,2]", "'with':[0]"},
      {"'with':[1,2]", "'with':['1']"},
      {"'with':[1,2]", "'with':1"}};
  for (const auto& [from, to] : edits) {
    std::string json = good;
    const size_t at = json.find(Quoted(from));
    ASSERT_NE(at, std::string::npos) << from;
    json.replace(at, from.size(), Quoted(to));
    EXPECT_FALSE(Parsed(json).has_value()) << from << " as " << to;
  }
}

TEST(SchemaFileTest, SchemasThatDifferInAByteAreTwo) {
  const std::string one = Json(300, "other");
  std::string two = one;
  for (size_t at = two.find("other300"); at != std::string::npos; at = two.find("other300", at)) {
    two[at] = 'O';
  }
  for (const std::string& json : {one, two, one, Json(300, "other", "7")}) {
    EXPECT_EQ(Text(Parsed(json)), Text(Parsed(Spaced(json))));
  }
}

TEST(SchemaFileTest, SchemasThatTakeTooMuchGoOldestFirst) {
  constexpr size_t kLength = 10 << 10;
  SchemaCache schemas(2 * kLength);
  const std::string a(kLength, 'a');
  const std::string b(kLength, 'b');
  const std::string c(kLength, 'c');
  for (const std::string& json : {a, b, b, c}) {
    schemas.Add(json, Schema());
  }
  EXPECT_EQ(schemas.At(a + "..."), nullptr);
  EXPECT_NE(schemas.At(b + "..."), nullptr);
  EXPECT_NE(schemas.At(c), nullptr);
  EXPECT_EQ(schemas.At(c.substr(1)), nullptr);
  schemas.Add(a + b + c, Schema());
  EXPECT_EQ(schemas.At(a + b + c), nullptr);
}

}  // namespace
}  // namespace cif::internal

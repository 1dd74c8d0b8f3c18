#include "json_parts.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>

namespace cif::udf {
namespace {

TEST(JsonPartsTest, ValueOfAMapIsThatOfItsKey) {
  const char* map =
      R"({"a \"b\"":1,"grün":"x\ny","n":null,"d":1.50,"s":{"k":[1,{"z":"é"}],"e":[]}})";
  EXPECT_EQ(MapValue(map, "a \"b\""), "1");
  EXPECT_EQ(MapValue(map, "grün"), "x\ny");
  EXPECT_EQ(MapValue(map, "d"), "1.50");
  EXPECT_EQ(MapValue(map, "s"), R"({"k":[1,{"z":"é"}],"e":[]})");
  EXPECT_EQ(MapValue(map, "n"), std::nullopt);
  EXPECT_EQ(MapValue(map, "k"), std::nullopt);
  EXPECT_EQ(MapValue(map, ""), std::nullopt);
  EXPECT_EQ(MapKeys(map), R"(["a \"b\"","grün","n","d","s"])");
  EXPECT_EQ(MapValue("{}", "a"), std::nullopt);
  EXPECT_EQ(MapKeys("{}"), "[]");
}

TEST(JsonPartsTest, MapByOtherKeysThanTextsIsAListOfEntries) {
  const char* map = R"([{"key":7,"value":"a"},{"key":1.50,"value":[1,2]},)"
                    R"({"key":null,"value":"n"},{"key":7,"value":"last"}])";
  EXPECT_EQ(MapValue(map, "7"), "last");
  EXPECT_EQ(MapValue(map, "1.50"), "[1,2]");
  EXPECT_EQ(MapValue(map, "1.5"), std::nullopt);
  EXPECT_EQ(MapValue(map, ""), std::nullopt);
  EXPECT_EQ(MapKeys(map), "[7,1.50,null,7]");
  EXPECT_EQ(MapKeys(R"([{"key":"2026-11-28","value":1}])"), R"(["2026-11-28"])");
  EXPECT_EQ(MapValue("[]", "7"), std::nullopt);
  EXPECT_EQ(MapKeys("[]"), "[]");
}

TEST(JsonPartsTest, ElementsAndFieldsAreFound) {
  const char* list = R"(["a",null,{"X":18446744073709551616,"y":[true,false]},-1.0E+5])";
  EXPECT_EQ(ListElement(list, 0), "a");
  EXPECT_EQ(ListElement(list, 1), std::nullopt);
  EXPECT_EQ(ListElement(list, 2), R"({"X":18446744073709551616,"y":[true,false]})");
  EXPECT_EQ(ListElement(list, 3), "-1.0E+5");
  EXPECT_EQ(ListElement(list, 4), std::nullopt);
  EXPECT_EQ(ListElement(list, -1), std::nullopt);
  std::string structure = *ListElement(list, 2);
  EXPECT_EQ(StructField(structure, "x"), "18446744073709551616");
  EXPECT_EQ(StructField(structure, "Y"), "[true,false]");
  EXPECT_EQ(StructField(structure, "z"), std::nullopt);
}

TEST(JsonPartsTest, TextsOfAnotherShapeAreErrors) {
  for (const char* text :
       {"", "x", "{", R"({"a":)", R"({"a":1)", "[1,", "\"a\"", "7", "null", "{}}"}) {
    EXPECT_THROW(MapValue(text, "none"), std::invalid_argument) << text;
    EXPECT_THROW(MapKeys(text), std::invalid_argument) << text;
    EXPECT_THROW(ListElement(text, 9), std::invalid_argument) << text;
    EXPECT_THROW(StructField(text, "none"), std::invalid_argument) << text;
  }
  EXPECT_THROW(ListElement("{}", 0), std::invalid_argument);
  EXPECT_THROW(StructField("[]", "a"), std::invalid_argument);
  EXPECT_THROW(MapValue("[1]", "a"), std::invalid_argument);
  EXPECT_THROW(MapKeys(R"([{"key":1},{}])"), std::invalid_argument);
  EXPECT_THROW(MapValue("{\"\xff\":1}", "a"), std::invalid_argument);
}

TEST(JsonPartsTest, DeepNestingNeedsNoStack) {
  std::string deep = "{\"a\":" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}";
  EXPECT_EQ(MapValue(deep, "a")->size(), 2'000'000u);
  EXPECT_EQ(MapValue(deep, "b"), std::nullopt);
}

nlohmann::ordered_json RandomValue(std::mt19937& random, int depth) {
  switch (random() % (depth == 0 ? 5 : 7)) {
    case 0:
      return nullptr;
    case 1:
      return random() % 2 == 0;
    case 2:
      return static_cast<int64_t>(random()) - (1LL << 31);
    case 3:
      return std::string(random() % 5, static_cast<char>('!' + random() % 90));
    case 4:
      return static_cast<double>(random() % 1000) / 8;
    case 5: {
      auto list = nlohmann::ordered_json::array();
      for (unsigned i = random() % 4; i > 0; i--) {
        list.push_back(RandomValue(random, depth - 1));
      }
      return list;
    }
    default: {
      auto object = nlohmann::ordered_json::object();
      for (unsigned i = random() % 4; i > 0; i--) {
        object["k" + std::to_string(random() % 6)] = RandomValue(random, depth - 1);
      }
      return object;
    }
  }
}

std::optional<std::string> Expected(const nlohmann::ordered_json& value) {
  return value.is_null()     ? std::nullopt
         : value.is_string() ? std::optional(value.get<std::string>())
                             : std::optional(value.dump());
}

TEST(JsonPartsTest, PartsAreThoseOfATree) {
  std::mt19937 random(20261128);
  for (int round = 0; round < 2000; round++) {
    auto object = nlohmann::ordered_json::object();
    auto list = nlohmann::ordered_json::array();
    for (unsigned i = random() % 5; i > 0; i--) {
      object["k" + std::to_string(random() % 6)] = RandomValue(random, 3);
      list.push_back(RandomValue(random, 3));
    }
    std::string text = object.dump(static_cast<int>(random() % 3) - 1);
    for (int k = 0; k < 7; k++) {
      std::string key = "k" + std::to_string(k);
      auto expected = object.contains(key) ? Expected(object[key]) : std::nullopt;
      EXPECT_EQ(MapValue(text, key), expected) << text;
      EXPECT_EQ(StructField(text, "K" + std::to_string(k)), expected) << text;
    }
    for (size_t i = 0; i < 6; i++) {
      EXPECT_EQ(ListElement(list.dump(), static_cast<int64_t>(i)),
                i < list.size() ? Expected(list[i]) : std::nullopt)
          << list;
    }
  }
}

TEST(JsonPartsTest, DamagedTextsAreErrorsOrAnswers) {
  std::mt19937 random(7);
  const std::string good =
      R"([{"key":"a","value":{"b":[1,2.5,"c\u00e9"]}},{"key":"d","value":null}])";
  for (int round = 0; round < 20000; round++) {
    std::string text = good.substr(0, random() % (good.size() + 1));
    for (unsigned i = random() % 3; i > 0 && !text.empty(); i--) {
      text[random() % text.size()] = static_cast<char>(random());
    }
    for (auto part : {+[](const std::string& t) { MapValue(t, "d"); },
                      +[](const std::string& t) { MapKeys(t); },
                      +[](const std::string& t) { ListElement(t, 1); },
                      +[](const std::string& t) { StructField(t, "b"); }}) {
      try {
        part(text);
      } catch (const std::invalid_argument&) {
      }
    }
  }
}

}  // namespace
}  // namespace cif::udf

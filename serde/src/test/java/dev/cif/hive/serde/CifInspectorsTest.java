package dev.cif.hive.serde;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.junit.jupiter.api.Test;

/** Hive converts rows, and then reads ours wrongly, unless inspectors of one type are equal. */
class CifInspectorsTest {
  private static final List<String> TYPES =
      List.of(
          "int",
          "decimal(5,2)",
          "array<int>",
          "array<bigint>",
          "map<string,int>",
          "map<string,array<int>>",
          "struct<a:int,b:string>",
          "struct<a:int,c:string>",
          "uniontype<int,string>",
          "uniontype<int,array<struct<x:char(3)>>>");

  private static TypeInfo type(String name) {
    return TypeInfoUtils.getTypeInfoFromTypeString(name);
  }

  @Test
  void of_sameType_givesEqualInspectors() {
    for (String name : TYPES) {
      assertEquals(CifInspectors.of(type(name)), CifInspectors.of(type(name)), name);
      assertEquals(
          CifInspectors.of(type(name)).hashCode(), CifInspectors.of(type(name)).hashCode(), name);
    }
  }

  @Test
  void of_differentTypes_givesUnequalInspectors() {
    for (String a : TYPES) {
      for (String b : TYPES) {
        if (!a.equals(b)) {
          assertNotEquals(CifInspectors.of(type(a)), CifInspectors.of(type(b)), a + " and " + b);
        }
      }
    }
  }

  @Test
  void rowInspector_sameColumns_isEqual() {
    List<TypeInfo> types = List.of(type("int"), type("map<string,int>"));
    CifRowInspector one = new CifRowInspector(List.of("a", "m"), types);
    assertEquals(one, new CifRowInspector(List.of("a", "m"), types));
    assertEquals(one.hashCode(), new CifRowInspector(List.of("a", "m"), types).hashCode());
    assertNotEquals(one, new CifRowInspector(List.of("a", "n"), types));
    assertNotEquals(one, new CifRowInspector(List.of("a"), types.subList(0, 1)));
  }
}

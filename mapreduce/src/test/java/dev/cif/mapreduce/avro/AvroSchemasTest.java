package dev.cif.mapreduce.avro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.util.List;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** Schemas survive the way to Avro's classes and back, and Avro's other types find theirs. */
class AvroSchemasTest {
  private static CifType typeOf(String avro) {
    return AvroSchemas.type(new Schema.Parser().parse(avro));
  }

  @Test
  void everyTypeSurvivesTheWayToAvroAndBack() {
    List<String> types =
        List.of(
            "boolean",
            "tinyint",
            "smallint",
            "int",
            "bigint",
            "float",
            "double",
            "decimal(38,10)",
            "string",
            "varchar(7)",
            "char(3)",
            "binary",
            "date",
            "timestamp",
            "timestamp with local time zone",
            "array<map<string,int>>",
            "map<int,array<string>>",
            "struct<a:int,b:struct<c:date>>",
            "uniontype<int,string>");
    for (String type : types) {
      CifSchema schema = CifSchema.of(List.of(new Column(7, "a column", CifType.parse(type))));
      Schema avro = AvroSchemas.toAvro(schema);
      assertEquals(schema, AvroSchemas.fromAvro(avro), type);
      assertTrue(avro.getField("a_column").schema().isNullable());
    }
  }

  @Test
  void typesThatOnlyAvroHasFindTheirs() {
    String symbols = "{'type':'enum','name':'e','symbols':['A','B']}".replace('\'', '"');
    assertEquals(CifType.STRING, typeOf(symbols));
    String fixed = "{'type':'fixed','name':'f','size':4}".replace('\'', '"');
    assertEquals(CifType.BINARY, typeOf(fixed));
    String decimal =
        fixed.replace("}", ",\"logicalType\":\"decimal\",\"precision\":5,\"scale\":2}");
    assertEquals(CifType.decimal(5, 2), typeOf(decimal));
    assertEquals(
        CifType.union(List.of(CifType.INT, CifType.STRING)),
        typeOf("[\"int\",\"null\",\"string\"]"));
    assertEquals(
        CifType.TIMESTAMP_LTZ, typeOf("{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}"));
    assertEquals(
        CifType.TIMESTAMP,
        typeOf("{\"type\":\"long\",\"logicalType\":\"local-timestamp-millis\"}"));
    assertEquals(CifType.STRING, typeOf("\"null\""));
    assertEquals(CifType.STRING, typeOf("[\"null\"]"));
  }

  @Test
  void idsAreCountedWhereAFieldHasNone() {
    Schema avro =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "r", "fields": [
                  {"name": "a", "type": "int", "cif.id": 5}, {"name": "b", "type": "int"}]}
                """);
    List<Integer> ids = AvroSchemas.fromAvro(avro).columns().stream().map(Column::id).toList();
    assertEquals(List.of(1, 2), ids);
  }

  @Test
  void recordThatHoldsItselfIsRefused() {
    String list =
        "{'type':'record','name':'n','fields':[{'name':'next','type':['null','n']}]}"
            .replace('\'', '"');
    assertThrows(IllegalArgumentException.class, () -> typeOf(list));
    Schema row = new Schema.Parser().parse(list);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> AvroSchemas.fromAvro(row));
    assertEquals("field 'next': a record n inside itself, which has no end", e.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> AvroSchemas.fromAvro(Schema.create(Schema.Type.INT)));
  }
}

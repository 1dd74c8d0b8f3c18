package dev.cif.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;

/** Statements that create the demo's tables. */
final class CrawlSql {
  private CrawlSql() {}

  /** Returns the statement for an external table over a folder of Avro files with this schema. */
  static String createAvro(String table, Path folder, Schema schema) {
    return "CREATE EXTERNAL TABLE "
        + table
        + " STORED AS AVRO LOCATION '"
        + literal(folder.toAbsolutePath().toUri().toString())
        + "' TBLPROPERTIES ('avro.schema.literal'='"
        + literal(schema.toString())
        + "')";
  }

  /** Returns the statement for a table in some format with all rows of another table. */
  static String createAs(String table, String format, String source) {
    return "CREATE TABLE " + table + " STORED AS " + format + " AS SELECT * FROM " + source;
  }

  /**
   * Returns the statement that adds a nullable string column to a table over Avro, whose schema is
   * a property.
   */
  static String addAvroColumn(String table, Schema schema, String column) {
    List<Schema.Field> fields = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      fields.add(new Schema.Field(field, field.schema()));
    }
    Schema nullable = SchemaBuilder.unionOf().nullType().and().stringType().endUnion();
    fields.add(new Schema.Field(column, nullable, null, JsonProperties.NULL_VALUE));
    Schema wider =
        Schema.createRecord(
            schema.getName(), schema.getDoc(), schema.getNamespace(), false, fields);
    return "ALTER TABLE "
        + table
        + " SET TBLPROPERTIES ('avro.schema.literal'='"
        + literal(wider.toString())
        + "')";
  }

  private static String literal(String text) {
    return text.replace("\\", "\\\\").replace("'", "\\'").replace(";", "\\;");
  }
}

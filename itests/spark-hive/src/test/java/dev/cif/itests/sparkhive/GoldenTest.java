package dev.cif.itests.sparkhive;

import static dev.cif.itests.sparkhive.SparkHive.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.DataSet;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Golden tables, which Hive's writer made, have the rows that are written beside them. Columns of
 * types that Spark lacks are left out.
 */
@Tag("nightly")
class GoldenTest {
  private static final Path TESTDATA = Path.of("../../testdata").toAbsolutePath().normalize();
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  static List<String> tables() throws Exception {
    try (Stream<Path> all = Files.walk(TESTDATA, 2)) {
      return all.filter(file -> file.toString().endsWith(".jsonl"))
          .map(file -> TESTDATA.relativize(file).toString().replace(".jsonl", ""))
          .map(name -> name.startsWith("changes/") ? "changes/committed" : name)
          .distinct()
          .sorted()
          .toList();
    }
  }

  /** Returns false for types that Spark lacks, and for names of fields that a type can't have. */
  private static boolean isInSpark(CifType type) {
    boolean isKnown =
        switch (type.kind()) {
          case UNION, TIMESTAMP_LTZ -> false;
          case STRUCT ->
              type.fieldNames().stream().allMatch(name -> name.matches("\\w+"))
                  && type.fieldNames().stream()
                          .map(n -> n.toLowerCase(Locale.ROOT))
                          .distinct()
                          .count()
                      == type.fieldNames().size();
          default -> true;
        };
    return isKnown && type.children().stream().allMatch(GoldenTest::isInSpark);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void table_hasItsRows(String name) throws Exception {
    boolean isChanged = name.equals("changes/committed");
    Path table = TESTDATA.resolve(isChanged ? "changes/table" : name);
    FileSystem fs = FileSystem.getLocal(new Configuration());
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(table.toUri());
    List<Column> columns =
        DataSet.read(fs, path, ReadOptions.DEFAULT).columns().stream()
            .filter(column -> isInSpark(column.type()))
            .filter(column -> !column.name().equals("p") || !isChanged)
            .toList();
    String ddl =
        columns.stream()
            .map(column -> "`" + column.name() + "` " + column.type())
            .collect(Collectors.joining(", "));
    run("DROP TABLE IF EXISTS golden");
    run(
        "CREATE EXTERNAL TABLE golden ("
            + ddl
            + ") "
            + (isChanged ? "PARTITIONED BY (p INT)" : "")
            + SparkHive.CIF
            + "LOCATION '"
            + path
            + "'");
    if (isChanged) {
      run("MSCK REPAIR TABLE golden");
    }
    String names =
        columns.stream().map(c -> "`" + c.name() + "`").collect(Collectors.joining(", "));
    List<String> found =
        run("SELECT " + names + " FROM golden").collectAsList().stream()
            .map(row -> text(row, columns))
            .sorted()
            .toList();
    run("DROP TABLE golden");
    List<String> expected = new ArrayList<>();
    for (String line : Files.readAllLines(TESTDATA.resolve(name + ".jsonl"))) {
      JsonNode row = JSON.readTree(line);
      StringBuilder text = new StringBuilder();
      for (Column column : columns) {
        text.append(text(row.get(column.name()), column.type())).append(';');
      }
      expected.add(text.toString());
    }
    assertTrue(expected.size() > 0 || name.contains("empty"));
    assertEquals(expected.stream().sorted().toList(), found);
  }

  private static String text(Row row, List<Column> columns) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      text.append(text(row.get(i), columns.get(i).type())).append(';');
    }
    return text.toString();
  }

  /** Returns a value of Spark's as text. */
  private static String text(Object value, CifType type) {
    if (value == null) {
      return "null";
    }
    switch (type.kind()) {
      case ARRAY:
        List<String> elements = new ArrayList<>();
        each(value).forEach(e -> elements.add(text(e, type.child(0))));
        return elements.toString();
      case MAP:
        Map<String, String> entries = new TreeMap<>();
        each(value)
            .forEach(
                e -> {
                  scala.Tuple2<?, ?> entry = (scala.Tuple2<?, ?>) e;
                  entries.put(text(entry._1(), type.child(0)), text(entry._2(), type.child(1)));
                });
        return entries.toString();
      case STRUCT:
        StringBuilder fields = new StringBuilder("{");
        for (int k = 0; k < type.children().size(); k++) {
          fields.append(text(((Row) value).get(k), type.child(k))).append(';');
        }
        return fields.append('}').toString();
      case BINARY:
        return Base64.getEncoder().encodeToString((byte[]) value);
      case TIMESTAMP:
        return LocalDateTime.ofInstant((Instant) value, ZoneId.systemDefault()).format(MICROS);
      default:
        return primitive(value.toString(), type);
    }
  }

  private static List<Object> each(Object values) {
    List<Object> list = new ArrayList<>();
    scala.collection.Iterator<?> all = ((scala.collection.Iterable<?>) values).iterator();
    while (all.hasNext()) {
      list.add(all.next());
    }
    return list;
  }

  /** Returns a golden value as text. */
  private static String text(JsonNode value, CifType type) {
    if (value == null || value.isNull()) {
      return "null";
    }
    switch (type.kind()) {
      case ARRAY:
        List<String> elements = new ArrayList<>();
        value.forEach(e -> elements.add(text(e, type.child(0))));
        return elements.toString();
      case MAP:
        Map<String, String> entries = new TreeMap<>();
        if (value.isObject()) {
          value
              .properties()
              .forEach(
                  e ->
                      entries.put(
                          primitive(e.getKey(), type.child(0)), text(e.getValue(), type.child(1))));
        } else {
          value.forEach(
              e ->
                  entries.put(
                      text(e.get("key"), type.child(0)), text(e.get("value"), type.child(1))));
        }
        return entries.toString();
      case STRUCT:
        StringBuilder fields = new StringBuilder("{");
        for (int k = 0; k < type.children().size(); k++) {
          fields.append(text(value.get(type.fieldNames().get(k)), type.child(k))).append(';');
        }
        return fields.append('}').toString();
      case TIMESTAMP:
        String[] parts = (value.asText() + ".").split("\\.", -1);
        return parts[0] + "." + (parts[1] + "000000").substring(0, 6);
      default:
        return primitive(value.asText(), type);
    }
  }

  private static String primitive(String text, CifType type) {
    return switch (type.kind()) {
      // The sign of a zero is lost in the JSON reader.
      case FLOAT -> Float.toString(Float.parseFloat(text) + 0.0f);
      case DOUBLE -> Double.toString(Double.parseDouble(text) + 0.0);
      case DECIMAL -> {
        BigDecimal decimal = new BigDecimal(text);
        yield decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
      }
      case CHAR -> text.stripTrailing();
      default -> text;
    };
  }
}

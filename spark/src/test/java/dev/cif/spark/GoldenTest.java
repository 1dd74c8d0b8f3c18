package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.DataSet;
import dev.cif.format.schema.Column;
import dev.cif.spark.table.SparkTypes;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Golden tables have the rows that are written beside them; columns of unions are left out. */
class GoldenTest {
  private static final Path TESTDATA = Path.of("../testdata").toAbsolutePath().normalize();
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", java.util.Locale.ROOT);
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

  @ParameterizedTest
  @MethodSource("tables")
  void table_hasItsRows(String name) throws Exception {
    Path table = TESTDATA.resolve(name.equals("changes/committed") ? "changes/table" : name);
    FileSystem fs = FileSystem.getLocal(new Configuration());
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(table.toUri());
    List<StructField> fields = new ArrayList<>();
    for (Column column : DataSet.read(fs, path, ReadOptions.DEFAULT).columns()) {
      if (!column.type().toString().contains("uniontype")) {
        fields.add(
            DataTypes.createStructField(column.name(), SparkTypes.spark(column.type()), true));
      }
    }
    StructType schema = DataTypes.createStructType(fields);
    SparkSession spark = Sessions.shared().newSession();
    spark.conf().set("spark.sql.datetime.java8API.enabled", "true");
    List<String> found =
        spark.read().format("cif").schema(schema).load(path.toString()).collectAsList().stream()
            .map(row -> text(row, schema))
            .sorted()
            .toList();
    List<String> expected = new ArrayList<>();
    for (String line : Files.readAllLines(TESTDATA.resolve(name + ".jsonl"))) {
      expected.add(text(JSON.readTree(line), schema));
    }
    assertTrue(expected.size() > 0 || name.contains("empty"));
    assertEquals(expected.stream().sorted().toList(), found);
  }

  private static String text(Object value, DataType type) {
    if (value == null) {
      return "null";
    }
    if (type instanceof StructType struct) {
      StringBuilder text = new StringBuilder("{");
      for (int k = 0; k < struct.fields().length; k++) {
        text.append(text(((Row) value).get(k), struct.fields()[k].dataType())).append(';');
      }
      return text.append('}').toString();
    }
    if (type instanceof ArrayType array) {
      List<String> texts = new ArrayList<>();
      scala.collection.Iterator<?> each = ((scala.collection.Iterable<?>) value).iterator();
      while (each.hasNext()) {
        texts.add(text(each.next(), array.elementType()));
      }
      return texts.toString();
    }
    if (type instanceof MapType map) {
      Map<String, String> texts = new TreeMap<>();
      scala.collection.Iterator<?> each = ((scala.collection.Iterable<?>) value).iterator();
      while (each.hasNext()) {
        scala.Tuple2<?, ?> entry = (scala.Tuple2<?, ?>) each.next();
        texts.put(text(entry._1(), map.keyType()), text(entry._2(), map.valueType()));
      }
      return texts.toString();
    }
    // The sign of a zero is lost in the JSON reader.
    if (value instanceof Float f) {
      return Float.toString(f + 0.0f);
    } else if (value instanceof Double d) {
      return Double.toString(d + 0.0);
    } else if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    } else if (value instanceof BigDecimal decimal) {
      return plain(decimal);
    } else if (value instanceof LocalDateTime time) {
      return time.format(MICROS);
    } else if (value instanceof Instant time) {
      return LocalDateTime.ofInstant(time, ZoneOffset.UTC).format(MICROS) + "Z";
    }
    return value.toString();
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private static String text(JsonNode value, DataType type) {
    if (value == null || value.isNull()) {
      return "null";
    }
    if (type instanceof StructType struct) {
      StringBuilder text = new StringBuilder("{");
      for (StructField field : struct.fields()) {
        text.append(text(value.get(field.name()), field.dataType())).append(';');
      }
      return text.append('}').toString();
    }
    if (type instanceof ArrayType array) {
      List<String> texts = new ArrayList<>();
      value.forEach(element -> texts.add(text(element, array.elementType())));
      return texts.toString();
    }
    if (type instanceof MapType map) {
      Map<String, String> texts = new TreeMap<>();
      if (value.isObject()) {
        value.properties().forEach(e -> texts.put(e.getKey(), text(e.getValue(), map.valueType())));
      } else {
        value.forEach(
            e ->
                texts.put(
                    text(e.get("key"), map.keyType()), text(e.get("value"), map.valueType())));
      }
      return texts.toString();
    }
    return primitive(value, type);
  }

  private static String primitive(JsonNode value, DataType type) {
    String text = value.asText();
    if (type instanceof DecimalType) {
      return plain(new BigDecimal(text));
    } else if (type.equals(DataTypes.FloatType)) {
      return Float.toString(Float.parseFloat(text) + 0.0f);
    } else if (type.equals(DataTypes.DoubleType)) {
      return Double.toString(Double.parseDouble(text) + 0.0);
    } else if (type.equals(DataTypes.TimestampType) || type.equals(DataTypes.TimestampNTZType)) {
      boolean isMoment = text.endsWith("Z");
      String time = isMoment ? text.substring(0, text.length() - 1) : text;
      String whole = time.contains(".") ? time : time + ".";
      int point = whole.indexOf('.');
      String fraction = (whole.substring(point + 1) + "000000").substring(0, 6);
      return whole.substring(0, point + 1) + fraction + (isMoment ? "Z" : "");
    }
    return text;
  }
}

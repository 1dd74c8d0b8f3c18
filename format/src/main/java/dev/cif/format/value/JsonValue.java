package dev.cif.format.value;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/**
 * Writes a value as JSON, without loss.
 *
 * <p>Numbers are JSON numbers; NaN and the infinities are strings. Decimals keep their scale.
 * Binary is base64. Date and timestamps are ISO-like text, {@code 2026-11-21 10:20:30.5}, followed
 * by {@code Z} for timestamp with local time zone. A map with keys of a text type is an object; of
 * equal keys, the last one counts. Any other map is an array of {@code {"key":..,"value":..}}. A
 * union is {@code {"tag":..,"value":..}}.
 */
public final class JsonValue {
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private JsonValue() {}

  /**
   * Writes the value, and decodes all of it.
   *
   * @throws CifException if a date or timestamp lies beyond the years of the calendar, about a
   *     billion before and after ours
   */
  public static void write(Value value, JsonGenerator json) throws IOException {
    if (value == null || value.isNull()) {
      json.writeNull();
      return;
    }
    try {
      writePresent(value, json);
    } catch (DateTimeException e) {
      throw new CifException("a " + value.type() + " has no calendar form: " + e.getMessage(), e);
    }
  }

  private static void writePresent(Value value, JsonGenerator json) throws IOException {
    switch (value.type().physical()) {
      case INT -> integer(value, json);
      case FLOAT -> json.writeNumber((float) value.asDouble());
      case DOUBLE -> json.writeNumber(value.asDouble());
      case DECIMAL -> json.writeNumber(value.asDecimal().toPlainString());
      case BYTES -> {
        if (value.type().kind() == CifType.Kind.BINARY) {
          json.writeBinary(value.asBytes());
        } else {
          json.writeString(value.asString());
        }
      }
      case TIMESTAMP -> json.writeString(timestamp(value));
      case LIST -> {
        json.writeStartArray();
        for (int i = 0; i < value.size(); i++) {
          write(value.element(i), json);
        }
        json.writeEndArray();
      }
      case MAP -> map(value, json);
      case STRUCT -> {
        json.writeStartObject();
        for (int i = 0; i < value.type().children().size(); i++) {
          json.writeFieldName(value.type().fieldNames().get(i));
          write(value.field(i), json);
        }
        json.writeEndObject();
      }
      case UNION -> {
        json.writeStartObject();
        json.writeNumberField("tag", value.tag());
        json.writeFieldName("value");
        write(value.branch(), json);
        json.writeEndObject();
      }
    }
  }

  private static void integer(Value value, JsonGenerator json) throws IOException {
    switch (value.type().kind()) {
      case BOOLEAN -> json.writeBoolean(value.asLong() != 0);
      case DATE -> json.writeString(LocalDate.ofEpochDay(value.asLong()).toString());
      case TINYINT, SMALLINT, INT, BIGINT -> json.writeNumber(value.asLong());
      case FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR, CHAR -> throw new AssertionError(value.type());
      case BINARY, TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP -> throw new AssertionError(value.type());
      case STRUCT, UNION -> throw new AssertionError(value.type());
    }
  }

  private static String timestamp(Value value) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(value.seconds(), value.nanos(), ZoneOffset.UTC);
    return TIMESTAMP.format(time) + (value.type().kind() == CifType.Kind.TIMESTAMP_LTZ ? "Z" : "");
  }

  private static void map(Value map, JsonGenerator json) throws IOException {
    CifType.Kind key = map.type().child(0).kind();
    boolean text =
        key == CifType.Kind.STRING || key == CifType.Kind.VARCHAR || key == CifType.Kind.CHAR;
    if (!text) {
      json.writeStartArray();
      for (int i = 0; i < map.size(); i++) {
        json.writeStartObject();
        json.writeFieldName("key");
        write(map.key(i), json);
        json.writeFieldName("value");
        write(map.value(i), json);
        json.writeEndObject();
      }
      json.writeEndArray();
      return;
    }
    java.util.Map<String, Value> last = new java.util.LinkedHashMap<>();
    for (int i = 0; i < map.size(); i++) {
      last.put(map.key(i).asString(), map.value(i));
    }
    json.writeStartObject();
    for (java.util.Map.Entry<String, Value> entry : last.entrySet()) {
      json.writeFieldName(entry.getKey());
      write(entry.getValue(), json);
    }
    json.writeEndObject();
  }
}

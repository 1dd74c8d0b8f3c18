package dev.cif.cli.command;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.TimestampValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;

/** Formats bounds of statistics as text. */
final class Bounds {
  private Bounds() {}

  static String text(CifType type, Object bound) {
    if (bound instanceof Long number) {
      return type.kind() == Kind.BOOLEAN
          ? Boolean.toString(number != 0)
          : type.kind() == Kind.DATE ? LocalDate.ofEpochDay(number).toString() : number.toString();
    }
    if (bound instanceof byte[] bytes) {
      return type.kind() == Kind.BINARY
          ? HexFormat.of().formatHex(bytes)
          : new String(bytes, StandardCharsets.UTF_8);
    }
    if (bound instanceof TimestampValue time) {
      String text =
          LocalDateTime.ofEpochSecond(time.seconds(), time.nanos(), ZoneOffset.UTC).toString();
      return text.replace('T', ' ') + (type.kind() == Kind.TIMESTAMP_LTZ ? "Z" : "");
    }
    if (bound instanceof Double number && type.kind() == Kind.FLOAT) {
      return Float.toString(number.floatValue());
    }
    return bound instanceof BigDecimal decimal ? decimal.toPlainString() : bound.toString();
  }

  /** Returns the text, cut to a width; a bound that is no value of the column ends in dots. */
  static String shortText(CifType type, Object bound, boolean exact, int width) {
    String text = text(type, bound);
    boolean cut = text.length() > width;
    String head = cut ? text.substring(0, width - 3) : text;
    return cut || !exact ? head + "..." : head;
  }
}

package dev.cif.format;

import dev.cif.format.schema.TimestampValue;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Values of {@link Model} as text without any loss: a map keeps a key that occurs twice, a double
 * its bits. The C++ test writes the same of what it has read (impala-scanner/test/exact_text.h).
 */
final class ExactText {
  private ExactText() {}

  static String of(Object value) {
    StringBuilder out = new StringBuilder();
    append(value, out);
    return out.toString();
  }

  private static void append(Object value, StringBuilder out) {
    if (value instanceof Double d) {
      out.append(Long.toHexString(Double.doubleToLongBits(d)));
    } else if (value instanceof BigDecimal d) {
      out.append(d.unscaledValue());
    } else if (value instanceof TimestampValue t) {
      out.append(t.seconds()).append('+').append(t.nanos());
    } else if (value instanceof ByteBuffer b) {
      bytes(b.duplicate(), out);
    } else if (value instanceof Model.Tagged t) {
      out.append('<').append(t.tag()).append(' ');
      append(t.value(), out);
      out.append('>');
    } else if (value instanceof Map.Entry<?, ?> e) {
      append(e.getKey(), out);
      out.append(':');
      append(e.getValue(), out);
    } else if (value instanceof List<?> list) {
      out.append('[');
      for (int i = 0; i < list.size(); i++) {
        out.append(i == 0 ? "" : ",");
        append(list.get(i), out);
      }
      out.append(']');
    } else {
      out.append(value);
    }
  }

  private static void bytes(ByteBuffer bytes, StringBuilder out) {
    out.append('"');
    while (bytes.hasRemaining()) {
      byte b = bytes.get();
      boolean isPlain = b >= ' ' && b < 127 && b != '"' && b != '\\';
      out.append(isPlain ? Character.toString(b) : String.format(Locale.ROOT, "\\%02x", b));
    }
    out.append('"');
  }
}

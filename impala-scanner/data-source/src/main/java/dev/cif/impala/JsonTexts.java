package dev.cif.impala;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.value.JsonValue;
import dev.cif.format.value.Value;
import dev.cif.format.value.VectorValue;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Maps, lists, structs and unions as JSON texts, the form that {@link JsonValue} describes: columns
 * of Impala's data source tables have no such types.
 */
final class JsonTexts {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonTexts() {}

  /** Returns true for types whose values a STRING column shows as JSON. */
  static boolean isJson(CifType type) {
    return switch (type.physical()) {
      case LIST, MAP, STRUCT, UNION -> true;
      case INT, FLOAT, DOUBLE, DECIMAL, BYTES, TIMESTAMP -> false;
    };
  }

  /**
   * Returns the texts of a vector's values, NULL for NULL.
   *
   * @throws CifException if a text within a value is not UTF-8 and that is to be an error, or a
   *     date has no calendar form
   */
  static BytesVector of(ColumnVector values, InitString.InvalidUtf8 invalidUtf8)
      throws IOException {
    BytesVector texts = new BytesVector(CifType.STRING);
    for (int i = 0; i < values.size(); i++) {
      byte[] text = values.isNull(i) ? null : text(new VectorValue(values, i), invalidUtf8);
      if (text == null) {
        texts.appendNull();
      } else {
        texts.append(text);
      }
    }
    return texts;
  }

  /** Returns a value's text; null if it is to be NULL. */
  private static byte[] text(Value value, InitString.InvalidUtf8 invalidUtf8) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(text, JsonEncoding.UTF8)) {
      JsonValue.write(value, json);
    }
    byte[] bytes = text.toByteArray();
    boolean isSuspect = new String(bytes, StandardCharsets.UTF_8).indexOf(Utf8.REPLACEMENT) >= 0;
    if (invalidUtf8 == InitString.InvalidUtf8.REPLACE || !isSuspect || isSound(value)) {
      return bytes;
    }
    if (invalidUtf8 == InitString.InvalidUtf8.NULL) {
      return null;
    }
    throw Utf8.invalid();
  }

  /** Returns true if all texts within a value are UTF-8. */
  private static boolean isSound(Value value) throws IOException {
    if (value == null || value.isNull()) {
      return true;
    }
    CifType type = value.type();
    if (type.physical() == Physical.BYTES) {
      return type.kind() == CifType.Kind.BINARY || Utf8.isValid(value.asBytes());
    }
    boolean isSound = true;
    switch (type.physical()) {
      case LIST -> {
        for (int i = 0; i < value.size(); i++) {
          isSound &= isSound(value.element(i));
        }
      }
      case MAP -> {
        for (int i = 0; i < value.size(); i++) {
          isSound &= isSound(value.key(i)) && isSound(value.value(i));
        }
      }
      case STRUCT -> {
        for (int i = 0; i < type.children().size(); i++) {
          isSound &= isSound(value.field(i));
        }
      }
      case UNION -> isSound = isSound(value.branch());
      case INT, FLOAT, DOUBLE, DECIMAL, BYTES, TIMESTAMP -> {}
    }
    return isSound;
  }
}

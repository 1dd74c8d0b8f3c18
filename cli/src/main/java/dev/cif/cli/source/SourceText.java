package dev.cif.cli.source;

import dev.cif.format.vector.Utf8Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Decoder of a file's text. The user's options say what becomes of bytes that are no text. Bytes
 * that the charset lacks become a mark, half of a surrogate pair, which no sound text holds. So the
 * fault shows in the value that has it, as JSON's {@code "\ud800"} does. Immutable.
 */
final class SourceText {
  /** The option that names the charset of a file of text. */
  static final String CHARSET = "charset";

  /** The option for values that are no text. */
  static final String ON_BAD = "on-bad-text";

  private static final char MARK = '\udfff';
  private static final String MARK_TEXT = String.valueOf(MARK);
  private static final char BYTE_ORDER_MARK = '\ufeff';
  private static final String REPLACEMENT = "\ufffd";

  /** Values of {@link #ON_BAD}. */
  private enum OnBad {
    ERROR,
    REPLACE,
    NULL
  }

  private final Charset charset;
  private final OnBad onBad;

  /**
   * Reads the options.
   *
   * @throws IllegalArgumentException naming the option whose value cannot be
   */
  SourceText(SourceOptions options) {
    String name = options.text(CHARSET, "UTF-8");
    try {
      charset = Charset.forName(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--option " + CHARSET + "=" + name + ": there is no such charset", e);
    }
    String action = options.text(ON_BAD, "error");
    try {
      onBad = OnBad.valueOf(action.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--option " + ON_BAD + "=" + action + ": error, replace or null", e);
    }
  }

  /** Returns true if the byte that ends a line tells lines apart in the middle of a file. */
  boolean hasPlainLines() {
    String name = charset.name();
    return name.equals("UTF-8")
        || name.equals("US-ASCII")
        || name.startsWith("ISO-8859-")
        || name.startsWith("windows-125");
  }

  /** The text of a file or range, without the byte-order mark that may stand before it. */
  BufferedReader read(SourceFile file, CountingStream raw) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(file.unpacked(raw), decoder()));
    if (file.start() == 0) {
      reader.mark(1);
      if (reader.read() != BYTE_ORDER_MARK) {
        reader.reset();
      }
    }
    return reader;
  }

  /** The text of bytes. */
  String decode(byte[] bytes, int length) {
    try {
      return decoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError("errors are replaced", e);
    }
  }

  private CharsetDecoder decoder() {
    return charset
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPLACE)
        .onUnmappableCharacter(CodingErrorAction.REPLACE)
        .replaceWith(onBad == OnBad.REPLACE ? REPLACEMENT : MARK_TEXT);
  }

  /** JSON whose marks cannot become one character with what an escape before them stands for. */
  static String ofJson(String json) {
    return json.indexOf(MARK) < 0 ? json : json.replace(MARK_TEXT, MARK_TEXT + MARK_TEXT);
  }

  /**
   * The text as it is to be stored; null if that is NULL.
   *
   * @throws IllegalArgumentException if it is none, and is to be refused
   */
  String clean(String text) {
    if (Utf8Text.isText(text)) {
      return text;
    }
    switch (onBad) {
      case NULL:
        return null;
      case REPLACE:
        return shown(text);
      default:
        throw new IllegalArgumentException(
            bad(text, charset.name())
                + "; text of another charset is read by --option "
                + CHARSET
                + "=, such as ISO-8859-1 or UTF-16");
    }
  }

  /**
   * The bytes of a value that is not UTF-8 as they are to be stored; null if that is NULL.
   *
   * @throws IllegalArgumentException if it is to be refused
   */
  byte[] clean(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    switch (onBad) {
      case NULL:
        return null;
      case REPLACE:
        return text.getBytes(StandardCharsets.UTF_8);
      default:
        throw new IllegalArgumentException(bad(text, "UTF-8"));
    }
  }

  /**
   * The text of a name or a key.
   *
   * @throws IllegalArgumentException if it is none, and is to be refused or NULL
   */
  String cleanName(String text) {
    String clean = clean(text);
    if (clean == null) {
      throw new IllegalArgumentException(
          "the name '" + shown(text) + "' is no text in " + charset + ", and cannot be NULL");
    }
    return clean;
  }

  private static String bad(String text, String charset) {
    String shown = shown(text);
    return "'"
        + (shown.length() > 60 ? shown.substring(0, 60) + "..." : shown)
        + "' is no text in "
        + charset
        + "; --option "
        + ON_BAD
        + "=replace puts U+FFFD for what is none, =null makes such values NULL";
  }

  /** The text with U+FFFD for each half of a surrogate pair. */
  private static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              boolean half = Character.isBmpCodePoint(c) && Character.isSurrogate((char) c);
              shown.appendCodePoint(half ? REPLACEMENT.charAt(0) : c);
            });
    return shown.toString();
  }
}

package dev.cif.format.scan;

import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.TextValues;
import dev.cif.format.vector.ColumnVector;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * Values of the rows of a split-directory from the names {@code key=value} of the folders above it,
 * in Hive's form. Immutable.
 */
public final class FolderValues {
  /** Folder name that Hive gives to NULL. */
  public static final String NULL_FOLDER = "__HIVE_DEFAULT_PARTITION__";

  /** Characters, beside control characters, that Hive encodes in names of folders. */
  private static final String UNSUITABLE = "\"#%'*/:=?\\{[]^";

  private final Path directory;
  private final Map<String, String> texts;

  private FolderValues(Path directory, Map<String, String> texts) {
    this.directory = directory;
    this.texts = Collections.unmodifiableMap(texts);
  }

  /** Returns the values of the folders below the table's own, down to a split-directory. */
  public static FolderValues of(Path table, Path directory) {
    Map<String, String> nearestFirst = new LinkedHashMap<>();
    Path folder = directory;
    // A path from a URI with a slash at its end has a greater depth.
    int own = new Path(table.toString()).depth();
    for (int levels = directory.depth() - own; levels > 0; levels--) {
      String name = folder.getName();
      int equals = name.indexOf('=');
      if (equals > 0) {
        String value = unescape(name.substring(equals + 1));
        String key = CifSchema.foldCase(unescape(name.substring(0, equals)));
        // The folder nearest to the rows wins.
        nearestFirst.putIfAbsent(key, value.equals(NULL_FOLDER) ? null : value);
      }
      folder = folder.getParent();
    }
    List<String> keys = new ArrayList<>(nearestFirst.keySet());
    Collections.reverse(keys);
    Map<String, String> texts = new LinkedHashMap<>();
    keys.forEach(key -> texts.put(key, nearestFirst.get(key)));
    return new FolderValues(directory, texts);
  }

  /**
   * Returns values that are known otherwise.
   *
   * @param texts texts of the values by key in lower case, from the outermost folder on; null for
   *     NULL
   */
  static FolderValues of(Path directory, Map<String, String> texts) {
    return new FolderValues(directory, new LinkedHashMap<>(texts));
  }

  /**
   * Returns the name {@code key=value} of a folder, with unsuitable characters encoded as Hive
   * does.
   *
   * @param text text of the value; {@link #NULL_FOLDER} is used for null and for an empty text
   */
  public static String folder(String key, String text) {
    boolean isNull = text == null || text.isEmpty();
    return escape(key) + "=" + (isNull ? NULL_FOLDER : escape(text));
  }

  private static String escape(String name) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c < ' ' || c == 0x7F || UNSUITABLE.indexOf(c) >= 0) {
        escaped.append(String.format(Locale.ROOT, "%%%02X", (int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** Decodes a folder's name: Hive writes unsuitable characters as % and two hexadecimal digits. */
  private static String unescape(String name) {
    if (name.indexOf('%') < 0) {
      return name;
    }
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (bytes[i] == '%' && high >= 0 && low >= 0) {
        out.write(high * 16 + low);
        i += 2;
      } else {
        out.write(bytes[i]);
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Returns the keys in lower case, from the outermost folder on. */
  public Set<String> keys() {
    return texts.keySet();
  }

  /** Returns true if a folder has the key, ignoring case. */
  public boolean has(String key) {
    return texts.containsKey(CifSchema.foldCase(key));
  }

  /** Returns the text of a key's value; null for NULL, and if no folder has the key. */
  public String text(String key) {
    return texts.get(CifSchema.foldCase(key));
  }

  /**
   * Returns the value of a key as a vector of one value; NULL if no folder has the key.
   *
   * @param type primitive type of the value
   * @throws CifException if the text is no value of the type
   */
  public ColumnVector value(String key, CifType type) throws CifException {
    ColumnVector value = ColumnVector.create(type);
    String text = text(key);
    if (text == null) {
      value.appendNull();
      return value;
    }
    try {
      TextValues.append(text, value);
      return value;
    } catch (IllegalArgumentException e) {
      throw CifException.at(
          directory,
          null,
          -1,
          "the folder's "
              + key
              + "="
              + text
              + " is no "
              + type
              + "; declare the column as STRING, or rename the folder",
          e);
    }
  }

  /**
   * Returns the value of a key as a vector of one value, as Hive reads it: NULL if the text is no
   * value of the type.
   *
   * @param type primitive type of the value
   */
  public ColumnVector valueOrNull(String key, CifType type) {
    try {
      return value(key, type);
    } catch (CifException e) {
      ColumnVector none = ColumnVector.create(type);
      none.appendNull();
      return none;
    }
  }
}
